#include "policy/protocol.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/protocol_test_scene.h"

namespace policy {
namespace {

using model::GateStatus;
using model::Protocol;
using model::ProtocolGate;
using model::ProtocolPhase;
using model::Severity;
using model::Trust;
using Names = std::vector<std::string>;

// S1-44, S1-45, S1-46, S1-47, S1-48, S1-49, S1-50, S1-51, S1-52
TEST(ProtocolSteps, LeadFromInitToCompleteInTheOrderOfTheGates) {
  const auto& steps = protocol_steps();
  ASSERT_EQ(steps.size(), model::all_protocol_gates().size());
  ProtocolPhase phase = ProtocolPhase::init;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    EXPECT_EQ(steps[at].from, phase);
    EXPECT_EQ(steps[at].gate, model::all_protocol_gates()[at]);
    EXPECT_EQ(&step_of(steps[at].gate), &steps[at]);
    EXPECT_EQ(step_from(phase), &steps[at]);
    phase = steps[at].to;
  }
  EXPECT_EQ(phase, ProtocolPhase::complete);
  for (const auto end :
       {ProtocolPhase::complete, ProtocolPhase::blocked, ProtocolPhase::violation}) {
    EXPECT_EQ(step_from(end), nullptr);
  }
  for (const ProtocolStep& step : steps) {
    const bool is_free =
        step.gate == ProtocolGate::git_state || step.gate == ProtocolGate::docs_update;
    EXPECT_EQ(step.blocking, !is_free);
    EXPECT_EQ(step.level, step.gate == ProtocolGate::git_state ? "SHOULD" : "MUST");
  }
}

// B1-30
TEST(IsMet, EnforceAsksForMoreThanTheAgentsWordOfABlockingGate) {
  struct Row {
    GateStatus status;
    Trust trust;
    bool blocking;
    bool in_report;
    bool in_enforce;
  };
  const Row rows[] = {
      {GateStatus::pass, Trust::claimed, true, true, false},
      {GateStatus::pass, Trust::verified, true, true, true},
      {GateStatus::pass, Trust::observed, true, true, true},
      {GateStatus::pass, Trust::claimed, false, true, true},
      {GateStatus::skipped, Trust::claimed, true, true, true},
      {GateStatus::fail, Trust::observed, true, false, false},
      {GateStatus::fail, Trust::observed, false, false, false},
      {GateStatus::pending, Trust::observed, true, false, false},
  };
  for (const Row& row : rows) {
    model::GateResult result = result_of(row.status, "e", row.trust);
    result.blocking = row.blocking;
    SCOPED_TRACE(result.status.text() + " " + result.trust.text());
    EXPECT_EQ(is_met(result, kReport), row.in_report);
    EXPECT_EQ(is_met(result, kEnforce), row.in_enforce);
  }
  model::GateResult newer = passed();
  newer.trust = model::Named<Trust>("certified");
  EXPECT_FALSE(is_met(newer, kEnforce));
}

TEST(IsMet, WhetherAGateBlocksIsNotTheNotesToSay) {
  Protocol protocol;
  EXPECT_FALSE(is_met(protocol, ProtocolGate::session_log, kReport));
  protocol.gates["SESSION_LOG"] = result_of(GateStatus::pass, "e", Trust::claimed);
  protocol.gates["SESSION_LOG"].blocking = false;
  EXPECT_FALSE(is_met(protocol, ProtocolGate::session_log, kEnforce));
  EXPECT_TRUE(is_met(protocol, ProtocolGate::session_log, kReport));
}

// S1-26, B1-8, SC-23
TEST(UnmetStartGates, AreTheBlockingOnesInOrder) {
  Protocol protocol = fresh_protocol();
  EXPECT_EQ(unmet_start_gates(protocol, kReport),
            (Names{"SERENA_INIT", "SKILL_VALIDATION", "CONTEXT_RETRIEVAL", "SESSION_LOG"}));
  protocol.gates["SESSION_LOG"] = passed();
  protocol.gates["SKILL_VALIDATION"] = result_of(GateStatus::skipped, "none");
  protocol.gates["SERENA_INIT"] = result_of(GateStatus::pass, "e", Trust::claimed);
  EXPECT_EQ(unmet_start_gates(protocol, kReport), Names{"CONTEXT_RETRIEVAL"});
  EXPECT_EQ(unmet_start_gates(protocol, kEnforce), (Names{"SERENA_INIT", "CONTEXT_RETRIEVAL"}));
}

// S1-73, B1-7
TEST(DirectionTo, IsForwardOrBackToWorkAndNothingElse) {
  using Phase = ProtocolPhase;
  const int complete = static_cast<int>(Phase::complete);
  for (int from = 0; from < complete; ++from) {
    const Protocol protocol = protocol_in(static_cast<Phase>(from));
    for (int to = 0; to <= static_cast<int>(Phase::violation); ++to) {
      SCOPED_TRACE(std::to_string(from) + " to " + std::to_string(to));
      const auto way = direction_to(protocol, static_cast<Phase>(to));
      const bool is_rework = to == static_cast<int>(Phase::working) && from > to;
      if (to >= complete || (to < from && !is_rework)) {
        ASSERT_FALSE(way.ok());
        EXPECT_EQ(way.error().code, base::Code::invalid_transition);
        EXPECT_FALSE(way.error().hint.empty());
      } else {
        ASSERT_TRUE(way.ok());
        EXPECT_EQ(*way, to == from  ? Direction::nowhere
                        : is_rework ? Direction::rework
                                    : Direction::forward);
      }
    }
  }
}

TEST(DirectionTo, SaysWhatIsAllowed) {
  const Protocol protocol = protocol_in(ProtocolPhase::quality_checked);
  const auto back = direction_to(protocol, ProtocolPhase::ready);
  EXPECT_EQ(back.error().hint, "Allowed from here: WORKING, QA_COMPLETE.");
  const auto end = direction_to(protocol, ProtocolPhase::complete);
  EXPECT_NE(end.error().message.find("COMPLETE is reached by session_end"), std::string::npos);
  const Protocol over = protocol_in(ProtocolPhase::complete);
  for (const auto target : {ProtocolPhase::working, ProtocolPhase::complete}) {
    EXPECT_EQ(direction_to(over, target).error().code, base::Code::invalid_transition);
  }
}

TEST(DirectionTo, WhileStoppedIsThatOfThePhaseBefore) {
  Protocol protocol = protocol_in(ProtocolPhase::documenting);
  stop_at(protocol, ProtocolPhase::blocked, ProtocolGate::session_log);
  EXPECT_EQ(direction_to(protocol, ProtocolPhase::working).value(), Direction::rework);
  EXPECT_EQ(direction_to(protocol, ProtocolPhase::documenting).value(), Direction::nowhere);
}

TEST(PhaseOf, ANameThatIsNotOursIsReadFromTheCompletedGates) {
  Protocol protocol = protocol_in(ProtocolPhase::ready);
  protocol.current_phase = model::ProtocolPhaseName("REFLECTING");
  EXPECT_EQ(phase_of(protocol), ProtocolPhase::ready);
  protocol.current_phase = ProtocolPhase::blocked;
  EXPECT_EQ(phase_of(protocol), ProtocolPhase::ready);
  protocol.blocked_from = ProtocolPhase::violation;
  EXPECT_EQ(phase_of(protocol), ProtocolPhase::ready);
  protocol.blocked_from = ProtocolPhase::working;
  EXPECT_EQ(phase_of(protocol), ProtocolPhase::working);
}

// S1-89
TEST(TakeStep, TheGateJoinsTheCompletedOnesOnceAndInItsPlace) {
  Protocol protocol = fresh_protocol();
  protocol.phases_completed = {"SESSION_LOG", "a newer one"};
  take_step(protocol, step_of(ProtocolGate::serena_init), clock_at(kProtocolNow));
  take_step(protocol, step_of(ProtocolGate::serena_init), clock_at(kProtocolNow));
  EXPECT_EQ(protocol.phases_completed, (Names{"SERENA_INIT", "SESSION_LOG", "a newer one"}));
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::serena_ready));
}

// S1-84, S1-106
TEST(TakeStep, AFailedGateThatDoesNotBlockLeavesOneWarning) {
  Protocol protocol = protocol_in(ProtocolPhase::working);
  const ProtocolStep& step = step_of(ProtocolGate::docs_update);
  for (int walk = 0; walk < 2; ++walk) {
    apply_result(protocol, step.gate, failed("HANDOFF.md not updated"), kReport,
                 clock_at(kProtocolNow));
    take_step(protocol, step, clock_at(kProtocolNow));
    EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::documenting));
    rework(protocol);
  }
  ASSERT_EQ(protocol.violations.size(), 1U);
  EXPECT_EQ(protocol.violations[0].requirement, "MUST DOCS_UPDATE: HANDOFF.md not updated");
  EXPECT_EQ(protocol.violations[0].phase, "DOCS_UPDATE");
  EXPECT_TRUE(protocol.violations[0].severity.is(Severity::warning));
  EXPECT_EQ(protocol.violations[0].timestamp, kProtocolNow);
  EXPECT_EQ(protocol.violations[0].id, "v-1");

  apply_result(protocol, step.gate, passed(), kReport, clock_at(kProtocolLater));
  EXPECT_EQ(protocol.violations[0].recovery, "seen at 09:45:10");
  apply_result(protocol, step.gate, failed(), kReport, clock_at(kProtocolLater));
  take_step(protocol, step, clock_at(kProtocolLater));
  EXPECT_EQ(protocol.violations.size(), 2U);  // The first was mended, so this is another.
}

// SC-32, S1-84
TEST(TakeStep, AShouldThatWasSkippedIsNoViolationButOneThatFailedIs) {
  Protocol protocol = protocol_in(ProtocolPhase::ready);
  Protocol other = protocol;
  const ProtocolStep& step = step_of(ProtocolGate::git_state);
  apply_result(protocol, step.gate, result_of(GateStatus::skipped, "not a git repository"), kReport,
               clock_at(kProtocolNow));
  take_step(protocol, step, clock_at(kProtocolNow));
  EXPECT_TRUE(protocol.violations.empty());
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::working));
  apply_result(other, step.gate, failed("git does not answer"), kReport, clock_at(kProtocolNow));
  take_step(other, step, clock_at(kProtocolNow));
  ASSERT_EQ(other.violations.size(), 1U);
  EXPECT_EQ(other.violations[0].requirement, "SHOULD GIT_STATE: git does not answer");
  EXPECT_TRUE(other.violations[0].severity.is(Severity::warning));
}

// B1-7
TEST(Rework, MakesTheGatesOfTheEndPendingAgain) {
  Protocol protocol = protocol_in(ProtocolPhase::qa_complete);
  protocol.checklist.end[6].done = true;  // Of no gate.
  rework(protocol);
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::working));
  EXPECT_EQ(protocol.phases_completed, (Names{"SERENA_INIT", "SKILL_VALIDATION",
                                              "CONTEXT_RETRIEVAL", "SESSION_LOG", "GIT_STATE"}));
  for (const auto& [name, result] : protocol.gates) {
    const auto gate = model::from_name(name, static_cast<ProtocolGate*>(nullptr));
    const bool is_kept = is_start_gate(*gate);
    EXPECT_TRUE(result.status.is(is_kept ? GateStatus::pass : GateStatus::pending)) << name;
    EXPECT_EQ(result.evidence, is_kept ? "seen" : "");
    EXPECT_EQ(result.blocking, step_of(*gate).blocking);
  }
  for (const auto& item : protocol.checklist.end) {
    EXPECT_EQ(item.done, item.gate.empty()) << item.step;
  }
}

TEST(Rework, ChangesNothingBeforeTheWorkIsDoneAndFreesNobody) {
  Protocol early = protocol_in(ProtocolPhase::context_loaded);
  rework(early);
  EXPECT_TRUE(early.current_phase.is(ProtocolPhase::context_loaded));
  Protocol over = protocol_in(ProtocolPhase::complete);
  rework(over);
  EXPECT_TRUE(over.current_phase.is(ProtocolPhase::complete));
  Protocol stopped = protocol_in(ProtocolPhase::documenting);
  stop_at(stopped, ProtocolPhase::violation, ProtocolGate::session_log);
  rework(stopped);
  EXPECT_TRUE(stopped.current_phase.is(ProtocolPhase::violation));
  EXPECT_EQ(phase_of(stopped), ProtocolPhase::working);
}

// S1-60, S1-84, B1-21
TEST(SeverityOf, IsThatOfTheFirstWord) {
  EXPECT_EQ(severity_of("MUST read skill-usage-mandatory"), Severity::critical);
  EXPECT_EQ(severity_of("MUST NOT update HANDOFF.md"), Severity::critical);
  EXPECT_EQ(severity_of(" MUST"), Severity::critical);
  EXPECT_EQ(severity_of("SHOULD NOT hurry"), Severity::warning);
  for (const char* text : {"MAY rest", "", "MUSTARD", "must read", "You MUST"}) {
    EXPECT_EQ(severity_of(text), std::nullopt) << text;
  }
}

TEST(StopAt, RemembersThePhaseAndNeverWeakensAViolation) {
  Protocol protocol = protocol_in(ProtocolPhase::working);
  stop_at(protocol, ProtocolPhase::blocked, ProtocolGate::session_log);
  stop_at(protocol, ProtocolPhase::violation, ProtocolGate::context_retrieval);
  stop_at(protocol, ProtocolPhase::blocked, ProtocolGate::session_log);
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::violation));
  EXPECT_EQ(protocol.blocked_by, "CONTEXT_RETRIEVAL");
  EXPECT_EQ(phase_of(protocol), ProtocolPhase::working);
  Protocol over = protocol_in(ProtocolPhase::complete);
  stop_at(over, ProtocolPhase::blocked, ProtocolGate::session_log);
  EXPECT_TRUE(over.current_phase.is(ProtocolPhase::complete));
}

// S1-61, S1-76
TEST(EvidenceNeeded, NamesTheCallAndTheConfiguredPlace) {
  model::Config config;
  config.protocol_handoff = "notes/HANDOFF.md";
  EXPECT_EQ(evidence_needed(ProtocolGate::context_retrieval, config),
            "Read notes/HANDOFF.md, then record_evidence{phase:\"CONTEXT_RETRIEVAL\", "
            "evidence_type:\"content_hash\", evidence:<sha256 of the file>}");
  for (const ProtocolGate gate : model::all_protocol_gates()) {
    const std::string text = evidence_needed(gate, config);
    EXPECT_NE(text.find("{phase:\"" + std::string(model::name_of(gate)) + "\""), std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace policy
