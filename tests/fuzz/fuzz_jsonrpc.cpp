// Whatever lines a client sends, each request is answered once and with valid JSON-RPC, in
// whichever era it is read.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "jsonrpc/codec.h"
#include "mcp/legacy.h"
#include "mcp/meta.h"
#include "mcp/modern.h"
#include "mcp/testing_server.h"

namespace {

// Everything that is sent can be read again, and there is one end.
class CheckingReply final : public mcp::Reply {
 public:
  ~CheckingReply() override { CHECK(ends_ <= 1); }
  void send(const base::Json& message) override { check(message); }
  void finish(const jsonrpc::Response& response, int) override {
    ++ends_;
    check(to_json(response));
  }
  void abandon() override { ++ends_; }
  int ends() const { return ends_; }

 private:
  static void check(const base::Json& message) {
    const jsonrpc::DecodedText decoded = jsonrpc::decode(base::dump_line(message), {});
    CHECK(decoded.items.size() == 1);
    CHECK(std::holds_alternative<jsonrpc::Message>(decoded.items.front()));
  }
  std::atomic<int> ends_ = 0;
};

struct Client {
  mcp::TestScene scene;
  mcp::LegacySessionPtr session = std::make_shared<mcp::LegacySession>([](const base::Json&) {});
  std::shared_ptr<mcp::InFlight> in_flight = std::make_shared<mcp::InFlight>();
  std::vector<std::shared_ptr<CheckingReply>> replies;

  void take(jsonrpc::Message message) {
    if (auto* response = std::get_if<jsonrpc::Response>(&message)) {
      session->pending().settle(std::move(*response));
    } else if (auto* notification = std::get_if<jsonrpc::Notification>(&message)) {
      mcp::note_legacy(*scene.server, session, *notification);
      mcp::cancel_named(*in_flight, notification->params.get());
    } else {
      take_request(std::get<jsonrpc::Request>(message));
    }
  }

  void take_request(const jsonrpc::Request& request) {
    replies.push_back(std::make_shared<CheckingReply>());
    if (mcp::has_modern_meta(request.params.get())) {
      mcp::serve_modern(*scene.server, {request, "fuzz", replies.back(), in_flight});
    } else {
      mcp::serve_legacy(*scene.server, session, request, replies.back());
    }
  }

  // Nothing stays without an end.
  void end() {
    session->pending().close();
    session->in_flight().wait_until_empty(base::Millis{10'000});
    session->end(scene.server->subscriptions());
    scene.server->endings().end_all();
    for (const auto& reply : replies) CHECK(reply->ends() == 1);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t kLinesMax = 50;
  Client client;
  std::size_t lines = 0;
  for (const std::string_view line : base::split(text, '\n')) {
    if (++lines > kLinesMax) break;
    for (jsonrpc::Decoded& item : jsonrpc::decode(line, {.allow_batches = true}).items) {
      if (auto* message = std::get_if<jsonrpc::Message>(&item)) client.take(std::move(*message));
    }
  }
  client.end();
  return 0;
}
