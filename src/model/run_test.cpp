#include "model/run.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/test_support.h"

namespace model {
namespace {

using base::Json;

Json full_run() { return base::parse_json(kFullRunText).value(); }

// S0-5, S0-80: and in the order of the document, so that notes are pleasant to compare.
TEST(RunTest, ARunWithEveryFieldIsWrittenAsItWasRead) {
  const Json document = full_run();
  const model::Run run = run_from_json(document).value();
  EXPECT_EQ(base::dump_pretty(to_json(run)), base::dump_pretty(document));
}

TEST(RunTest, EveryFieldIsReadIntoItsPlace) {
  const model::Run run = run_from_json(full_run()).value();
  EXPECT_EQ(run.id.text, "cad0ac4d-3933-45ad-9a1c-14aec05bb940");
  EXPECT_EQ(run.id.brief(), "cad0ac4d");  // S4-18
  EXPECT_TRUE(run.mode.is(Mode::planning));
  ASSERT_EQ(run.mode_history.size(), 2U);
  EXPECT_TRUE(run.mode_history[0].mode.is(Mode::analysis));
  EXPECT_EQ(run.mode_history[1].reason, "spec read");
  EXPECT_EQ(run.mode_history[1].actor, "cli");
  EXPECT_TRUE(run.protocol_start_complete);
  EXPECT_FALSE(run.protocol_end_complete);
  EXPECT_EQ(run.protocol_start_evidence.at("SERENA_INIT"), "ok");
  EXPECT_EQ(run.protocol_end_evidence.at("GIT_COMMIT"), "abcdef0");
  ASSERT_TRUE(run.workflow.has_value());
  EXPECT_EQ(run.active_feature, "2026-01-18_signing_ab12");
  EXPECT_EQ(run.active_task, "3");
  EXPECT_EQ(run.version, 41);
  EXPECT_EQ(run.created_at, "2026-01-18T09:00:00.000Z");
  EXPECT_EQ(run.updated_at, "2026-01-18T09:04:00.000Z");
  EXPECT_EQ(run.project.text, "0123456789abcdef");
  EXPECT_EQ(run.key_id, "fedcba9876543210");
  EXPECT_EQ(run.host, "claude-code");
  EXPECT_EQ(run.host_id, "CAD0AC4D-3933-45AD-9A1C-14AEC05BB940");
  ASSERT_TRUE(run.owner.has_value());
  EXPECT_EQ(run.owner->host, "box");
  EXPECT_EQ(run.owner->boot_id, "b-1");
  EXPECT_EQ(run.owner->pid, 4242);
  EXPECT_EQ(run.owner->pid_start, 18446744073709551615U);
  EXPECT_EQ(run.heartbeat_at, "2026-01-18T09:04:00.000Z");
  EXPECT_EQ(run.ended_at, "2026-01-18T10:00:00.000Z");
  EXPECT_EQ(run.end_reason, "logout");
  ASSERT_TRUE(run.pause.has_value());
  EXPECT_EQ(run.pause->until, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(run.pause->reason, "lunch");
  EXPECT_EQ(run.pause->actor, "cli");
  EXPECT_EQ(run.worktree, "/home/dev/project");
  EXPECT_EQ(run.transcript_path, "/home/dev/.claude/t.jsonl");
  EXPECT_EQ(run.resumed_from, "00000000-0000-4000-8000-000000000000");
  EXPECT_TRUE(run.protocol->current_phase.is(ProtocolPhase::working));
  EXPECT_EQ(run.protocol->extra.get()["x-protocol"], "newer");
}

// B0-25
TEST(RunTest, AKeyOfANewerWriterIsKeptInWhateverObjectItStands) {
  std::vector<std::string> paths;
  collect_objects(full_run(), "", paths);
  ASSERT_GT(paths.size(), 20U);
  for (const std::string& path : paths) {
    // Maps of texts or of objects of ours: all of their keys are known.
    if (path.ends_with("vidence") || path == "/protocol/gates") continue;
    SCOPED_TRACE(path);
    Json document = full_run();
    document[Json::json_pointer(path)]["zzz-newer"] = {{"any", {1, nullptr, "x"}}};
    const auto run = run_from_json(document);
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(to_json(*run), document);
  }
}

// B0-25: tolerant on read.
TEST(RunTest, ANameThatThisVersionDoesNotKnowIsKept) {
  for (const char* path :
       {"/currentMode", "/modeHistory/0/mode", "/orchestratorWorkflow/activeAgent",
        "/orchestratorWorkflow/workflowPhase", "/orchestratorWorkflow/agentHistory/0/agent",
        "/orchestratorWorkflow/agentHistory/0/status",
        "/orchestratorWorkflow/agentHistory/0/handoffFrom",
        "/orchestratorWorkflow/agentHistory/0/handoffTo", "/orchestratorWorkflow/decisions/0/type",
        "/orchestratorWorkflow/decisions/0/decidedBy",
        "/orchestratorWorkflow/decisions/0/approvedBy/1",
        "/orchestratorWorkflow/decisions/0/rejectedBy/0", "/orchestratorWorkflow/verdicts/0/agent",
        "/orchestratorWorkflow/verdicts/0/decision",
        "/orchestratorWorkflow/pendingHandoffs/0/fromAgent",
        "/orchestratorWorkflow/pendingHandoffs/0/toAgent"}) {
    SCOPED_TRACE(path);
    Json document = full_run();
    document.at(Json::json_pointer(path)) = "of-tomorrow";
    const auto run = run_from_json(document);
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(to_json(*run), document);
  }
}

TEST(RunTest, AnUnknownModeIsNoModeThatAnyRuleKnows) {
  const model::Run run =
      run_from_json({{"sessionId", "x"}, {"currentMode", "anlysis"}, {"version", 1}})
          .value();  // B0-31
  EXPECT_EQ(run.mode.text(), "anlysis");
  EXPECT_EQ(run.mode.known(), std::nullopt);
  for (const Mode mode : {Mode::analysis, Mode::planning, Mode::coding, Mode::disabled}) {
    EXPECT_FALSE(run.mode.is(mode));
    EXPECT_EQ(ModeName(mode).known(), mode);  // S0-6
  }
}

TEST(RunTest, TheSmallestNoteOfTheDocumentIsRead) {
  const model::Run run =
      run_from_json({{"sessionId", "x"}, {"currentMode", "coding"}, {"version", 1}}).value();
  EXPECT_EQ(run.workflow.has_value(), false);
  EXPECT_EQ(run.active_feature, std::nullopt);
  EXPECT_TRUE(run.extra.get().is_null());
  const Json json = to_json(run);
  EXPECT_TRUE(json.at("orchestratorWorkflow").is_null());
  for (const char* key : {"activeFeature", "activeTask", "endedAt", "owner", "pause"}) {
    EXPECT_FALSE(json.contains(key)) << key;  // S0-5: optional.
  }
}

TEST(RunTest, AMissingFieldThatMustBeThereIsNamed) {
  for (const char* key : {"sessionId", "currentMode", "version"}) {
    Json document = full_run();
    document.erase(key);
    const auto run = run_from_json(document);
    ASSERT_FALSE(run.ok()) << key;
    EXPECT_EQ(run.error().code, base::Code::parse_error);
    EXPECT_TRUE(run.error().message.starts_with(std::string(key) + ": ")) << run.error().message;
  }
}

// A value of the wrong kind in any place is an error that names the place, never a guess.
TEST(RunTest, AFieldOfTheWrongKindIsNamedWithItsPath) {
  struct Row {
    const char* path;
    Json wrong;
    const char* message;
  };
  const std::vector<Row> rows = {
      {"/sessionId", 5, "sessionId: "},
      {"/version", 1.5, "version: "},
      {"/protocolStartComplete", "true", "protocolStartComplete: "},
      {"/protocolStartEvidence/SERENA_INIT", true, "protocolStartEvidence: "},
      {"/owner/pid", "4242", "owner.pid: "},
      {"/owner/pid_start", -1, "owner.pid_start: "},
      {"/pause/until", 5, "pause.until: "},
      {"/modeHistory", 5, "modeHistory: "},
      {"/modeHistory/1/timestamp", 5, "modeHistory[1].timestamp: "},
      {"/orchestratorWorkflow", "none", "orchestratorWorkflow: "},
      {"/orchestratorWorkflow/agentHistory/0/input/artifacts", "spec.md",
       "orchestratorWorkflow.agentHistory[0].input.artifacts: "},
      {"/orchestratorWorkflow/agentHistory/0/output/blockers/0", 5,
       "orchestratorWorkflow.agentHistory[0].output.blockers: "},
      {"/orchestratorWorkflow/decisions/0", 5,
       "orchestratorWorkflow.decisions[0].not a JSON object"},
      {"/orchestratorWorkflow/verdicts/0/confidence", "high",
       "orchestratorWorkflow.verdicts[0].confidence: "},
      {"/orchestratorWorkflow/compactionHistory/0/count", 0.5,
       "orchestratorWorkflow.compactionHistory[0].count: "},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.path);
    Json document = full_run();
    document.at(Json::json_pointer(row.path)) = row.wrong;
    const auto run = run_from_json(document);
    ASSERT_FALSE(run.ok());
    EXPECT_EQ(run.error().code, base::Code::parse_error);
    EXPECT_TRUE(run.error().message.starts_with(row.message)) << run.error().message;
  }
  EXPECT_FALSE(run_from_json(Json::array()).ok());
  EXPECT_FALSE(run_from_json("text").ok());
}

}  // namespace
}  // namespace model
