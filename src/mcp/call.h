// One request on its way through a handler: what the handler is given, in either era.
#pragma once
#include <functional>
#include <memory>

#include "mcp/feature.h"
#include "mcp/in_flight.h"
#include "mcp/reply.h"

namespace mcp {

struct CallStart {
  jsonrpc::Request request;
  ClientInfo client;
  base::JsonBox progress_token;               // Null: no progress is wanted.
  std::function<bool(LogLevel)> wants_level;  // Asked for each message; may change meanwhile.
  std::shared_ptr<Reply> reply;               // Shared with the transport.
};

class Call final : public CallContext {
 public:
  explicit Call(CallStart start)
      : start_(std::move(start)), cancellation_(std::make_shared<Cancellation>()) {}

  const jsonrpc::Request& request() const { return start_.request; }
  const std::shared_ptr<Cancellation>& cancellation() const { return cancellation_; }
  Reply& reply() { return *start_.reply; }
  // Before a handler is called again.
  void set_answers(base::Json answers, base::Json state);

  // Each ends the call, without a word where it was cancelled.
  void finish(base::Json result);
  void fail(ProtocolError error, int status = 200);

  const ClientInfo& client() const override { return start_.client; }
  bool is_cancelled() const override { return cancellation_->is_cancelled(); }
  void progress(double done, std::optional<double> total, std::string_view message) override;
  void log(LogLevel level, std::string_view logger, const base::Json& data) override;
  const base::Json& answers() const override { return answers_.get(); }
  const base::Json& state() const override { return state_.get(); }
  void drop_stream() override { start_.reply->drop_stream(); }

 private:
  void end(const jsonrpc::Response& response, int status);

  CallStart start_;
  std::shared_ptr<Cancellation> cancellation_;  // Also held by the list of calls under way.
  base::JsonBox answers_;
  base::JsonBox state_;
};

}  // namespace mcp
