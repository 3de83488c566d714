// A server that is our child: lines of JSON on its standard input and output.
#pragma once
#include "mcp/client/transport.h"
#include "os/child.h"
#include "os/clock.h"

namespace mcp::client {

class StdioTransport final : public Transport {
 public:
  // `name` is what messages call the server. The clock outlives this.
  StdioTransport(std::unique_ptr<os::Child> child, std::string name, os::Clock& clock)
      : child_(std::move(child)), name_(std::move(name)), clock_(clock) {}

  Answer request(const Outgoing& outgoing, Listener& listener) override;
  bool notify(const jsonrpc::Notification& notification) override;
  void cancel(const jsonrpc::Id& id) override { notify(cancellation(id)); }
  void use(Era, std::string_view) override {}
  // What comes between requests is read with the next one.
  void listen(Listener&) override {}
  void close() override { child_->end(); }

 private:
  struct Wait;
  // The answer, where this line has it, or why it makes no sense to wait on.
  std::vector<Answer> take_line(const std::string& line, Wait& wait);
  Failure gone();

  std::unique_ptr<os::Child> child_;
  std::string name_;
  os::Clock& clock_;
};

// The last lines of a program's standard error as one text that can be shown anywhere.
std::string shown_tail(std::string_view error_output);

}  // namespace mcp::client
