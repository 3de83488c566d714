#include "policy/protocol_gate.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/protocol_test_scene.h"

namespace policy {
namespace {

using model::GateResult;
using model::Protocol;
using model::ProtocolGate;
using model::Trust;

struct GateScene {
  Protocol protocol = fresh_protocol();
  ProtocolFacts facts;
  model::Config config;

  GateResult judge(ProtocolGate gate) const { return judge_gate(gate, protocol, facts, config); }
  // "PASS: evidence"
  std::string said(ProtocolGate gate) const {
    const GateResult result = judge(gate);
    return result.status.text() + ": " + result.evidence;
  }
  void give(const char* gate, const char* type, const char* value, Trust trust = Trust::claimed) {
    model::Evidence evidence;
    evidence.value = value;
    evidence.trust = trust;
    evidence.at = kProtocolNow;
    protocol.evidence[gate][type] = evidence;
  }
};

// S1-37, S1-94
TEST(JudgeGate, EveryResultSaysLevelAndBlocking) {
  const GateScene scene;
  for (const ProtocolStep& step : protocol_steps()) {
    const GateResult result = scene.judge(step.gate);
    EXPECT_EQ(result.level, step.level);
    EXPECT_EQ(result.blocking, step.blocking);
    EXPECT_FALSE(result.status.is(model::GateStatus::pending));
    EXPECT_FALSE(result.evidence.empty());
    EXPECT_EQ(result.at, "");
  }
}

// S1-30, S1-64, S1-65, SC-26
TEST(SerenaInit, PassesWhereTheMemoryAnswers) {
  GateScene scene;
  EXPECT_EQ(scene.said(ProtocolGate::serena_init), "FAIL: Serena MCP not available");
  scene.facts.memory.answers = true;
  EXPECT_EQ(scene.said(ProtocolGate::serena_init), "PASS: Serena MCP responding");
  EXPECT_TRUE(scene.judge(ProtocolGate::serena_init).trust.is(Trust::verified));
}

// B1-10
TEST(SerenaInit, InEnforceBothCallsMustHaveBeenSeen) {
  GateScene scene;
  scene.facts.memory.answers = true;
  scene.config.protocol_enforcement = kEnforce;
  auto& start = scene.protocol.checklist.start;
  tick_step(start[0], "done", Trust::claimed);
  const std::string said = scene.said(ProtocolGate::serena_init);
  EXPECT_TRUE(said.starts_with("FAIL")) << said;
  EXPECT_NE(said.find("activate_project"), std::string::npos);
  EXPECT_NE(said.find("initial_instructions"), std::string::npos);

  tick_step(start[0], "tool output", Trust::observed);
  EXPECT_EQ(scene.said(ProtocolGate::serena_init).find("activate_project"), std::string::npos);
  EXPECT_TRUE(scene.said(ProtocolGate::serena_init).starts_with("FAIL"));

  scene.give("SERENA_INIT", "tool_output", "ok", Trust::claimed);
  scene.protocol.evidence["SERENA_INIT"]["tool_output"].step = start[1].step;
  EXPECT_TRUE(scene.said(ProtocolGate::serena_init).starts_with("FAIL"));
  scene.protocol.evidence["SERENA_INIT"]["tool_output"].trust = Trust::observed;
  EXPECT_EQ(scene.said(ProtocolGate::serena_init), "PASS: Serena MCP responding");
  scene.facts.memory.answers = false;
  EXPECT_EQ(scene.said(ProtocolGate::serena_init), "FAIL: Serena MCP not available");
}

// S1-100: steps that only should be done do not block.
TEST(SerenaInit, AShouldStepNeedNotBeSeen) {
  GateScene scene;
  scene.facts.memory.answers = true;
  scene.config.protocol_enforcement = kEnforce;
  scene.protocol.checklist.start = {item_of("SHOULD", "Say hello to Serena", "SERENA_INIT")};
  EXPECT_EQ(scene.said(ProtocolGate::serena_init), "PASS: Serena MCP responding");
}

// S1-31, B1-12, SC-29
TEST(SkillValidation, AsksForTheFolderAndTheMemory) {
  const auto gate = ProtocolGate::skill_validation;
  GateScene scene;
  EXPECT_EQ(scene.said(gate), "SKIPPED: SKIPPED: no skills folder");
  scene.facts.skills.folder_is_default = false;
  EXPECT_EQ(scene.said(gate), "FAIL: Skills dir does not exist: .claude/skills/github/scripts");
  scene.facts.skills.folder_exists = true;
  EXPECT_NE(scene.said(gate).find("skill-usage-mandatory has not been read"), std::string::npos);
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
  scene.give("SKILL_VALIDATION", kSkillMemoryRead, "yes");
  EXPECT_EQ(scene.said(gate),
            std::string("PASS: Skills dir exists, memory read at ") + kProtocolNow);
  EXPECT_FALSE(is_met(scene.judge(gate), kEnforce));
  scene.give("SKILL_VALIDATION", kSkillMemoryRead, "yes", Trust::observed);
  EXPECT_TRUE(is_met(scene.judge(gate), kEnforce));
  scene.facts.skills.folder_exists = false;
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
  scene.config.protocol_skills_dir = "";
  EXPECT_EQ(scene.said(gate), "SKIPPED: SKIPPED: no skills folder");
}

// S1-32, B1-11, SC-28
TEST(ContextRetrieval, ComparesTheHash) {
  const auto gate = ProtocolGate::context_retrieval;
  GateScene scene;
  EXPECT_EQ(scene.said(gate), "SKIPPED: no HANDOFF.md");
  scene.facts.handoff.hash = "bbbbbbbb22222222";
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL: HANDOFF.md has not been read"));
  scene.give("CONTEXT_RETRIEVAL", "HANDOFF_HASH", "abc123");
  EXPECT_EQ(scene.said(gate), "FAIL: The recorded hash is not that of HANDOFF.md");
  scene.give("CONTEXT_RETRIEVAL", "HANDOFF_HASH", "bbbbbbbb");
  EXPECT_EQ(scene.said(gate), "PASS: HANDOFF.md hash: bbbbbbbb");
  EXPECT_TRUE(scene.judge(gate).trust.is(Trust::verified));
  scene.give("CONTEXT_RETRIEVAL", "HANDOFF_HASH", "aaaaaaaa");
  EXPECT_EQ(scene.said(gate), "PASS: HANDOFF.md hash: aaaaaaaa (the file has changed since)");
  scene.protocol.handoff_hash = "";
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
}

TEST(ContextRetrieval, AFileThatTheSessionMadeItselfNeedNotHaveBeenRead) {
  const auto gate = ProtocolGate::context_retrieval;
  GateScene scene;
  scene.protocol.handoff_hash = "";
  scene.facts.handoff.hash = "bbbbbbbb22222222";
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
  scene.protocol.gates["CONTEXT_RETRIEVAL"] = result_of(model::GateStatus::skipped, "none");
  EXPECT_EQ(scene.said(gate), "SKIPPED: no HANDOFF.md at the start");
  scene.protocol.handoff_hash = "aaaaaaaa11111111";
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
}

TEST(IsHashOf, TakesSevenDigitsOrMoreOfTheHash) {
  const std::string full = "0123456789abcdef";
  for (const char* given : {"0123456", "0123456789ABCDEF", " 01234567\n", "sha256:0123456789"}) {
    EXPECT_TRUE(is_hash_of(given, full)) << given;
  }
  for (const char* given :
       {"", "012345", "1234567", "0123456789abcdef0", "01234567z", "sha256:", "0123456 and more"}) {
    EXPECT_FALSE(is_hash_of(given, full)) << given;
  }
  EXPECT_FALSE(is_hash_of("0123456", ""));
}

// S1-33
TEST(SessionLog, IsARegularFileThatIsNotEmpty) {
  const auto gate = ProtocolGate::session_log;
  using State = LogFacts::State;
  GateScene scene;
  const std::string path = ".agents/sessions/2026-01-18-session-01.md";
  EXPECT_EQ(scene.said(gate), "FAIL: Session log is missing: " + path);
  scene.facts.log.state = State::empty;
  EXPECT_EQ(scene.said(gate), "FAIL: Session log is empty: " + path);
  scene.facts.log.state = State::not_a_file;
  EXPECT_EQ(scene.said(gate), "FAIL: Session log is not a regular file: " + path);
  scene.facts.log.state = State::there;
  EXPECT_EQ(scene.said(gate), "PASS: Session log exists: " + path);
  scene.protocol.log_path = "logs/a.md";
  EXPECT_EQ(scene.said(gate), "PASS: Session log exists: logs/a.md");
}

// S1-14, S1-81, B1-23, SC-32, SC-41
TEST(GitState, RecordsBranchCommitAndChanges) {
  const auto gate = ProtocolGate::git_state;
  GateScene scene;
  EXPECT_EQ(scene.said(gate), "SKIPPED: not a git repository");
  WorkFacts& work = scene.facts.work;
  work.is_git = true;
  work.branch = "main";
  work.commit = "1f0c22a";
  EXPECT_EQ(scene.said(gate), "PASS: Clean, main branch, 1f0c22a");
  work.is_clean = false;
  work.open_files = {"a", "b", "c"};
  EXPECT_EQ(scene.said(gate), "PASS: 3 files changed, main branch, 1f0c22a");
  work.open_files = {"a"};
  work.branch = "HEAD detached at 1f0c22a";
  EXPECT_EQ(scene.said(gate), "PASS: 1 file changed, HEAD detached at 1f0c22a, 1f0c22a");
  work.is_clean = true;
  work.branch = "main";
  work.commit = "";
  EXPECT_EQ(scene.said(gate), "PASS: Clean, main branch, no commits");
}

// S1-93, B1-10
TEST(GateMessage, SaysTheResultAndWhatIsNotTicked) {
  GateScene scene;
  scene.facts.memory.answers = true;
  const auto message = [&](ProtocolGate gate) {
    return gate_message(gate, scene.judge(gate), scene.protocol);
  };
  EXPECT_EQ(message(ProtocolGate::serena_init),
            "SERENA_INIT: PASS. Serena MCP responding. Not ticked: Initialize Serena: "
            "mcp__serena__activate_project, Initialize Serena: mcp__serena__initial_instructions.");
  for (auto& item : scene.protocol.checklist.start) tick_step(item, "e", Trust::observed);
  EXPECT_EQ(message(ProtocolGate::serena_init), "SERENA_INIT: PASS. Serena MCP responding.");
  EXPECT_EQ(message(ProtocolGate::skill_validation),
            "SKILL_VALIDATION: SKIPPED. No skills folder.");
  EXPECT_EQ(gate_message(ProtocolGate::git_state, GateResult{}, scene.protocol),
            "GIT_STATE: PENDING. Not asked yet.");
  GateResult claimed = result_of(model::GateStatus::pass, "Read.", Trust::claimed);
  claimed.stale = true;
  EXPECT_EQ(gate_message(ProtocolGate::session_log, claimed, scene.protocol),
            "SESSION_LOG: PASS. Read. The work has changed since. So far only the agent says so.");
  EXPECT_EQ(gate_message(ProtocolGate::git_state, failed("x"), scene.protocol),
            "GIT_STATE: FAIL. X. It does not block.");
}

TEST(GateMessage, IsShortWhateverTheProtocolFileHolds) {
  GateScene scene;
  for (int at = 0; at < 1000; ++at) {
    scene.protocol.checklist.start.push_back(
        item_of("MUST", std::string(5000, 's').c_str(), "SERENA_INIT"));
  }
  const auto message =
      gate_message(ProtocolGate::serena_init, failed(std::string(100'000, 'e')), scene.protocol);
  EXPECT_LT(message.size(), 4000U);
}

}  // namespace
}  // namespace policy
