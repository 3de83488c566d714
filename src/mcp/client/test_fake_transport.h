// A server that a test plays: what is sent to it is kept, and a function says what it answers.
// Whoever includes this has included nlohmann/json.hpp.
#pragma once
#include <deque>
#include <functional>

#include "mcp/client/client.h"

namespace mcp::client {

struct FakeServer {
  using Play = std::function<Answer(const jsonrpc::Request& request, Listener& listener)>;
  Play play;
  std::vector<Outgoing> sent;
  std::vector<std::string> notified;
  std::vector<jsonrpc::Id> cancelled;
  std::string version;
  int opened = 0;
  int closed = 0;

  TransportFactory factory();
};

class FakeTransport final : public Transport {
 public:
  explicit FakeTransport(FakeServer& server) : server_(server) { ++server.opened; }
  Answer request(const Outgoing& outgoing, Listener& listener) override {
    server_.sent.push_back(outgoing);
    return server_.play(outgoing.request, listener);
  }
  bool notify(const jsonrpc::Notification& notification) override {
    server_.notified.push_back(notification.method);
    return true;
  }
  void cancel(const jsonrpc::Id& id) override { server_.cancelled.push_back(id); }
  void use(Era, std::string_view version) override { server_.version = version; }
  void listen(Listener&) override {}
  void close() override { ++server_.closed; }

 private:
  FakeServer& server_;
};

inline TransportFactory FakeServer::factory() {
  return [this]() -> base::Result<std::unique_ptr<Transport>> {
    return std::unique_ptr<Transport>(std::make_unique<FakeTransport>(*this));
  };
}

inline Answer answered(const jsonrpc::Request& request, base::Json result) {
  return jsonrpc::result_of(request.id, std::move(result));
}
inline Answer refused(const jsonrpc::Request& request, int code, base::Json data = base::Json()) {
  return jsonrpc::error_of(request.id, {code, "no", base::JsonBox(std::move(data))});
}
inline base::Json discovery() {
  return {{"resultType", "complete"},
          {"supportedVersions", {"2026-07-28"}},
          {"capabilities", base::Json::object()}};
}
inline base::Json greeting(const char* version = "2025-11-25") {
  return {{"protocolVersion", version},
          {"capabilities", base::Json::object()},
          {"serverInfo", {{"name", "fake"}, {"version", "1"}}}};
}

}  // namespace mcp::client
