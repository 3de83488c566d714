#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "policy/protocol_test_scene.h"

namespace policy {
namespace {

using model::GateStatus;
using model::Protocol;
using model::ProtocolGate;
using model::ProtocolPhase;

model::Enforcement arbitrary_enforcement() { return *rc::gen::element(kReport, kEnforce); }
ProtocolGate arbitrary_gate() { return *rc::gen::elementOf(model::all_protocol_gates()); }

model::GateResult arbitrary_result() {
  model::GateResult result = result_of(
      *rc::gen::element(GateStatus::pass, GateStatus::fail, GateStatus::skipped,
                        GateStatus::pending),
      *rc::gen::element<std::string>("", "one", "two"),
      *rc::gen::element(model::Trust::claimed, model::Trust::verified, model::Trust::observed));
  result.fingerprint = *rc::gen::element<std::string>("", "f1", "f2");
  return result;
}

// As the engine walks: a step is taken where its gate does not hinder, or by force.
void step_once(Protocol& protocol, model::Enforcement enforcement, bool is_forced) {
  if (is_stopped(protocol)) return;
  const ProtocolStep* step = step_from(phase_of(protocol));
  if (step == nullptr || step->gate == ProtocolGate::git_commit) return;
  if (is_forced || !step->blocking || is_met(protocol, step->gate, enforcement)) {
    take_step(protocol, *step, clock_at(kProtocolNow));
  }
}

void act(Protocol& protocol, model::Enforcement enforcement) {
  const auto stop = *rc::gen::element(ProtocolPhase::blocked, ProtocolPhase::violation);
  switch (*rc::gen::inRange(0, 8)) {
    case 0:
      rework(protocol);
      break;
    case 1:
      stop_at(protocol, stop, arbitrary_gate());
      break;
    case 2:
      step_once(protocol, enforcement, true);
      break;
    case 3:
    case 4:
      step_once(protocol, enforcement, false);
      break;
    default:
      apply_result(protocol, arbitrary_gate(), arbitrary_result(), enforcement,
                   clock_at(kProtocolNow));
  }
}

Protocol reachable_protocol(model::Enforcement enforcement) {
  const auto from = *rc::gen::element(ProtocolPhase::init, ProtocolPhase::working,
                                      ProtocolPhase::documenting, ProtocolPhase::qa_complete);
  Protocol protocol = protocol_in(from);
  const int count = *rc::gen::inRange(0, 40);
  for (int at = 0; at < count; ++at) act(protocol, enforcement);
  return protocol;
}

std::string text_of(const Protocol& protocol) { return base::dump_pretty(to_json(protocol)); }

// S1-89
TEST(ProtocolPropertyTest, CompletedGatesAreInOrderWithoutDoubles) {
  EXPECT_TRUE(rc::check("after every walk", [] {
    const Protocol protocol = reachable_protocol(arbitrary_enforcement());
    std::vector<ProtocolGate> gates;
    for (const std::string& name : protocol.phases_completed) {
      const auto gate = model::from_name(name, static_cast<ProtocolGate*>(nullptr));
      RC_ASSERT(gate.has_value());
      gates.push_back(*gate);
    }
    RC_ASSERT(std::is_sorted(gates.begin(), gates.end()));
    RC_ASSERT(std::adjacent_find(gates.begin(), gates.end()) == gates.end());
    // They are exactly those that lie behind the phase.
    const auto phase = phase_of(protocol);
    RC_ASSERT(gates.size() == static_cast<std::size_t>(phase));
  }));
}

// SC-27, B1-6
TEST(ProtocolPropertyTest, WhereEveryGatePassesTheEndIsReachedFromEverywhere) {
  EXPECT_TRUE(rc::check("from every state", [] {
    const auto enforcement = arbitrary_enforcement();
    Protocol protocol = reachable_protocol(enforcement);
    for (const ProtocolGate gate : model::all_protocol_gates()) {
      apply_result(protocol, gate, passed(), enforcement, clock_at(kProtocolLater));
    }
    RC_ASSERT(!is_stopped(protocol));
    for (int at = 0; at < 9 && !protocol.current_phase.is(ProtocolPhase::qa_complete); ++at) {
      const Protocol before = protocol;
      step_once(protocol, enforcement, false);
      RC_ASSERT(phase_of(protocol) > phase_of(before));
    }
    RC_ASSERT(protocol.current_phase.is(ProtocolPhase::qa_complete));
    RC_ASSERT(is_met(protocol, ProtocolGate::git_commit, enforcement));
    RC_ASSERT(unmet_start_gates(protocol, enforcement).empty());
    for (const model::Violation& violation : protocol.violations) {
      RC_ASSERT(violation.recovery.has_value());
    }
  }));
}

// B1-16
TEST(ProtocolPropertyTest, TheSameResultTwiceIsTheSameAsOnce) {
  EXPECT_TRUE(rc::check("for every result", [] {
    const auto enforcement = arbitrary_enforcement();
    Protocol protocol = reachable_protocol(enforcement);
    const ProtocolGate gate = arbitrary_gate();
    const model::GateResult result = arbitrary_result();
    const std::string before = text_of(protocol);
    const bool has_changed =
        apply_result(protocol, gate, result, enforcement, clock_at(kProtocolNow));
    const std::string once = text_of(protocol);
    RC_ASSERT(has_changed == (once != before));
    RC_ASSERT(!apply_result(protocol, gate, result, enforcement, clock_at(kProtocolLater)));
    RC_ASSERT(text_of(protocol) == once);
  }));
}

// B1-6: it knows the way back, and only what stands still has one.
TEST(ProtocolPropertyTest, WhatStandsStillNamesItsGateAndThePhaseBefore) {
  EXPECT_TRUE(rc::check("after every walk", [] {
    const Protocol protocol = reachable_protocol(arbitrary_enforcement());
    RC_ASSERT(is_stopped(protocol) == protocol.blocked_from.has_value());
    RC_ASSERT(is_stopped(protocol) == !protocol.blocked_by.empty());
    const auto read = model::protocol_from_json(to_json(protocol));
    RC_ASSERT(read.ok());
    RC_ASSERT(text_of(*read) == text_of(protocol));
  }));
}

}  // namespace
}  // namespace policy
