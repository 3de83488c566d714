#include "mcp/modern.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/legacy.h"
#include "mcp/testing_server.h"

namespace mcp {
namespace {

using base::Json;

struct ModernScene : TestScene {
  std::shared_ptr<RecordingReply> ask(std::int64_t id, const char* method,
                                      Json params = Json::object(),
                                      Json capabilities = Json::object(),
                                      std::string principal = "me") {
    if (!params.contains("_meta")) params["_meta"] = modern_meta(std::move(capabilities));
    auto reply = std::make_shared<RecordingReply>();
    serve_modern(*server, {request_of(id, method, std::move(params)), std::move(principal), reply,
                           in_flight});
    return reply;
  }
  Json result(const char* method, Json params = Json::object()) {
    return ask(1, method, std::move(params))->answer()["result"];
  }

  std::shared_ptr<InFlight> in_flight = std::make_shared<InFlight>();
};

const Json kElicitation = {{"elicitation", Json::object()}};

TEST(ModernTest, DiscoverySaysWhatThereIs) {
  ModernScene scene;
  const Json result = scene.result("server/discover");
  EXPECT_EQ(result["resultType"], "complete");
  EXPECT_EQ(result["supportedVersions"], Json::array({"2026-07-28"}));
  EXPECT_EQ(result["capabilities"]["tools"]["listChanged"], true);
  EXPECT_EQ(result["instructions"], "Be kind.");
  EXPECT_EQ(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "test");
  EXPECT_EQ(result["ttlMs"], 30'000);
  EXPECT_EQ(result["cacheScope"], "private");
}

TEST(ModernTest, EveryResultHasATypeAndCacheableOnesALifetime) {
  ModernScene scene;
  for (const char* method :
       {"tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
    const Json result = scene.result(method);
    EXPECT_EQ(result["resultType"], "complete") << method;
    EXPECT_EQ(result["ttlMs"], 30'000) << method;
  }
  EXPECT_EQ(scene.result("resources/read", {{"uri", "test://a"}})["ttlMs"], 0);
  const Json called = scene.result("tools/call", {{"name", "echo"}});
  EXPECT_EQ(called["resultType"], "complete");
  EXPECT_FALSE(called.contains("ttlMs"));
}

TEST(ModernTest, WhatTheEraDoesNotHaveIsNotFound) {
  ModernScene scene;
  for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe",
                             "resources/unsubscribe", "unknown/method"}) {
    const auto reply = scene.ask(500, method);
    EXPECT_EQ(reply->answer()["error"]["code"], -32601) << method;
    EXPECT_EQ(reply->answer()["id"], 500);
    EXPECT_EQ(reply->status(), 404);
  }
  const auto without_meta = scene.ask(1, "tools/list", {{"_meta", Json::object()}});
  EXPECT_EQ(without_meta->answer()["error"]["code"], -32602);
  EXPECT_EQ(without_meta->status(), 400);
  const auto unknown = scene.ask(1, "tools/call", {{"name", "none"}});
  EXPECT_EQ(unknown->answer()["error"]["code"], -32602);
  EXPECT_EQ(unknown->status(), 200);
}

TEST(ModernTest, ACallThatNeedsAnswersEndsWithQuestionsAndGoesOnWithThem) {
  ModernScene scene;
  const Json asked =
      scene.ask(1, "tools/call", {{"name", "ask"}}, kElicitation)->answer()["result"];
  EXPECT_EQ(asked["resultType"], "input_required");
  EXPECT_EQ(asked["inputRequests"]["q"]["method"], "elicitation/create");
  Json again = {{"name", "ask"},
                {"inputResponses", {{"q", {{"action", "accept"}}}}},
                {"requestState", asked["requestState"]}};
  const Json result = scene.ask(2, "tools/call", again, kElicitation)->answer()["result"];
  EXPECT_EQ(result["structuredContent"]["state"]["n"], 1);
  EXPECT_EQ(result["structuredContent"]["answers"]["q"]["action"], "accept");
  // Without a state the handler decides; with a wrong one nobody does.
  again.erase("requestState");
  EXPECT_TRUE(scene.ask(3, "tools/call", again)->answer().contains("result"));
  again["requestState"] = asked["requestState"];
  EXPECT_EQ(scene.ask(4, "tools/call", again, kElicitation, "you")->answer()["error"]["code"],
            -32602);
  again["arguments"] = {{"x", 1}};
  EXPECT_EQ(scene.ask(5, "tools/call", again)->answer()["error"]["code"], -32602);
}

TEST(ModernTest, AnswersOfTheWrongFormAreRefused) {
  ModernScene scene;
  for (const Json& wrong : {Json(), Json(1), Json::array(), Json{{"q", 12345}}}) {
    EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "ask"}, {"inputResponses", wrong}})
                  ->answer()["error"]["code"],
              -32602);
  }
  EXPECT_EQ(
      scene.ask(1, "tools/call", {{"name", "ask"}, {"requestState", 7}})->answer()["error"]["code"],
      -32602);
}

TEST(ModernTest, AnUndeclaredCapabilityIsNamed) {
  ModernScene scene;
  const auto reply = scene.ask(1, "tools/call", {{"name", "ask"}});
  EXPECT_EQ(reply->answer()["error"]["code"], -32021);
  EXPECT_EQ(reply->answer()["error"]["data"]["requiredCapabilities"], kElicitation);
  EXPECT_EQ(reply->status(), 400);
}

TEST(ModernTest, LogMessagesAreSentOnlyWhereTheRequestAskedForThem) {
  ModernScene scene;
  scene.add("log", [](const Json&, CallContext& context) {
    context.log(LogLevel::info, "l", "hi");
    return text_result("");
  });
  EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "log"}})->size(), 1U);
  Json meta = modern_meta();
  meta["io.modelcontextprotocol/logLevel"] = "info";
  EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "log"}, {"_meta", meta}})->size(), 2U);
  meta["io.modelcontextprotocol/logLevel"] = "error";
  EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "log"}, {"_meta", meta}})->size(), 1U);
}

TEST(ModernTest, AListenerIsAcknowledgedFirstAndToldWithItsId) {
  ModernScene scene;
  const auto reply = scene.ask(7, "subscriptions/listen",
                               {{"notifications",
                                 {{"toolsListChanged", true},
                                  {"promptsListChanged", false},
                                  {"resourceSubscriptions", Json::array({"test://a"})}}}});
  EXPECT_EQ(base::dump_line(reply->message(0)),
            R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":)"
            R"({"notifications":{"toolsListChanged":true,"resourceSubscriptions":["test://a"]},)"
            R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
  scene.catalogue.remove_prompt("none");
  scene.catalogue.remove_tool("none");
  scene.resources->change();
  scene.server->subscriptions().poll();
  EXPECT_EQ(reply->message(1)["method"], "notifications/tools/list_changed");
  EXPECT_EQ(reply->message(2)["params"]["uri"], "test://a");
  EXPECT_EQ(reply->message(2)["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 7);
  EXPECT_EQ(reply->ends(), 0);
  scene.server->endings().end_all();
  EXPECT_EQ(base::dump_line(reply->answer()),
            R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete",)"
            R"("_meta":{"io.modelcontextprotocol/subscriptionId":7}}})");
  scene.catalogue.remove_tool("none");
  EXPECT_EQ(reply->size(), 4U);
  EXPECT_TRUE(scene.in_flight->wait_until_empty(base::Millis{0}));
}

TEST(ModernTest, ACancelledListenerHearsNothingMore) {
  ModernScene scene;
  const auto reply =
      scene.ask(7, "subscriptions/listen", {{"notifications", {{"toolsListChanged", true}}}});
  cancel_named(*scene.in_flight, {{"requestId", 7}});
  scene.catalogue.remove_tool("none");
  scene.server->endings().end_all();
  EXPECT_TRUE(reply->is_abandoned());
  EXPECT_EQ(reply->size(), 1U);
  EXPECT_EQ(reply->ends(), 1);
  EXPECT_TRUE(scene.in_flight->wait_until_empty(base::Millis{0}));
}

TEST(ModernTest, AFilterOfTheWrongFormIsRefused) {
  ModernScene scene;
  for (const Json& filter :
       {Json(), Json(1), Json{{"toolsListChanged", 1}}, Json{{"resourceSubscriptions", "x"}},
        Json{{"resourceSubscriptions", Json::array({1})}},
        Json{{"resourceSubscriptions", std::vector<std::string>(1001, "u")}}}) {
    const auto reply = scene.ask(1, "subscriptions/listen", {{"notifications", filter}});
    EXPECT_EQ(reply->answer()["error"]["code"], -32602);
    EXPECT_EQ(reply->size(), 1U);
  }
  EXPECT_EQ(scene.ask(1, "subscriptions/listen")->answer()["error"]["code"], -32602);
}

}  // namespace
}  // namespace mcp
