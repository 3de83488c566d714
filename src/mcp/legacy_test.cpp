#include "mcp/legacy.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/testing_server.h"

namespace mcp {
namespace {

using base::Json;

struct LegacyScene : TestScene {
  explicit LegacyScene(std::size_t calls_max = 64) : TestScene(calls_max) {}

  std::shared_ptr<RecordingReply> ask(std::int64_t id, const char* method, Json params = nullptr) {
    auto reply = std::make_shared<RecordingReply>();
    serve_legacy(*server, session, request_of(id, method, std::move(params)), reply);
    return reply;
  }
  Json result(const char* method, Json params = nullptr) {
    return ask(1, method, std::move(params))->answer()["result"];
  }
  int error(const char* method, Json params = nullptr) {
    return ask(1, method, std::move(params))->answer()["error"]["code"];
  }
  void initialize(Json capabilities = {{"elicitation", Json::object()}}) {
    result("initialize", {{"protocolVersion", "2025-11-25"}, {"capabilities", capabilities}});
    note_legacy(*server, session, {"notifications/initialized", {}});
  }
  void note(const char* method, Json params) {
    note_legacy(*server, session, {method, base::JsonBox(std::move(params))});
  }

  std::vector<Json> notices;
  LegacySessionPtr session =
      std::make_shared<LegacySession>([this](const Json& message) { notices.push_back(message); });
};

TEST(LegacyTest, InitializeAnswersWithTheVersionAndWhatThereIs) {
  LegacyScene scene;
  const Json result =
      scene.result("initialize", {{"protocolVersion", "2025-06-18"},
                                  {"capabilities", {{"roots", Json::object()}}},
                                  {"clientInfo", {{"name", "codex"}, {"version", "0.166.0"}}}});
  EXPECT_EQ(result["protocolVersion"], "2025-06-18");
  EXPECT_EQ(result["serverInfo"], Json({{"name", "test"}, {"version", "1"}}));
  EXPECT_EQ(result["instructions"], "Be kind.");
  EXPECT_EQ(result["capabilities"]["resources"]["subscribe"], true);
  EXPECT_EQ(scene.session->client().name, "codex");
  EXPECT_TRUE(scene.session->has_capability("roots"));
  EXPECT_FALSE(scene.session->has_capability("sampling"));
  EXPECT_EQ(scene.result("initialize", {{"protocolVersion", "2026-07-28"}})["protocolVersion"],
            "2025-11-25");
  EXPECT_EQ(scene.error("initialize", Json::object()), -32602);
  EXPECT_EQ(scene.error("initialize"), -32602);
}

TEST(LegacyTest, PingAndUnknownMethods) {
  LegacyScene scene;
  EXPECT_EQ(scene.result("ping"), Json::object());
  EXPECT_EQ(scene.error("server/discover"), -32601);
  EXPECT_EQ(scene.error("tools/shout"), -32601);
  EXPECT_EQ(scene.ask(1, "tools/shout")->status(), 200);
}

TEST(LegacyTest, LogMessagesAreSentFromTheLevelThatWasSet) {
  LegacyScene scene;
  scene.add("log", [](const Json&, CallContext& context) {
    context.log(LogLevel::debug, "l", "low");
    context.log(LogLevel::error, "", {{"k", 1}});
    return text_result("");
  });
  EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "log"}})->size(), 1U);
  EXPECT_EQ(scene.result("logging/setLevel", {{"level", "warning"}}), Json::object());
  const auto reply = scene.ask(1, "tools/call", {{"name", "log"}});
  ASSERT_EQ(reply->size(), 2U);
  EXPECT_EQ(base::dump_line(reply->message(0)),
            R"({"jsonrpc":"2.0","method":"notifications/message",)"
            R"("params":{"level":"error","data":{"k":1}}})");
  scene.result("logging/setLevel", {{"level", "debug"}});
  EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "log"}})->size(), 3U);
  EXPECT_EQ(scene.error("logging/setLevel", {{"level", "loud"}}), -32602);
  EXPECT_EQ(scene.error("logging/setLevel"), -32602);
}

TEST(LegacyTest, ProgressIsSentWhereATokenWasGiven) {
  LegacyScene scene;
  scene.add("work", [](const Json&, CallContext& context) {
    context.progress(0.5, 2, "half");
    context.progress(2, std::nullopt, "");
    return text_result("");
  });
  EXPECT_EQ(scene.ask(1, "tools/call", {{"name", "work"}})->size(), 1U);
  const auto reply =
      scene.ask(1, "tools/call", {{"name", "work"}, {"_meta", {{"progressToken", 7}}}});
  EXPECT_EQ(base::dump_line(reply->message(0)["params"]),
            R"({"progressToken":7,"progress":0.5,"total":2,"message":"half"})");
  EXPECT_EQ(base::dump_line(reply->message(1)["params"]), R"({"progressToken":7,"progress":2})");
}

TEST(LegacyTest, SubscribersHearOfChangesOnceTheyAreInitialized) {
  LegacyScene scene;
  scene.catalogue.resources_changed();
  EXPECT_TRUE(scene.notices.empty());
  scene.initialize();
  scene.catalogue.resources_changed();
  ASSERT_EQ(scene.notices.size(), 1U);
  EXPECT_EQ(scene.notices[0]["method"], "notifications/resources/list_changed");
  EXPECT_EQ(scene.result("resources/subscribe", {{"uri", "test://a"}}), Json::object());
  EXPECT_EQ(scene.error("resources/subscribe", Json::object()), -32602);
  scene.resources->change();
  scene.server->subscriptions().poll();
  ASSERT_EQ(scene.notices.size(), 2U);
  EXPECT_EQ(scene.notices[1]["params"]["uri"], "test://a");
  scene.result("resources/unsubscribe", {{"uri", "test://a"}});
  scene.resources->change();
  scene.server->subscriptions().poll();
  scene.session->end(scene.server->subscriptions());
  scene.catalogue.resources_changed();
  EXPECT_EQ(scene.notices.size(), 2U);
}

TEST(LegacyTest, AQuestionIsAskedOverTheSameStreamAndTheCallGoesOn) {
  LegacyScene scene;
  scene.initialize();
  const auto reply = scene.ask(5, "tools/call", {{"name", "ask"}});
  const Json asked = reply->message(0);
  EXPECT_EQ(asked["method"], "elicitation/create");
  EXPECT_EQ(asked["params"]["message"], "?");
  // Others are served meanwhile.
  EXPECT_EQ(scene.result("ping"), Json::object());
  scene.session->pending().settle(
      jsonrpc::result_of(*jsonrpc::Id::from_json(asked["id"]), {{"action", "accept"}}));
  const Json result = reply->answer()["result"];
  EXPECT_EQ(result["structuredContent"]["answers"]["q"]["action"], "accept");
  EXPECT_EQ(result["structuredContent"]["state"]["n"], 1);
  EXPECT_EQ(scene.session->pending().size(), 0U);
}

TEST(LegacyTest, AQuestionThatGetsNoAnswerFailsTheCall) {
  LegacyScene scene;
  scene.initialize();
  const auto refused = scene.ask(1, "tools/call", {{"name", "ask"}});
  const auto id = *jsonrpc::Id::from_json(refused->message(0)["id"]);
  scene.session->pending().settle(jsonrpc::error_of(id, {-1, "no", {}}));
  EXPECT_EQ(refused->answer()["error"]["code"], -32603);
  EXPECT_EQ(refused->size(), 2U);
  const auto gone = scene.ask(2, "tools/call", {{"name", "ask"}});
  gone->message(0);
  scene.session->pending().close();
  EXPECT_EQ(gone->answer()["error"]["code"], -32603);
  LegacyScene incapable;
  incapable.initialize(Json::object());
  EXPECT_EQ(incapable.ask(1, "tools/call", {{"name", "ask"}})->answer()["error"]["code"], -32602);
}

TEST(LegacyTest, ACallThatNeverStopsAskingIsStopped) {
  LegacyScene scene;
  scene.initialize();
  scene.add("nag", [](const Json&, CallContext&) { return question("elicitation/create"); });
  const auto reply = scene.ask(1, "tools/call", {{"name", "nag"}});
  for (std::size_t i = 0; i < 16; ++i) {
    const auto id = *jsonrpc::Id::from_json(reply->message(i)["id"]);
    scene.session->pending().settle(jsonrpc::result_of(id, Json::object()));
  }
  EXPECT_EQ(reply->answer()["error"]["code"], -32603);
}

TEST(LegacyTest, ACancelledCallStopsWaitingAndIsNotAnswered) {
  LegacyScene scene;
  scene.initialize();
  const auto reply = scene.ask(9, "tools/call", {{"name", "ask"}});
  const Json asked = reply->message(0);
  scene.note("notifications/cancelled", {{"requestId", 8}});
  scene.note("notifications/cancelled", Json());
  scene.note("notifications/cancelled", {{"requestId", 9}, {"reason", "bored"}});
  EXPECT_TRUE(reply->is_abandoned());
  EXPECT_EQ(reply->message(1)["method"], "notifications/cancelled");
  EXPECT_EQ(reply->message(1)["params"]["requestId"], asked["id"]);
  EXPECT_EQ(reply->ends(), 1);
}

TEST(LegacyTest, AnIdThatIsUnderWayIsRefusedAndTooManyCallsAre) {
  LegacyScene scene(1);
  scene.initialize();
  const auto first = scene.ask(1, "tools/call", {{"name", "ask"}});
  first->message(0);
  EXPECT_EQ(scene.ask(1, "tools/list")->answer()["error"]["code"], -32600);
  EXPECT_EQ(scene.ask(2, "tools/list")->answer()["error"]["code"], -32000);
  scene.session->pending().close();
  first->answer();
}

TEST(LegacyTest, ACallThatWaitsHoldsNobodyUp) {
  LegacyScene scene;
  std::mutex gate;
  std::unique_lock closed(gate);
  scene.add(
      "wait",
      [&](const Json&, CallContext& context) {
        const std::lock_guard pass(gate);
        return text_result(context.is_cancelled() ? "cancelled" : "done");
      },
      true);
  const auto waiting = scene.ask(1, "tools/call", {{"name", "wait"}});
  EXPECT_EQ(scene.ask(2, "tools/list")->answer()["id"], 2);
  EXPECT_EQ(waiting->size(), 0U);
  closed.unlock();
  EXPECT_EQ(waiting->answer()["result"]["content"][0]["text"], "done");
}

}  // namespace
}  // namespace mcp
