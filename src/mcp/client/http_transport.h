// A server behind an address: every message is a POST, and its answer JSON or an event stream. In
// the legacy era it may ask on a stream of its own, which listening.h reads.
#pragma once
#include "http/client.h"
#include "mcp/client/listening.h"
#include "mcp/client/transport.h"
#include "os/clock.h"

namespace mcp::client {

struct HttpAddress {
  http::Url url;
  std::string bearer_token;  // Empty: none.
};

class HttpTransport final : public Transport {
 public:
  // The clock outlives this.
  HttpTransport(HttpAddress address, os::Clock& clock)
      : address_(std::move(address)), clock_(clock) {}

  Answer request(const Outgoing& outgoing, Listener& listener) override;
  bool notify(const jsonrpc::Notification& notification) override;
  // In the modern era the end of the connection has said it already.
  void cancel(const jsonrpc::Id& id) override;
  void use(Era era, std::string_view version) override;
  void listen(Listener& listener) override;
  void close() override;

 private:
  class Reading;
  http::Headers headers() const;
  http::ClientRequest post(const jsonrpc::Request& request) const;
  bool send(const base::Json& message);
  Answer resume(Reading& reading);
  Answer judge(const http::Response& response, Reading& reading);
  void keep_session(const http::Response& response);
  Failure failure_of(const base::Error& error, const Reading& reading) const;

  HttpAddress address_;
  os::Clock& clock_;
  Era era_ = Era::modern;
  std::string version_;
  std::string session_;
  std::unique_ptr<Listening> listening_;  // Empty: nobody wants to be asked.
};

}  // namespace mcp::client
