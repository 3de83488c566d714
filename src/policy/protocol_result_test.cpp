#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/protocol_test_scene.h"

namespace policy {
namespace {

using model::ChecklistItem;
using model::GateStatus;
using model::Protocol;
using model::ProtocolGate;
using model::ProtocolPhase;
using model::Trust;
using Names = std::vector<std::string>;

bool apply(Protocol& protocol, ProtocolGate gate, const model::GateResult& result,
           model::Enforcement enforcement = kReport, const char* now = kProtocolLater) {
  return apply_result(protocol, gate, result, enforcement, clock_at(now));
}

// B1-16
TEST(ApplyResult, WritesOnlyWhereAnythingChanged) {
  Protocol protocol = fresh_protocol();
  const auto gate = ProtocolGate::quality_checks;
  EXPECT_TRUE(apply(protocol, gate, failed("a"), kReport, kProtocolNow));
  EXPECT_FALSE(apply(protocol, gate, failed("a")));
  EXPECT_EQ(protocol.gates["QUALITY_CHECKS"].at, kProtocolNow);
  EXPECT_TRUE(apply(protocol, gate, failed("b")));
  EXPECT_EQ(protocol.gates["QUALITY_CHECKS"].at, kProtocolLater);
  EXPECT_TRUE(apply(protocol, gate, passed("b")));
  model::GateResult result = passed("b");
  result.fingerprint = "f2";
  EXPECT_TRUE(apply(protocol, gate, result));
  EXPECT_FALSE(apply(protocol, gate, result));
  result.trust = Trust::observed;
  EXPECT_TRUE(apply(protocol, gate, result));
  protocol.gates["QUALITY_CHECKS"].stale = true;
  EXPECT_TRUE(apply(protocol, gate, result));  // B1-17: it was judged again.
  EXPECT_FALSE(protocol.gates["QUALITY_CHECKS"].stale);
}

TEST(ApplyResult, KeepsOlderEvidenceWhereTheNewResultSaysNoMore) {
  Protocol protocol = fresh_protocol();
  apply(protocol, ProtocolGate::session_log, passed("Session log exists: x"));
  EXPECT_FALSE(apply(protocol, ProtocolGate::session_log, passed("")));
  EXPECT_EQ(protocol.gates["SESSION_LOG"].evidence, "Session log exists: x");
  apply(protocol, ProtocolGate::session_log, failed(""));
  EXPECT_EQ(protocol.gates["SESSION_LOG"].evidence, "");
}

TEST(ApplyResult, TakesLevelAndBlockingFromTheProtocol) {
  Protocol protocol = fresh_protocol();
  model::GateResult result = passed();
  result.level = "MAY";
  result.blocking = false;
  apply(protocol, ProtocolGate::session_log, result);
  EXPECT_EQ(protocol.gates["SESSION_LOG"].level, "MUST");
  EXPECT_TRUE(protocol.gates["SESSION_LOG"].blocking);
}

// S1-90, S1-100, B1-10
TEST(ApplyResult, TicksTheStepsThatTheGateProves) {
  struct Row {
    ProtocolGate gate;
    Names steps;
  };
  const Row rows[] = {
      {ProtocolGate::serena_init, {}},
      {ProtocolGate::skill_validation, {"List skill scripts", "Read skill-usage-mandatory"}},
      {ProtocolGate::context_retrieval, {"Read .agents/HANDOFF.md"}},
      {ProtocolGate::session_log, {"Create session log"}},
      {ProtocolGate::git_state, {"Verify git status", "Note starting commit"}},
      {ProtocolGate::docs_update, {"Update .agents/HANDOFF.md", "Complete session log"}},
      {ProtocolGate::quality_checks, {"Run markdown lint"}},
      {ProtocolGate::qa_validation, {"Route to qa agent"}},
      {ProtocolGate::git_commit, {"Commit all changes", "Verify clean git status"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(model::name_of(row.gate));
    for (const GateStatus status : {GateStatus::pass, GateStatus::skipped}) {
      Protocol protocol = fresh_protocol();
      apply(protocol, row.gate, result_of(status, "the evidence"));
      EXPECT_EQ(ticked_steps(protocol), row.steps);
    }
    Protocol protocol = fresh_protocol();
    apply(protocol, row.gate, failed());
    EXPECT_EQ(ticked_steps(protocol), Names{});
  }
}

TEST(ApplyResult, TicksWhatMustNotBeDoneWhereItsGatePasses) {
  Protocol protocol = fresh_protocol();
  protocol.checklist.end = {item_of("MUST NOT", "Push to main", "GIT_COMMIT"),
                            item_of("MUST NOT", "Skip the lint", "QUALITY_CHECKS")};
  apply(protocol, ProtocolGate::git_commit, passed());
  EXPECT_EQ(ticked_steps(protocol), Names{"Push to main"});
}

TEST(ApplyResult, AStepThatIsTickedKeepsItsEvidence) {
  Protocol protocol = fresh_protocol();
  tick_step(protocol.checklist.start[3], "written by hand", Trust::claimed);
  apply(protocol, ProtocolGate::session_log, passed("Session log exists: x"));
  EXPECT_EQ(protocol.checklist.start[3].evidence, "written by hand");
  EXPECT_EQ(trust_of_step(protocol.checklist.start[3]), Trust::claimed);
}

// B1-17
TEST(ApplyResult, AStepThatTheGateHadProvedIsOpenAgainWhereItFails) {
  Protocol protocol = fresh_protocol();
  apply(protocol, ProtocolGate::git_commit, result_of(GateStatus::skipped, "no changes"));
  tick_step(protocol.checklist.end[7], "seen", Trust::observed);
  apply(protocol, ProtocolGate::git_commit, failed());
  EXPECT_EQ(ticked_steps(protocol), Names{"Verify clean git status"});
  EXPECT_EQ(protocol.checklist.end[4].evidence, "");
}

// SC-33, B1-6, S1-60, S1-112
TEST(ApplyResult, AStartGateThatIsLostBlocksUntilItPassesAgain) {
  Protocol protocol = protocol_in(ProtocolPhase::working);
  EXPECT_TRUE(apply(protocol, ProtocolGate::session_log, failed("missing"), kReport, kProtocolNow));
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::blocked));
  EXPECT_EQ(protocol.blocked_from, model::ProtocolPhaseName(ProtocolPhase::working));
  EXPECT_EQ(protocol.blocked_by, "SESSION_LOG");
  ASSERT_EQ(protocol.violations.size(), 1U);
  EXPECT_EQ(protocol.violations[0].requirement, "MUST SESSION_LOG: missing");
  EXPECT_TRUE(protocol.violations[0].severity.is(model::Severity::critical));
  EXPECT_FALSE(apply(protocol, ProtocolGate::session_log, failed("missing")));
  EXPECT_EQ(protocol.violations.size(), 1U);

  apply(protocol, ProtocolGate::context_retrieval, passed());
  EXPECT_TRUE(is_stopped(protocol));  // Another gate does not help.
  EXPECT_EQ(protocol.violations[0].recovery, std::nullopt);

  EXPECT_TRUE(apply(protocol, ProtocolGate::session_log, passed("there")));
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::working));
  EXPECT_EQ(protocol.blocked_from, std::nullopt);
  EXPECT_EQ(protocol.blocked_by, "");
  EXPECT_EQ(protocol.violations[0].recovery, "there at 09:45:10");
}

TEST(ApplyResult, OnlyALostBlockingGateOfTheStartBlocks) {
  Protocol protocol = protocol_in(ProtocolPhase::qa_complete);
  for (const auto gate : {ProtocolGate::git_state, ProtocolGate::docs_update,
                          ProtocolGate::quality_checks, ProtocolGate::qa_validation}) {
    apply(protocol, gate, failed());
  }
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::qa_complete));
  EXPECT_FALSE(is_met(protocol, ProtocolGate::qa_validation, kReport));  // SC-34

  Protocol early = fresh_protocol();  // Passed, but not gone through.
  apply(early, ProtocolGate::session_log, passed());
  apply(early, ProtocolGate::session_log, failed());
  EXPECT_TRUE(early.current_phase.is(ProtocolPhase::init));

  Protocol skipped = protocol_in(ProtocolPhase::working);
  skipped.gates["CONTEXT_RETRIEVAL"].status = GateStatus::skipped;
  apply(skipped, ProtocolGate::context_retrieval, failed());
  EXPECT_TRUE(skipped.current_phase.is(ProtocolPhase::working));

  Protocol over = protocol_in(ProtocolPhase::complete);
  apply(over, ProtocolGate::session_log, failed());
  EXPECT_TRUE(over.current_phase.is(ProtocolPhase::complete));
  for (const Protocol* one : {&protocol, &early, &skipped, &over}) {
    EXPECT_TRUE(one->violations.empty());
  }
}

// S1-105: the same PASS as before the stop frees, too.
TEST(ApplyResult, WhatHadPassedAllAlongFreesAsWell) {
  Protocol protocol = protocol_in(ProtocolPhase::working);
  stop_at(protocol, ProtocolPhase::blocked, ProtocolGate::session_log);
  EXPECT_TRUE(apply(protocol, ProtocolGate::session_log, passed()));
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::working));
}

// B1-6, B1-30
TEST(ApplyResult, WhatLeadsOutOfAStop) {
  struct Row {
    ProtocolPhase stop;
    GateStatus status;
    Trust trust;
    model::Enforcement enforcement;
    bool is_free;
  };
  using Phase = ProtocolPhase;
  const Row rows[] = {
      {Phase::blocked, GateStatus::skipped, Trust::verified, kReport, true},
      {Phase::blocked, GateStatus::skipped, Trust::verified, kEnforce, true},
      {Phase::blocked, GateStatus::pass, Trust::claimed, kReport, true},
      {Phase::blocked, GateStatus::pass, Trust::claimed, kEnforce, false},
      {Phase::blocked, GateStatus::fail, Trust::observed, kReport, false},
      {Phase::blocked, GateStatus::pending, Trust::observed, kReport, false},
      {Phase::violation, GateStatus::skipped, Trust::verified, kReport, false},
      {Phase::violation, GateStatus::pass, Trust::claimed, kReport, false},
      {Phase::violation, GateStatus::pass, Trust::verified, kReport, true},
      {Phase::violation, GateStatus::pass, Trust::observed, kEnforce, true},
  };
  for (std::size_t at = 0; at < std::size(rows); ++at) {
    SCOPED_TRACE(at);
    const Row& row = rows[at];
    Protocol protocol = protocol_in(Phase::working);
    add_violation(protocol, "SKILL_VALIDATION", "MUST be true", model::Severity::critical,
                  clock_at(kProtocolNow));
    stop_at(protocol, row.stop, ProtocolGate::skill_validation);
    apply(protocol, ProtocolGate::skill_validation, result_of(row.status, "e", row.trust),
          row.enforcement);
    EXPECT_EQ(!is_stopped(protocol), row.is_free);
    EXPECT_EQ(protocol.violations[0].recovery.has_value(), row.is_free);
  }
}

TEST(ApplyResult, AStopThatNamesNoGateEndsWithTheFirstThatPasses) {
  Protocol protocol = protocol_in(ProtocolPhase::ready);
  protocol.current_phase = ProtocolPhase::blocked;
  protocol.blocked_by = "A_NEWER_GATE";
  apply(protocol, ProtocolGate::serena_init, passed());
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::ready));
}

TEST(TickStep, NeverLowersATrust) {
  ChecklistItem item = item_of("MUST", "Create session log", "SESSION_LOG");
  EXPECT_EQ(trust_of_step(item), std::nullopt);
  EXPECT_TRUE(tick_step(item, "a", Trust::claimed));
  EXPECT_FALSE(tick_step(item, "a", Trust::claimed));
  EXPECT_TRUE(tick_step(item, "b", Trust::claimed));
  EXPECT_TRUE(tick_step(item, "c", Trust::observed));
  EXPECT_FALSE(tick_step(item, "d", Trust::verified));
  EXPECT_EQ(item.evidence, "c");
  EXPECT_EQ(trust_of_step(item), Trust::observed);
  EXPECT_TRUE(untick_step(item));
  EXPECT_FALSE(untick_step(item));
  EXPECT_EQ(trust_of_step(item), std::nullopt);
  EXPECT_TRUE(tick_step(item, "e", Trust::claimed));
  EXPECT_EQ(trust_of_step(item), Trust::claimed);
}

}  // namespace
}  // namespace policy
