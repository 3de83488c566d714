#include "mcp/client/http_transport.h"

#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "http/test_support.h"
#include "mcp/client/client.h"
#include "mcp/client/test_fake_transport.h"
#include "os/real.h"

namespace mcp::client {
namespace {

using base::Code;
using base::Json;
using ExchangePtr = std::shared_ptr<http::Exchange>;

// A server whose answers to tools/call a test plays; the handshake is its own.
class HttpTransportTest : public ::testing::Test {
 protected:
  using Play = std::function<void(const ExchangePtr& exchange, const Json& message)>;

  base::Result<std::unique_ptr<Client>> connect(base::Millis call_timeout = base::Millis{20'000}) {
    ClientOptions options;
    options.connect_timeout = base::Millis{20'000};
    options.call_timeout = call_timeout;
    return Client::connect(http_server(machine.system().clock, {server.url("/mcp"), "secret"}),
                           machine.system().clock, options);
  }

  void serve(const ExchangePtr& exchange) {
    const http::Request& request = exchange->request();
    const Json message =
        base::parse_json(request.body).ok() ? *base::parse_json(request.body) : Json::object();
    const std::string method = message.value("method", request.method);
    {
      const std::lock_guard lock(mutex);
      seen.push_back(method);
      requests.push_back(request);
    }
    if (method == "server/discover" && is_modern) return answer(exchange, message, discovery());
    if (method == "server/discover") return exchange->respond({404, {}, ""});
    if (method == "initialize") return greet(exchange, message);
    if (method == "tools/call" || method == "GET") return play(exchange, message);
    exchange->respond({202, {}, ""});
  }

  static void answer(const ExchangePtr& exchange, const Json& message, const Json& result) {
    exchange->respond(http::response(200, "application/json", text(message, result)));
  }
  static std::string text(const Json& message, const Json& result) {
    return base::dump_line({{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", result}});
  }
  void greet(const ExchangePtr& exchange, const Json& message) {
    auto response = http::response(200, "application/json", text(message, greeting()));
    response.headers.add("Mcp-Session-Id", "session-" + std::to_string(++sessions));
    exchange->respond(std::move(response));
  }
  std::string header(std::size_t at, const char* name) {
    return std::string(requests[at].headers.get(name).value_or("-"));
  }

  os::RealSystem machine;
  std::mutex mutex;
  std::vector<std::string> seen;
  std::vector<http::Request> requests;
  Play play;
  bool is_modern = false;
  int sessions = 0;
  http::RunningServer server{[this](const ExchangePtr& exchange) { serve(exchange); }};
};

TEST_F(HttpTransportTest, TheModernEraHasItsHeadersAndNoSession) {
  is_modern = true;
  play = [](const auto& exchange, const Json& message) {
    answer(exchange, message, {{"content", Json::array()}});
  };
  const auto client = connect();
  ASSERT_TRUE(client.ok()) << client.error().message;
  ASSERT_TRUE((*client)->call_tool("grün", Json::object()).ok());
  EXPECT_EQ(header(1, "MCP-Protocol-Version"), "2026-07-28");
  EXPECT_EQ(header(1, "Mcp-Method"), "tools/call");
  EXPECT_EQ(header(1, "Mcp-Name"), "=?base64?Z3LDvG4=?=");
  EXPECT_EQ(header(1, "Mcp-Session-Id"), "-");
  EXPECT_EQ(header(1, "Authorization"), "Bearer secret");
}

TEST_F(HttpTransportTest, TheLegacyEraHasItsSessionUntilItIsClosed) {
  play = [](const auto& exchange, const Json& message) {
    answer(exchange, message, Json::object());
  };
  auto client = connect();
  ASSERT_TRUE(client.ok()) << client.error().message;
  ASSERT_TRUE((*client)->call_tool("t", Json::object()).ok());
  (*client)->close();
  EXPECT_EQ(seen, (std::vector<std::string>{"server/discover", "initialize",
                                            "notifications/initialized", "tools/call", "DELETE"}));
  EXPECT_EQ(header(1, "MCP-Protocol-Version"), "-");
  EXPECT_EQ(header(3, "MCP-Protocol-Version"), "2025-11-25");
  EXPECT_EQ(header(3, "Mcp-Session-Id"), "session-1");
  EXPECT_EQ(header(3, "Mcp-Method"), "-");
}

TEST_F(HttpTransportTest, ASessionThatIsNoMoreIsBegunAgainOnce) {
  bool always = false;
  play = [&](const auto& exchange, const Json& message) {
    const bool is_old = exchange->request().headers.get("Mcp-Session-Id") == "session-1";
    if (is_old || always) return exchange->respond({404, {}, ""});
    answer(exchange, message, Json::object());
  };
  const auto client = connect();
  ASSERT_TRUE((*client)->call_tool("t", Json::object()).ok());
  EXPECT_EQ(sessions, 2);
  always = true;
  EXPECT_EQ((*client)->call_tool("t", Json::object()).error().code, Code::unavailable);
  EXPECT_EQ(sessions, 3);
}

TEST_F(HttpTransportTest, OnAStreamQuestionsAreAnsweredAndTheAnswerEndsIt) {
  play = [](const auto& exchange, const Json& message) {
    const auto stream = exchange->open_stream({});
    stream->send({.data = R"({"jsonrpc":"2.0","id":"q","method":"ping"})"});
    stream->send({.data = "no message"});
    stream->send({.data = text(message, {{"content", {{{"type", "text"}, {"text", "late"}}}}})});
  };
  const auto client = connect();
  EXPECT_EQ((*client)->call_tool("t", Json::object())->text, "late");
  EXPECT_EQ(requests.back().body, R"({"jsonrpc":"2.0","id":"q","result":{}})");
}

// 2025-11-25: the stream is taken up where it ended.
TEST_F(HttpTransportTest, AStreamThatEndsEarlyIsResumed) {
  Json call;
  play = [&](const auto& exchange, const Json& message) {
    const auto stream = exchange->open_stream({});
    if (exchange->request().method == "POST") {
      call = message;
      stream->send({.data = "", .id = "e1", .retry = base::Millis{10}});
      return stream->close();
    }
    stream->send({.data = text(call, Json::object()), .id = "e2"});
  };
  const auto client = connect();
  ASSERT_TRUE((*client)->call_tool("t", Json::object()).ok());
  EXPECT_EQ(seen.back(), "GET");
  EXPECT_EQ(header(requests.size() - 1, "Last-Event-ID"), "e1");
  EXPECT_EQ(header(requests.size() - 1, "Mcp-Session-Id"), "session-1");
}

TEST_F(HttpTransportTest, AnswersThatAreNoneAreErrors) {
  const std::vector<http::Response> rows = {
      {500, {}, ""},
      {401, {}, ""},
      {200, {}, ""},
      http::response(200, "application/json", "{}"),
      http::response(200, "application/json", R"({"jsonrpc":"2.0","id":99,"result":{}})")};
  const auto client = connect();
  for (const http::Response& row : rows) {
    play = [&](const auto& exchange, const Json&) { exchange->respond(row); };
    EXPECT_EQ((*client)->call_tool("t", Json::object()).error().code, Code::parse_error);
  }
  play = [&](const auto& exchange, const Json&) {
    exchange->respond(
        http::response(400, "application/json",
                       R"({"jsonrpc":"2.0","error":{"code":-32020,"message":"headers"}})"));
  };
  EXPECT_EQ((*client)->call_tool("t", Json::object()).error().code, Code::refused);
  play = [&](const auto& exchange, const Json&) { exchange->open_stream({})->close(); };
  EXPECT_EQ((*client)->call_tool("t", Json::object()).error().code, Code::parse_error);
}

// Comments keep a stream alive, but not for ever.
TEST_F(HttpTransportTest, AServerThatOnlyKeepsItsStreamAliveIsLeftAndToldSo) {
  std::shared_ptr<http::EventStream> stream;
  std::atomic<bool> ends = false;
  std::thread comments;
  play = [&](const auto& exchange, const Json&) {
    stream = exchange->open_stream({});
    comments = std::thread([&] {
      while (!ends && stream->comment("still here")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
  };
  const auto client = connect(base::Millis{400});
  EXPECT_EQ((*client)->call_tool("t", Json::object()).error().code, Code::unavailable);
  EXPECT_TRUE((*client)->is_open());
  EXPECT_EQ(seen.back(), "notifications/cancelled");
  ends = true;
  comments.join();
}

TEST_F(HttpTransportTest, NobodyThereIsUnavailable) {
  server.stop();
  EXPECT_EQ(connect().error().code, Code::unavailable);
}

}  // namespace
}  // namespace mcp::client
