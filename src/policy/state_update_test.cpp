#include "policy/state_update.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "policy/testing_scene.h"
#include "policy/workflow.h"

namespace policy {
namespace {

using base::Code;
using base::Json;

model::Run a_run() {
  model::Run run;
  run.id.text = "6f1d2c3b-4a59-4687-9b0c-1d2e3f405162";
  run.mode = model::Mode::coding;
  run.version = 7;
  run.created_at = "2026-01-18T08:00:00.000Z";
  run.updated_at = "2026-01-18T09:00:00.000Z";
  run.project.text = "0123456789abcdef";
  run.key_id = "k1";
  run.owner =
      model::Lease{.host = "here", .boot_id = "b1", .pid = 42, .pid_start = 777, .extra = {}};
  run.protocol_start_evidence = {{"SERENA_INIT", "yes"}, {"SESSION_LOG", "a.md"}};
  run.extra = base::JsonBox(Json{{"branchesTouched", {"main"}}, {"newer", 1}});
  model::Decision decision;
  decision.type = model::DecisionType::scope;
  decision.decided_by = model::Agent::planner;
  return add_decision(run, decision, "d1", kNow)->run;
}

const StateUpdateOptions kByPerson{
    .asker = {.by = model::Author::person, .way = "terminal", .because = {}}};

base::Result<model::Run> update(const char* json, const StateUpdateOptions& options = {}) {
  return apply_state_update(a_run(), *base::parse_json(json), options, kNow);
}

TEST(StateUpdateTest, ModeGoesThroughTheSameRulesAsEveryOtherWayIn) {
  // B0-8, SC-17, S0-51
  const auto changed = update(R"({"currentMode":"planning","reason":"think"})", {.actor = "mcp"});
  ASSERT_TRUE(changed.ok());
  EXPECT_TRUE(changed->mode.is(model::Mode::planning));
  ASSERT_EQ(changed->mode_history.size(), 1U);
  EXPECT_EQ(changed->mode_history[0].reason, "think");
  EXPECT_EQ(changed->mode_history[0].actor, "mcp");
  EXPECT_EQ(update(R"({"currentMode":"disabled"})").error().code, Code::mode_forbidden);
  EXPECT_TRUE(update(R"({"currentMode":"disabled"})", kByPerson).ok());
  EXPECT_EQ(update(R"({"currentMode":"anlysis"})").error().code, Code::invalid_value);
}

TEST(StateUpdateTest, FeatureAndTaskAreTextOrCleared) {
  // S0-43
  auto changed = update(R"({"activeFeature":"login","activeTask":"3"})");
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(changed->active_feature, "login");
  EXPECT_EQ(changed->active_task, "3");
  changed = apply_state_update(*changed, Json{{"activeFeature", nullptr}}, {}, kNow);
  ASSERT_TRUE(changed.ok());
  EXPECT_FALSE(changed->active_feature);
  EXPECT_EQ(changed->active_task, "3");
}

TEST(StateUpdateTest, EvidenceIsMergedAndNullTakesOneOut) {
  // B0-14
  const auto changed = update(
      R"({"protocolStartEvidence":{"SESSION_LOG":null,"GIT_STATE":"clean"},
          "protocolEndEvidence":{"GIT_COMMIT":"abc"}})");
  ASSERT_TRUE(changed.ok());
  const std::map<std::string, std::string> start{{"SERENA_INIT", "yes"}, {"GIT_STATE", "clean"}};
  EXPECT_EQ(changed->protocol_start_evidence, start);
  EXPECT_EQ(changed->protocol_end_evidence.at("GIT_COMMIT"), "abc");
}

struct Refusal {
  const char* json;
  Code code;
  const char* begins;  // The message begins so.
};

TEST(StateUpdateTest, WhatMayNotBeSetIsRefusedByField) {
  // B0-8, B0-14
  const Refusal rows[] = {
      {R"({"sessionId":"other"})", Code::immutable_field, "sessionId:"},
      {R"({"createdAt":"2020-01-01T00:00:00Z"})", Code::immutable_field, "createdAt:"},
      {R"({"version":8})", Code::immutable_field, "version:"},
      {R"({"updatedAt":null})", Code::immutable_field, "updatedAt:"},
      {R"({"protocolStartComplete":true})", Code::immutable_field, "protocolStartComplete:"},
      {R"({"protocolEndComplete":true})", Code::immutable_field, "protocolEndComplete:"},
      {R"({"owner":{"host":"here","boot_id":"b1","pid":1,"pid_start":777}})", Code::immutable_field,
       "owner:"},
      {R"({"owner":null})", Code::immutable_field, "owner:"},
      {R"({"projectId":"x"})", Code::immutable_field, "projectId:"},
      {R"({"keyId":"x"})", Code::immutable_field, "keyId:"},
      {R"({"modeHistory":[{"mode":"coding","timestamp":"x"}]})", Code::immutable_field,
       "modeHistory:"},
      {R"({"_signature":"00"})", Code::immutable_field, "_signature:"},
      {R"({"pause":{"until":"2099-01-01T00:00:00Z"}})", Code::immutable_field, "pause:"},
      {R"({"endedAt":"2020-01-01T00:00:00Z"})", Code::immutable_field, "endedAt:"},
      {R"({"branchesTouched":[]})", Code::immutable_field, "branchesTouched:"},
      {R"({"newer":2})", Code::immutable_field, "newer:"},
      {R"({"orchestratorWorkflow":null})", Code::immutable_field, "orchestratorWorkflow:"},
      {R"({"orchestratorWorkflow":{"decisions":[]}})", Code::immutable_field,
       "orchestratorWorkflow.decisions:"},
      {R"({"orchestratorWorkflow":{"verdicts":[{"agent":"qa"}]}})", Code::immutable_field,
       "orchestratorWorkflow.verdicts:"},
      {R"({"orchestratorWorkflow":{"activeAgent":"qa"}})", Code::immutable_field,
       "orchestratorWorkflow.activeAgent:"},
      {R"({"orchestratorWorkflow":{"what":1}})", Code::invalid_params,
       "orchestratorWorkflow.what:"},
      {R"({"what":1})", Code::invalid_params, "what:"},
      {R"({"currentmode":"coding"})", Code::invalid_params, "currentmode:"},
      {R"({"reason":"alone"})", Code::invalid_params, "reason:"},
      {R"({"currentMode":"planning","reason":1})", Code::invalid_value, "reason:"},
      {R"({"currentMode":null})", Code::invalid_value, "currentMode:"},
      {R"({"activeFeature":1})", Code::invalid_value, "activeFeature:"},
      {R"({"activeTask":{}})", Code::invalid_value, "activeTask:"},
      {R"({"protocolStartEvidence":[]})", Code::invalid_value, "protocolStartEvidence:"},
      {R"({"protocolStartEvidence":null})", Code::invalid_value, "protocolStartEvidence:"},
      {R"({"protocolEndEvidence":{"a":1}})", Code::invalid_value, "protocolEndEvidence.a:"},
      {R"({"orchestratorWorkflow":{"workflowPhase":1}})", Code::invalid_value,
       "orchestratorWorkflow.workflowPhase:"},
      {R"({"orchestratorWorkflow":{"workflowPhase":"later"}})", Code::invalid_value,
       "orchestratorWorkflow.workflowPhase:"},
      {R"({})", Code::invalid_params, "update:"},
      {R"([])", Code::invalid_params, "update:"},
      {R"("currentMode")", Code::invalid_params, "update:"},
      {R"(null)", Code::invalid_params, "update:"},
  };
  for (const Refusal& row : rows) {
    SCOPED_TRACE(row.json);
    const auto refused = update(row.json, kByPerson);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, row.code);
    EXPECT_EQ(refused.error().message.find(row.begins), 0U) << refused.error().message;
  }
}

TEST(StateUpdateTest, ARefusalNamesTheCommandThatChangesTheField) {
  // B0-14
  EXPECT_NE(update(R"({"orchestratorWorkflow":{"decisions":[]}})")
                .error()
                .message.find("`holdfast decision add`"),
            std::string::npos);
  EXPECT_NE(update(R"({"pause":{}})").error().message.find("`holdfast pause`"), std::string::npos);
}

TEST(StateUpdateTest, TheWholeDocumentAsItStandsMayBeGivenBack) {
  // B0-14: who reads the state, changes one member and writes it back is not refused.
  const model::Run run = a_run();
  Json document = to_json(run);
  document["endedAt"] = nullptr;
  auto changed = apply_state_update(run, document, {}, kNow);
  ASSERT_TRUE(changed.ok()) << changed.error().message;
  EXPECT_EQ(to_json(*changed), to_json(run));
  document["currentMode"] = "analysis";
  changed = apply_state_update(run, document, {}, kNow);
  ASSERT_TRUE(changed.ok());
  EXPECT_TRUE(changed->mode.is(model::Mode::analysis));
  EXPECT_EQ(changed->workflow->decisions.size(), 1U);
}

TEST(StateUpdateTest, ThePhaseGoesOneStepForwardOrBackToAnyEarlier) {
  // S0-10
  const char* const phases[] = {"planning", "implementation", "validation", "complete"};
  for (std::size_t from = 0; from < 4; ++from) {
    for (std::size_t to = 0; to < 4; ++to) {
      SCOPED_TRACE(std::string(phases[from]) + " to " + phases[to]);
      model::Run run = a_run();
      run.workflow->phase = model::Named<model::WorkflowPhase>(phases[from]);
      const Json change{{"orchestratorWorkflow", {{"workflowPhase", phases[to]}}}};
      const auto result = apply_state_update(run, change, {}, kNow);
      if (to > from + 1) {
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, Code::refused);
        EXPECT_NE(result.error().message.find(phases[from + 1]), std::string::npos);
      } else {
        ASSERT_TRUE(result.ok());
        EXPECT_EQ(result->workflow->phase.text(), phases[to]);
        EXPECT_EQ(result->workflow->decisions.size(), 1U);
      }
    }
  }
}

TEST(StateUpdateTest, APhaseStartsTheWorkflowAndAnUnknownOneLeadsOnlyToPlanning) {
  // B0-25
  const auto set = [](model::Run run, const char* phase) {
    const Json change{{"orchestratorWorkflow", {{"workflowPhase", phase}}}};
    return apply_state_update(std::move(run), change, {}, kNow);
  };
  const auto started = set({}, "implementation");
  ASSERT_TRUE(started.ok());
  EXPECT_EQ(started->workflow->started_at, "2026-01-18T09:30:00.123Z");
  EXPECT_FALSE(set({}, "validation").ok());

  model::Run newer = a_run();
  newer.workflow->phase = model::Named<model::WorkflowPhase>("celebration");
  EXPECT_TRUE(set(newer, "celebration").ok());
  EXPECT_TRUE(set(newer, "planning").ok());
  EXPECT_EQ(set(newer, "validation").error().code, Code::refused);
}

TEST(StateUpdateTest, TextsAndEvidenceHaveLimits) {
  // B0-26
  const std::string longer(kTextBytesMax + 1, 'x');
  for (const Json& change :
       {Json{{"activeTask", longer}}, Json{{"protocolEndEvidence", {{"k", longer}}}},
        Json{{"protocolEndEvidence", {{longer, "v"}}}}}) {
    EXPECT_EQ(apply_state_update(a_run(), change, {}, kNow).error().code, Code::too_large);
  }
  Json many = Json::object();
  for (std::size_t i = 0; i <= kListItemsMax; ++i) many["k" + std::to_string(i)] = "v";
  const Json change{{"protocolEndEvidence", many}};
  EXPECT_EQ(apply_state_update(a_run(), change, {}, kNow).error().code, Code::too_large);
}

}  // namespace
}  // namespace policy
