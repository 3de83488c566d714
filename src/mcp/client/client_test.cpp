#include "mcp/client/client.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/client/test_fake_transport.h"
#include "os/fake.h"

namespace mcp::client {
namespace {

using base::Code;
using base::Json;
using Kind = Failure::Kind;

class ClientTest : public ::testing::Test {
 protected:
  // A client that is connected to a server of that era; `play` then answers everything else.
  std::unique_ptr<Client> connected(Era era, FakeServer::Play play, ClientOptions options = {}) {
    server.play = [era, play](const auto& request, Listener& listener) {
      if (request.method == "server/discover" && era == Era::modern) {
        return answered(request, discovery());
      }
      if (request.method == "server/discover") return refused(request, -32601);
      if (request.method == "initialize") return answered(request, greeting());
      return play(request, listener);
    };
    auto client = Client::connect(server.factory(), clock, std::move(options));
    server.sent.clear();
    return *std::move(client);
  }
  static FakeServer::Play always(Json result) {
    return [result](const auto& request, Listener&) { return answered(request, result); };
  }
  static FakeServer::Play failing(Failure failure) {
    return [failure](const auto&, Listener&) { return failure; };
  }
  FakeServer server;
  os::FakeClock clock;
};

TEST_F(ClientTest, AResultHasItsTextItsStructureAndItsError) {
  const auto client = connected(Era::legacy, always({{"content",
                                                      {{{"type", "text"}, {"text", "one"}},
                                                       {{"type", "image"}, {"data", ""}},
                                                       {{"type", "text"}, {"text", "two"}},
                                                       7}},
                                                     {"structuredContent", {{"n", 1}}},
                                                     {"isError", true}}));
  const auto outcome = client->call_tool("t", {{"a", 1}});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->text, "one\ntwo");
  EXPECT_EQ(outcome->structured.get()["n"], 1);
  EXPECT_TRUE(outcome->is_error);
  const Json& params = server.sent.front().request.params.get();
  EXPECT_EQ(params, (Json{{"name", "t"}, {"arguments", {{"a", 1}}}}));
}

TEST_F(ClientTest, EveryRequestOfTheModernEraCarriesItsMeta) {
  const auto client = connected(Era::modern, always({{"content", Json::array()}}));
  ASSERT_TRUE(client->call_tool("t", Json::object()).ok());
  const Json& params = server.sent.front().request.params.get();
  EXPECT_EQ(params["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
}

TEST_F(ClientTest, AllPagesAreListedAndUnusableToolsAreLeftOut) {
  const auto client = connected(Era::modern, [](const auto& request, Listener&) {
    const Json& params = request.params.get();
    if (params.contains("cursor")) {
      return answered(request, {{"tools", {{{"name", "b"}, {"inputSchema", Json::object()}}}}});
    }
    return answered(request, {{"tools",
                               {{{"name", "a"}, {"inputSchema", Json::object()}},
                                {{"name", "no schema"}},
                                {{"name", ""}, {"inputSchema", Json::object()}},
                                "nonsense"}},
                              {"nextCursor", "x"}});
  });
  const auto tools = client->list_tools();
  ASSERT_TRUE(tools.ok());
  ASSERT_EQ(tools->size(), 2U);
  EXPECT_EQ((*tools)[1].name, "b");
}

TEST_F(ClientTest, PagesThatDoNotEndAreAnError) {
  int page = 0;
  const auto client = connected(Era::legacy, [&](const auto& request, Listener&) {
    return answered(request, {{"tools", Json::array()}, {"nextCursor", std::to_string(++page)}});
  });
  EXPECT_EQ(client->list_tools().error().code, Code::parse_error);
  EXPECT_EQ(page, 100);
  const auto circle =
      connected(Era::legacy, always({{"tools", Json::array()}, {"nextCursor", "again"}}));
  EXPECT_EQ(circle->list_tools().error().code, Code::parse_error);
  EXPECT_EQ(server.sent.size(), 2U);
}

TEST_F(ClientTest, ResultsThatMakeNoSenseAreErrors) {
  for (const Json& result : {Json(), Json(3), Json("x"), Json::array(), Json{{"content", "text"}},
                             Json{{"resultType", "half"}}}) {
    SCOPED_TRACE(base::dump_line(result));
    const auto client = connected(Era::modern, always(result));
    EXPECT_EQ(client->call_tool("t", Json::object()).error().code, Code::parse_error);
  }
}

TEST_F(ClientTest, WhatIsNotAnsweredInTimeIsCancelledAndTheConnectionKept) {
  const auto client = connected(Era::legacy, failing({Kind::timed_out, "late"}));
  EXPECT_EQ(client->call_tool("t", Json::object()).error().code, Code::unavailable);
  EXPECT_EQ(server.cancelled, std::vector{server.sent.front().request.id});
  EXPECT_TRUE(client->is_open());
}

TEST_F(ClientTest, AServerThatHasGoneIsClosedAndAskedNoMore) {
  const auto client = connected(Era::legacy, failing({Kind::gone, "x has ended"}));
  EXPECT_EQ(client->call_tool("t", Json::object()).error().message, "x has ended");
  EXPECT_FALSE(client->is_open());
  EXPECT_EQ(client->list_tools().error().code, Code::unavailable);
  EXPECT_EQ(server.sent.size(), 1U);
  EXPECT_EQ(server.closed, 1);
}

TEST_F(ClientTest, ALostSessionIsBegunAgainOnce) {
  int calls = 0;
  const auto client = connected(Era::legacy, [&](const auto& request, Listener&) -> Answer {
    if (++calls == 1) return Failure{Kind::session_lost, "lost"};
    return answered(request, Json::object());
  });
  EXPECT_TRUE(client->call_tool("t", Json::object()).ok());
  EXPECT_EQ(server.sent[1].request.method, "initialize");
  const auto never = connected(Era::legacy, failing({Kind::session_lost, "lost"}));
  EXPECT_EQ(never->call_tool("t", Json::object()).error().code, Code::unavailable);
  EXPECT_EQ(server.sent.size(), 3U);
}

TEST_F(ClientTest, QuestionsOfTheModernEraAreAnsweredAndTheStateGivenBack) {
  ClientOptions options;
  options.handlers.elicit = [](const Json&) {
    return base::JsonBox(Json{{"action", "accept"}, {"content", Json::object()}});
  };
  const auto client = connected(
      Era::modern,
      [](const auto& request, Listener&) {
        if (request.params.get().contains("inputResponses")) {
          return answered(request, {{"content", Json::array()}});  // No type: complete.
        }
        return answered(request, {{"resultType", "input_required"},
                                  {"requestState", "opaque"},
                                  {"inputRequests", {{"k", {{"method", "elicitation/create"}}}}}});
      },
      std::move(options));
  ASSERT_TRUE(client->call_tool("t", Json::object()).ok());
  ASSERT_EQ(server.sent.size(), 2U);
  const Json& params = server.sent[1].request.params.get();
  EXPECT_EQ(params["requestState"], "opaque");
  EXPECT_EQ(params["inputResponses"]["k"]["action"], "accept");
  EXPECT_NE(server.sent[0].request.id, server.sent[1].request.id);
}

TEST_F(ClientTest, AServerThatAsksBackForEverIsLeft) {
  ClientOptions options;
  options.handlers.list_roots = [](const Json&) { return base::JsonBox(Json::object()); };
  const auto client = connected(Era::modern,
                                always({{"resultType", "input_required"},
                                        {"inputRequests", {{"k", {{"method", "roots/list"}}}}}}),
                                std::move(options));
  EXPECT_EQ(client->call_tool("t", Json::object()).error().code, Code::refused);
  EXPECT_EQ(server.sent.size(), 8U);
}

TEST_F(ClientTest, WithoutAHandlerAQuestionFailsTheCall) {
  const auto client = connected(
      Era::modern, always({{"resultType", "input_required"},
                           {"inputRequests", {{"k", {{"method", "sampling/createMessage"}}}}}}));
  const auto outcome = client->call_tool("t", Json::object());
  EXPECT_EQ(outcome.error().code, Code::refused);
  EXPECT_NE(outcome.error().message.find("sampling/createMessage"), std::string::npos);
}

TEST_F(ClientTest, ArgumentsThatTheSchemaNamesGoIntoHeaders) {
  const Json tool = {
      {"name", "t"},
      {"inputSchema",
       {{"properties", {{"region", {{"type", "string"}, {"x-mcp-header", "Region"}}}}}}}};
  const auto client = connected(Era::modern, [&](const auto& request, Listener&) {
    return request.method == "tools/list" ? answered(request, {{"tools", {tool}}})
                                          : answered(request, Json::object());
  });
  ASSERT_TRUE(client->list_tools().ok());
  ASSERT_TRUE(client->call_tool("t", {{"region", "eu"}}).ok());
  const std::vector<std::pair<std::string, std::string>> wanted{{"Mcp-Param-Region", "eu"}};
  EXPECT_EQ(server.sent.back().headers, wanted);
}

TEST_F(ClientTest, RequestsOfTheServerAreAnsweredWhileACallRuns) {
  std::vector<jsonrpc::Response> said;
  std::vector<std::string> logged;
  ClientOptions options;
  options.handlers.on_log = [&](const LogMessage& message) { logged.push_back(message.level); };
  const auto client = connected(
      Era::legacy,
      [&](const auto& request, Listener& listener) {
        for (const char* method : {"ping", "elicitation/create", "sampling/createMessage"}) {
          said.push_back(listener.on_request({jsonrpc::Id(std::string("q")), method, {}}));
        }
        listener.on_notification(
            {"notifications/message", base::JsonBox(Json{{"level", "error"}, {"data", 1}})});
        listener.on_notification({"notifications/message", {}});
        listener.on_notification({"notifications/progress", {}});
        return answered(request, Json::object());
      },
      std::move(options));
  ASSERT_TRUE(client->call_tool("t", Json::object()).ok());
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[0].result.get(), Json::object());
  EXPECT_EQ(said[1].result.get()["action"], "decline");
  EXPECT_EQ(said[2].error->code, jsonrpc::kMethodNotFound);
  EXPECT_EQ(logged, std::vector<std::string>{"error"});
}

}  // namespace
}  // namespace mcp::client
