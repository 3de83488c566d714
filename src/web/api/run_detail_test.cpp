#include <gtest/gtest.h>

#include "engine/gate.h"
#include "engine/history.h"
#include "web/api/run_event_json.h"
#include "web/api/test_depth.h"

namespace web {
namespace {

using base::Json;

class RunDetailRoutesTest : public DepthTest {
 protected:
  RunDetailRoutesTest() {
    put("api/.holdfast/config.yaml", "gate:\n  initial_mode: analysis\n");
    tell(model::EventKind::session_start, kRun);
    tell(model::EventKind::prompt, kRun, "", "", "<script>alert(1)</script>");
    tell(model::EventKind::before_tool, kRun, "Write", "agent-7");
    updated();
  }
};

// S2-7
TEST_F(RunDetailRoutesTest, ARunHasTheShapeOfTheContract) {
  const Json detail = get("runs/7d1054b6");
  expect_keys(detail, {"run", "is_readable", "problem", "paused_until", "loosened", "feature",
                       "task", "agents", "decisions", "verdicts", "handoffs", "protocol",
                       "requirements", "pins", "versions", "sent_at"});
  EXPECT_EQ(detail["run"]["id"], kRun);
  EXPECT_EQ(detail["is_readable"], true);
  EXPECT_EQ(detail["problem"], nullptr);
  EXPECT_GE(detail["versions"], 1);
  ASSERT_FALSE(detail["agents"].empty());
  expect_keys(detail["agents"][0],
              {"id", "parent", "role", "type", "name", "model", "status", "started_at",
               "completed_at", "input_tokens", "output_tokens", "cost_usd"});
  EXPECT_EQ(status("runs/nobody"), 404);
}

TEST_F(RunDetailRoutesTest, ADenialTellsWhatWhyTells) {
  const Json page = get(std::string("runs/") + kRun + "/events?kind=denied");
  ASSERT_EQ(page["items"].size(), 1U) << page;
  const Json& event = page["items"][0];
  expect_keys(event, {"seq", "at", "kind", "actor", "agent", "summary", "gate", "payload"});
  EXPECT_EQ(event["agent"], "agent-7");
  const Json& gate = event["gate"];
  expect_keys(gate, {"allowed", "tool", "rule", "mode", "targets", "command", "message", "missing",
                     "next_step", "warning", "source", "unmet", "decision_id"});
  auto workspace = engine::Workspace::open(system(), at("api"));
  ASSERT_TRUE(workspace.ok());
  const auto past = engine::find_decision(*workspace, gate["decision_id"]);
  ASSERT_TRUE(past.ok()) << past.error().message;
  EXPECT_EQ(gate["message"], past->decision.message);
  EXPECT_EQ(gate["rule"], model::name_of(past->decision.rule));
  EXPECT_EQ(gate["mode"], "analysis");
  EXPECT_EQ(gate["allowed"], false);
}

TEST_F(RunDetailRoutesTest, PagesFollowTheirCursorsAndOthersAreRefused) {
  const std::string events = std::string("runs/") + kRun + "/events";
  const Json first = get(events + "?limit=1");
  ASSERT_EQ(first["items"].size(), 1U);
  const Json second = get(events + "?limit=1&cursor=" + first["next"].get<std::string>());
  EXPECT_EQ(second["items"][0]["seq"].get<int>() + 1, first["items"][0]["seq"]);
  EXPECT_EQ(get(events)["next"], nullptr);
  EXPECT_EQ(get(events + "?kind=prompt,nothing")["items"].size(), 1U);
  for (const char* const bad : {"?cursor=x", "?cursor=3", "?limit=0", "?limit=501", "?limit=x"}) {
    EXPECT_EQ(status(events + bad), 400) << bad;
  }
}

TEST_F(RunDetailRoutesTest, VersionsStatesAndDifferencesAreTold) {
  auto workspace = engine::Workspace::open(system(), at("api"));
  ASSERT_TRUE(workspace.ok());
  give_operator_token();
  ASSERT_TRUE(engine::set_mode(*workspace, {kRun}, {"planning", "why not"}, {}).ok());
  const std::string run = std::string("runs/") + kRun;
  const Json versions = get(run + "/versions");
  expect_keys(versions["items"][0], {"version", "at", "actor", "what"});
  const std::int64_t newest = versions["items"][0]["version"];
  EXPECT_EQ(get(run + "/state")["currentMode"], "planning");
  EXPECT_EQ(get(run + "/state?version=" + std::to_string(newest - 1))["currentMode"], "analysis");
  const Json diff =
      get(run + "/diff?from=" + std::to_string(newest - 1) + "&to=" + std::to_string(newest));
  expect_keys(diff, {"from", "to", "differences"});
  ASSERT_FALSE(diff["differences"].empty());
  expect_keys(diff["differences"][0], {"path", "change", "before", "after"});
  EXPECT_EQ(status(run + "/state?version=9999"), 404);
  EXPECT_EQ(status(run + "/state?version=-1"), 400);
  EXPECT_EQ(status(run + "/diff?from=x"), 400);
}

TEST(RunEventJsonTest, NoPayloadBreaksIt) {
  const model::RunId run{"7d1054b6-2839-4e27-bcef-43e6e47ca4b4"};
  for (const char* const payload :
       {"null", "[]", "7", "\"x\"", "{}", R"({"allowed":"no"})", R"({"allowed":false})",
        R"({"allowed":false,"tool":7,"targets":{"a":1},"unmet":[1,{}],"source":{"line":"x"}})",
        R"({"allowed":true,"targets":[1,null,"a"],"agent":[]})"}) {
    for (const char* const kind :
         {"gate", "permission", "prompt", "state", "requirement", "work"}) {
      SCOPED_TRACE(std::string(kind) + payload);
      model::JournalEvent event;
      event.seq = 42;
      event.kind = kind;
      event.payload = base::JsonBox(Json::parse(payload));
      const Json json = run_event_to_json(run, event);
      EXPECT_EQ(json["seq"], 42);
      if (!json["gate"].is_null()) {
        EXPECT_EQ(json["gate"]["decision_id"], "7d1054b6-42");
      }
    }
  }
}

TEST(RunEventJsonTest, ASummaryIsCutBetweenCharacters) {
  model::JournalEvent event;
  event.kind = "prompt";
  std::string text;
  while (text.size() < 5000) text += "ä";
  event.payload = base::JsonBox(Json{{"text", text}});
  const std::string summary = run_event_to_json({"x"}, event)["summary"];
  EXPECT_LE(summary.size(), 1000U);
  EXPECT_EQ(summary.size() % 2, 0U);
}

}  // namespace
}  // namespace web
