#include "engine/protocol.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "engine/memory.h"
#include "engine/test_protocol.h"

namespace engine {
namespace {

using base::Code;

struct ProtocolEngineTest : ::testing::Test {
  ProtocolScene scene;
};

// S1-24, S1-26, SC-23
TEST_F(ProtocolEngineTest, ASessionBeginsWithItsNumberItsLogAndItsMemory) {
  const auto started = scene.start();
  ASSERT_TRUE(started.ok()) << started.error().message;
  EXPECT_EQ(started->protocol.session_id, "2026-01-18-session-01");
  EXPECT_EQ(started->protocol.started_at, "2026-01-18T09:30:00Z");
  EXPECT_EQ(started->protocol.branch, "main");
  EXPECT_EQ(started->protocol.starting_commit, ProtocolScene::kCommit);
  EXPECT_EQ(started->blocked_until, (std::vector<std::string>{"SERENA_INIT", "SKILL_VALIDATION",
                                                              "CONTEXT_RETRIEVAL", "SESSION_LOG"}));
  EXPECT_TRUE(started->warnings.empty());
  EXPECT_NE(scene.memory("session-current-state").find("**Objective**: Test"), std::string::npos);
  EXPECT_TRUE(scene.fake.files.peek("/home/dev/project/.agents/sessions/2026-01-18-session-01.md"));
  const auto exclude = scene.fake.files.peek("/home/dev/project/.git/info/exclude");
  ASSERT_TRUE(exclude);
  EXPECT_NE(exclude->find("session-current-state"), std::string::npos);
}

// S1-20, C-9
TEST_F(ProtocolEngineTest, AnotherLiveConversationOfTheWorktreeCannotBeginASecondOne) {
  ASSERT_TRUE(scene.start().ok());
  scene.send(scene.event(model::EventKind::session_start, Scene::kOtherRun));
  const auto second = scene.start(Scene::kOtherRun);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::session_active);
  EXPECT_TRUE(
      second.error().message.starts_with("Session already active. Call session_end() first."));
  EXPECT_NE(second.error().message.find("process 50"), std::string::npos);
  EXPECT_EQ(scene.start(Scene::kRun, {.objective = "x", .resume = true})->resumed, true);

  scene.configure("protocol:\n  exclusive: false\n");
  const auto beside = scene.start(Scene::kOtherRun);
  ASSERT_TRUE(beside.ok()) << beside.error().message;
  EXPECT_EQ(beside->protocol.session_id, "2026-01-18-session-02");
  EXPECT_FALSE(scene.memory("session-current-state-2026-01-18-session-02").empty());
  EXPECT_NE(scene.memory("session-current-state").find("session-02"), std::string::npos);
}

// B1-5, SC-40
TEST_F(ProtocolEngineTest, AnOldSessionWhoseOwnerCannotBeSeenIsAbandonedAfterADay) {
  ASSERT_TRUE(scene.start().ok());
  scene.fake.processes.set_host_name("another-machine");
  scene.send(scene.event(model::EventKind::session_start, Scene::kOtherRun));
  EXPECT_EQ(scene.start(Scene::kOtherRun).error().code, Code::session_active);
  scene.fake.clock.advance(std::chrono::hours(25));
  const auto next = scene.start(Scene::kOtherRun);
  ASSERT_TRUE(next.ok()) << next.error().message;
  EXPECT_EQ(scene.protocol().ended->status, "ABANDONED");
  EXPECT_NE(scene.memory("session-history").find("ABANDONED"), std::string::npos);
}

// S1-33, SC-33, B1-6, S1-112
TEST_F(ProtocolEngineTest, AStartGateThatFailsAgainBlocksUntilItPasses) {
  ASSERT_TRUE(scene.start().ok());
  ASSERT_TRUE(scene.advance("WORKING")->success);
  const os::Path log = "/home/dev/project/.agents/sessions/2026-01-18-session-01.md";
  const std::string text = *scene.fake.files.peek(log);
  ASSERT_TRUE(scene.fake.files.remove(log).ok());
  EXPECT_EQ(scene.validate("SESSION_LOG")->status, "FAIL");
  EXPECT_EQ(scene.protocol().current_phase.text(), "BLOCKED");
  EXPECT_EQ(scene.advance("DOCUMENTING").error().code, Code::session_blocked);
  scene.fake.files.poke(log, text);
  const auto on = scene.advance("DOCUMENTING");
  ASSERT_TRUE(on.ok()) << on.error().message;
  EXPECT_EQ(on->current_phase, "DOCUMENTING");
  ASSERT_FALSE(on->protocol.violations.empty());
  EXPECT_TRUE(on->protocol.violations[0].recovery.has_value());
  EXPECT_NE(scene.memory("session-violations-log").find("SESSION_LOG"), std::string::npos);
}

// B1-17, SC-34: the content counts, not the commit.
TEST_F(ProtocolEngineTest, AReviewOutlivesTheCommitAndNotTheNextChange) {
  ASSERT_TRUE(scene.start().ok());
  scene.fake.files.poke("/home/dev/project/a.cpp", "int a;");
  scene.changed = {"a.cpp"};
  scene.uncommitted = {"a.cpp"};
  EXPECT_EQ(scene.validate("QA_VALIDATION")->status, "FAIL");
  scene.fake.clock.advance(std::chrono::seconds(1));
  scene.fake.files.poke("/home/dev/project/.agents/qa/2026-01-18-session-01.md", "fine");
  EXPECT_EQ(scene.validate("QA_VALIDATION")->status, "PASS");
  const std::string before = scene.protocol().gates.at("QA_VALIDATION").fingerprint;
  scene.uncommitted.clear();
  scene.commits = 1;
  EXPECT_EQ(scene.validate("QA_VALIDATION")->status, "PASS");
  EXPECT_EQ(scene.protocol().gates.at("QA_VALIDATION").fingerprint, before);
  scene.fake.files.poke("/home/dev/project/a.cpp", "int b;");
  EXPECT_EQ(scene.validate("ALL")->status, "FAIL");
  EXPECT_NE(scene.protocol().gates.at("QA_VALIDATION").fingerprint, before);
}

// B1-24
TEST_F(ProtocolEngineTest, WhatWasChangedBeforeAndIsStillTheSameIsNoWork) {
  scene.fake.files.poke("/home/dev/project/old.cpp", "int old;");
  scene.untracked = {"old.cpp"};
  ASSERT_TRUE(scene.start().ok());
  EXPECT_EQ(scene.validate("GIT_COMMIT")->status, "SKIPPED");
  scene.fake.files.poke("/home/dev/project/old.cpp", "int changed;");
  EXPECT_EQ(scene.validate("GIT_COMMIT")->status, "FAIL");
  scene.untracked = {".serena/memories/session-history.md", ".holdfast/x",
                     ".agents/sessions/2026-01-18-session-01.md"};
  EXPECT_EQ(scene.validate("GIT_COMMIT")->status, "SKIPPED");
  scene.untracked = {".serena/memories/session-notes.md"};
  EXPECT_EQ(scene.validate("GIT_COMMIT")->status, "FAIL") << "A memory of somebody else's.";
}

// B1-30, B1-11
TEST_F(ProtocolEngineTest, InEnforceTheAgentsWordIsNotEnough) {
  scene.fake.files.poke("/home/dev/project/.claude/skills/github/scripts/x.sh", "x");
  scene.configure("protocol:\n  enforcement: enforce\n");
  ASSERT_TRUE(scene.start().ok());
  const auto claimed = scene.record({.gate = "SKILL_VALIDATION",
                                     .type = "manual",
                                     .evidence = "I have read it",
                                     .step = "Read skill-usage-mandatory"});
  ASSERT_TRUE(claimed.ok()) << claimed.error().message;
  EXPECT_EQ(claimed->trust, "claimed");
  EXPECT_EQ(scene.advance("SKILLS_VALIDATED")->blocked_by, std::vector<std::string>{"SERENA_INIT"});
  model::HostEvent event = scene.event(model::EventKind::after_tool);
  for (const char* tool : {"mcp__serena__activate_project", "mcp__serena__initial_instructions"}) {
    event.call.tool = tool;
    scene.send(event);
  }
  EXPECT_EQ(scene.advance("SKILLS_VALIDATED")->blocked_by,
            std::vector<std::string>{"SKILL_VALIDATION"});
  event.call.tool = "Read";
  event.call.targets = {"/home/dev/project/.serena/memories/skill-usage-mandatory.md"};
  scene.send(event);
  EXPECT_TRUE(scene.advance("SKILLS_VALIDATED")->success);
}

// S1-84: in `enforce` a false claim is a violation, and the truth repairs it.
TEST_F(ProtocolEngineTest, AFalseClaimIsRefusedAndInEnforceOnRecord) {
  scene.fake.files.poke("/home/dev/project/.agents/HANDOFF.md", "# Handoff\n");
  ASSERT_TRUE(scene.start().ok());
  const EvidenceRequest lie{.gate = "CONTEXT_RETRIEVAL",
                            .type = "content_hash",
                            .evidence = "abc1234",
                            .step = std::nullopt};
  EXPECT_EQ(scene.record(lie).error().code, Code::invalid_evidence);
  EXPECT_TRUE(scene.protocol().violations.empty());
  scene.configure("protocol:\n  enforcement: enforce\n");
  EXPECT_EQ(scene.record(lie).error().code, Code::invalid_evidence);
  EXPECT_EQ(scene.protocol().current_phase.text(), "VIOLATION");
  EvidenceRequest truth = lie;
  truth.evidence = base::to_hex(base::sha256("# Handoff\n"));
  ASSERT_TRUE(scene.record(truth).ok());
  EXPECT_EQ(scene.protocol().current_phase.text(), "INIT");
  EXPECT_EQ(
      scene.record({.gate = "SESSION_LOG", .type = "file_path", .evidence = "../../etc/passwd"})
          .error()
          .code,
      Code::invalid_evidence);
  EXPECT_EQ(scene.record({.gate = "GIT_COMMIT", .type = "commit_sha", .evidence = "--upload"})
                .error()
                .code,
            Code::invalid_evidence);
}

// B1-22: evidence is redacted and bounded.
TEST_F(ProtocolEngineTest, EvidenceIsBoundedAndHasNoSecrets) {
  ASSERT_TRUE(scene.start().ok());
  ASSERT_TRUE(scene
                  .record({.gate = "SERENA_INIT",
                           .type = "tool_output",
                           .evidence = "token=abcdef0123456789abcdef " + std::string(9000, 'x')})
                  .ok());
  const auto kept = scene.protocol().evidence.at("SERENA_INIT").at("tool_output");
  EXPECT_LE(kept.value.size(), 4096U);
  EXPECT_EQ(kept.sha256.size(), 64U);
  EXPECT_EQ(kept.value.find("abcdef0123456789"), std::string::npos);
}

// B1-16
TEST_F(ProtocolEngineTest, AGateThatSaysTheSameAgainWritesNothing) {
  ASSERT_TRUE(scene.start().ok());
  ASSERT_TRUE(scene.validate("ALL").ok());
  Workspace workspace = scene.workspace();
  const auto version = get_state(workspace, scene.run())->version;
  scene.fake.clock.advance(std::chrono::minutes(1));
  ASSERT_TRUE(scene.validate("ALL").ok());
  EXPECT_EQ(get_state(workspace, scene.run())->version, version);
}

// SC-36, S1-108, S1-109
TEST_F(ProtocolEngineTest, TheEndTakesTheMemoryAwayAndKeepsTheHistory) {
  ASSERT_TRUE(scene.start().ok());
  const auto ended = scene.end({.summary = "done", .next_session_notes = "", .skip_qa = true});
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  EXPECT_EQ(ended->status, "COMPLETE");
  EXPECT_TRUE(ended->closed);
  EXPECT_TRUE(scene.memory("session-current-state").empty());
  EXPECT_EQ(scene.validate("ALL").error().code, Code::no_session);
  ASSERT_TRUE(scene.start().ok());
  EXPECT_EQ(scene.protocol().session_id, "2026-01-18-session-02");
}

// S1-56, BX-6: the first prompt begins it, a subagent's does not, and nothing begins it twice.
TEST_F(ProtocolEngineTest, TheFirstPromptBeginsItWhereTheProjectAsksForTheProtocol) {
  model::HostEvent prompt = scene.event(model::EventKind::prompt);
  prompt.text = "Add a login form";
  scene.send(prompt);
  Workspace workspace = scene.workspace();
  EXPECT_FALSE(get_protocol(workspace, scene.run()).ok()) << "It never enables itself.";
  scene.fake.files.poke("/home/dev/project/.agents/SESSION-PROTOCOL.md", "no table");
  prompt.agent_id = "sub";
  scene.send(prompt);
  EXPECT_FALSE(get_protocol(workspace, scene.run()).ok());
  prompt.agent_id.clear();
  const auto reply = scene.send(prompt);
  EXPECT_NE(reply.context.find("2026-01-18-session-01"), std::string::npos);
  EXPECT_EQ(scene.protocol().objective, "Add a login form");
  prompt.text = "And now something else";
  scene.send(prompt);
  EXPECT_EQ(scene.protocol().objective, "Add a login form");
  EXPECT_FALSE(scene.allows("Write"));
  ASSERT_TRUE(scene.advance("WORKING")->success);
  EXPECT_TRUE(scene.allows("Write"));
}

// SC-27: a denial says which gate and what to do.
TEST_F(ProtocolEngineTest, ADenialNamesTheGatesThatAreMissing) {
  scene.configure("protocol:\n  enabled: true\n  auto_start: false\n");
  auto reply = scene.send(scene.tool("Write"));
  ASSERT_FALSE(reply.decision->allowed);
  EXPECT_NE(reply.decision->next_step.find("session_start"), std::string::npos);
  ASSERT_TRUE(scene.start().ok());
  reply = scene.send(scene.tool("Write"));
  EXPECT_NE(reply.decision->missing.find("SERENA_INIT"), std::string::npos);
  EXPECT_NE(reply.decision->next_step.find("advance_phase"), std::string::npos);
}

// B1-3: a store that does not answer is not an empty one.
class DeafMemories : public MemoryStore {
 public:
  std::string_view kind() const override { return "deaf"; }
  base::Result<std::vector<std::string>> list() override { return error(); }
  base::Result<std::string> read(const std::string&) override { return error(); }
  base::Result<void> write(const std::string&, const std::string&) override { return error(); }
  base::Result<void> remove(const std::string&) override { return error(); }

 private:
  static base::Error error() { return {Code::unavailable, "Connection refused", ""}; }
};

TEST_F(ProtocolEngineTest, MemoriesThatDoNotAnswerStopNothingAndLoseNothing) {
  Workspace workspace = scene.workspace();
  use_memories(workspace, std::make_shared<DeafMemories>());
  const auto started = start_protocol(workspace, scene.run(), {.objective = "Deaf"}, {});
  ASSERT_TRUE(started.ok()) << started.error().message;
  ASSERT_FALSE(started->warnings.empty());
  EXPECT_NE(started->warnings[0].find("Serena unavailable, using file fallback"),
            std::string::npos);
  const os::Path fallback = "/home/dev/project/.agents/sessions/.session-state.json";
  EXPECT_TRUE(scene.fake.files.peek(fallback));
  const auto gate = validate_gate(workspace, scene.run(), "SERENA_INIT", {});
  EXPECT_EQ(gate->gates[0].result.evidence, "Serena MCP not available");
  ASSERT_TRUE(end_protocol(workspace, scene.run(), {.summary = "x"}, {}).ok());
  EXPECT_FALSE(scene.fake.files.peek(fallback));
  // When they are back, the history that they missed is in them.
  ASSERT_TRUE(scene.start().ok());
  ASSERT_TRUE(scene.end().ok());
  EXPECT_NE(scene.memory("session-history").find("Deaf"), std::string::npos);
}

}  // namespace
}  // namespace engine
