#include "mcp/client/listening.h"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "http/test_support.h"
#include "mcp/client/client.h"
#include "mcp/client/test_fake_transport.h"
#include "os/real.h"

namespace mcp::client {
namespace {

using base::Json;
using ExchangePtr = std::shared_ptr<http::Exchange>;

constexpr const char* kQuestion =
    R"({"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}})";
constexpr const char* kAnswer = R"({"jsonrpc":"2.0","id":"q","result":{"action":"accept"}})";

// A server of the legacy era; a test plays what comes on its stream.
class ListeningTest : public ::testing::Test {
 protected:
  static Handlers accepting() {
    Handlers handlers;
    handlers.elicit = [](const Json&) -> base::Result<base::JsonBox> {
      return base::JsonBox(Json{{"action", "accept"}});
    };
    return handlers;
  }
  std::unique_ptr<Client> connect(Handlers handlers) {
    ClientOptions options;
    options.connect_timeout = options.call_timeout = base::Millis{20'000};
    options.handlers = std::move(handlers);
    os::Clock& clock = machine.system().clock;
    auto client = Client::connect(http_server(clock, {server.url("/mcp"), "secret"}), clock,
                                  std::move(options));
    EXPECT_TRUE(client.ok());
    return client.ok() ? *std::move(client) : nullptr;
  }

  void serve(const ExchangePtr& exchange) {
    const http::Request& request = exchange->request();
    const auto parsed = base::parse_json(request.body);
    const Json message = parsed.ok() ? *parsed : Json::object();
    const std::string method = message.value("method", request.method);
    {
      const std::lock_guard lock(mutex);
      requests.emplace_back(method, request);
    }
    if (method == "server/discover") return exchange->respond({404, {}, ""});
    if (method == "GET") return play(exchange);
    if (method == "tools/call" && is_session_lost.exchange(false)) {
      return exchange->respond({404, {}, ""});
    }
    if (method != "initialize" && method != "tools/call") return exchange->respond({202, {}, ""});
    auto response = http::response(
        200, "application/json",
        base::dump_line({{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", greeting()}}));
    if (method == "initialize") {
      response.headers.add("Mcp-Session-Id", "session-" + std::to_string(++sessions));
    }
    exchange->respond(std::move(response));
  }

  std::vector<http::Request> all(std::string_view method) {
    const std::lock_guard lock(mutex);
    std::vector<http::Request> found;
    for (const auto& [name, request] : requests) {
      if (name == method) found.push_back(request);
    }
    return found;
  }
  // One that stays open: whoever drops a stream closes it.
  std::shared_ptr<http::EventStream> open(const ExchangePtr& exchange) {
    const std::lock_guard lock(mutex);
    stream = exchange->open_stream({});
    return stream;
  }
  std::shared_ptr<http::EventStream> opened_stream() {
    std::shared_ptr<http::EventStream> opened;
    EXPECT_TRUE(http::comes_true([&] {
      const std::lock_guard lock(mutex);
      opened = stream;
      return opened != nullptr;
    }));
    return opened;
  }
  // Time enough for a stream to be opened that must not be.
  static void call_often(Client& client) {
    for (int call = 0; call < 20; ++call) EXPECT_TRUE(client.call_tool("t", Json::object()).ok());
  }
  // Answers of the client are POSTs without a method of their own.
  bool is_answered() {
    return http::comes_true([&] { return !all("POST").empty(); });
  }

  os::RealSystem machine;
  std::mutex mutex;
  std::vector<std::pair<std::string, http::Request>> requests;
  std::function<void(const ExchangePtr& exchange)> play;
  std::shared_ptr<http::EventStream> stream;
  std::atomic<bool> is_session_lost = false;
  int sessions = 0;
  http::RunningServer server{[this](const ExchangePtr& exchange) { serve(exchange); }};
};

TEST_F(ListeningTest, AServerThatAsksWhileNobodyCallsIsAnswered) {
  play = [this](const auto& exchange) { open(exchange); };
  std::atomic<int> logged = 0;
  Handlers handlers = accepting();
  handlers.on_log = [&](const LogMessage&) { ++logged; };
  const auto client = connect(std::move(handlers));
  // The stream was opened before the client came back.
  ASSERT_EQ(all("GET").size(), 1U);
  const auto asking = opened_stream();
  asking->send({.data = "no message"});
  asking->send({.data = R"({"jsonrpc":"2.0","method":"notifications/message","params":{}})"});
  asking->send({.data = R"({"jsonrpc":"2.0","id":1,"result":{}})"});
  asking->send({.data = kQuestion});
  ASSERT_TRUE(is_answered());
  EXPECT_EQ(logged, 1);
  const http::Request get = all("GET").front();
  EXPECT_EQ(get.headers.get("Accept"), "text/event-stream");
  const http::Request post = all("POST").front();
  EXPECT_EQ(post.body, kAnswer);
  for (const http::Request& request : {get, post}) {
    EXPECT_EQ(request.headers.get("Mcp-Session-Id"), "session-1");
    EXPECT_EQ(request.headers.get("MCP-Protocol-Version"), "2025-11-25");
    EXPECT_EQ(request.headers.get("Authorization"), "Bearer secret");
  }
}

TEST_F(ListeningTest, WhoeverCanAnswerNothingDoesNotListen) {
  play = [](const auto& exchange) { exchange->open_stream({}); };
  Handlers handlers;
  handlers.on_log = [](const LogMessage&) {};
  connect(std::move(handlers))->close();
  EXPECT_TRUE(all("GET").empty());
  EXPECT_EQ(all("DELETE").size(), 1U);
}

// The session ends after the stream; the client that is destroyed has waited for its thread.
TEST_F(ListeningTest, TheEndOfTheClientIsTheEndOfTheStream) {
  play = [this](const auto& exchange) { open(exchange); };
  const auto client = connect(accepting());
  const auto left = opened_stream();
  client->close();
  EXPECT_TRUE(http::comes_true([&] { return !left->comment("still there?"); }));
  EXPECT_EQ(all("DELETE").size(), 1U);
}

// Be it at first or later on. Whoever would come back does so at once, and is seen.
TEST_F(ListeningTest, AServerThatHasNoSuchStreamIsNotAskedAgain) {
  const std::vector<http::Response> rows = {{405, {}, ""},
                                            {404, {}, ""},
                                            http::response(500, "text/event-stream", ""),
                                            http::response(200, "text/html", "hello")};
  for (const http::Response& row : rows) {
    SCOPED_TRACE(row.status);
    std::atomic<int> count = 0;
    play = [&](const auto& exchange) {
      if (++count > 1) return exchange->respond(row);
      const auto opened = exchange->open_stream({});
      opened->send({.data = "", .retry = base::Millis{0}});
      opened->close();
    };
    const auto client = connect(accepting());
    ASSERT_TRUE(http::comes_true([&] { return count >= 2; }));
    call_often(*client);
    EXPECT_EQ(count, 2);
  }
  play = [](const auto& exchange) { exchange->respond({405, {}, ""}); };
  call_often(*connect(accepting()));
}

TEST_F(ListeningTest, AStreamThatEndsIsTakenUpAgainWhereItEnded) {
  play = [this](const auto& exchange) {
    const auto opened = open(exchange);
    if (exchange->request().headers.get("Last-Event-ID")) {
      opened->send({.data = kQuestion});
      return;
    }
    opened->send({.data = "", .id = "e1", .retry = base::Millis{1}});
    opened->close();
  };
  const auto client = connect(accepting());
  ASSERT_TRUE(is_answered());
  ASSERT_EQ(all("GET").size(), 2U);
  EXPECT_EQ(all("GET").back().headers.get("Last-Event-ID"), "e1");
}

TEST_F(ListeningTest, AServerThatOnlyEndsItsStreamsIsLeft) {
  std::atomic<int> count = 0;
  play = [&](const auto& exchange) {
    const auto opened = exchange->open_stream({});
    opened->send({.data = "", .retry = base::Millis{0}});
    // A message shows that it is in order, and the count begins anew.
    if (++count == 5) opened->send({.data = kQuestion});
    opened->close();
  };
  const auto client = connect(accepting());
  ASSERT_TRUE(http::comes_true([&] { return count >= 25; }));
  call_often(*client);
  EXPECT_EQ(count, 25);
}

TEST_F(ListeningTest, ANewSessionHasItsOwnStream) {
  play = [this](const auto& exchange) { open(exchange); };
  const auto client = connect(accepting());
  is_session_lost = true;
  ASSERT_TRUE(client->call_tool("t", Json::object()).ok());
  ASSERT_EQ(all("GET").size(), 2U);
  EXPECT_EQ(all("GET").back().headers.get("Mcp-Session-Id"), "session-2");
}

}  // namespace
}  // namespace mcp::client
