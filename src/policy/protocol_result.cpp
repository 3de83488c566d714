// What a gate's new result does to the protocol.
#include <algorithm>

#include "base/time.h"
#include "policy/protocol.h"
#include "policy/protocol_tick.h"

namespace policy {
namespace {

using model::GateResult;
using model::GateStatus;
using model::Protocol;
using model::ProtocolGate;
using model::ProtocolPhase;

bool is_same(const GateResult& left, const GateResult& right) {
  return left.status == right.status && left.evidence == right.evidence &&
         left.fingerprint == right.fingerprint && left.trust == right.trust &&
         left.level == right.level && left.blocking == right.blocking && left.stale == right.stale;
}

bool is_through(const GateResult& result) {
  return result.status.is(GateStatus::pass) || result.status.is(GateStatus::skipped);
}

bool is_known_gate(const std::string& name) {
  return model::from_name(name, static_cast<ProtocolGate*>(nullptr)).has_value();
}

// "09:30:00" in UTC, as the log of violations has it (S1-18).
std::string time_of_day(const std::string& now) {
  constexpr std::size_t kFirst = 11;
  constexpr std::size_t kLength = 8;
  const auto instant = base::instant_from_iso(now);
  return instant.ok() ? base::to_iso(*instant).substr(kFirst, kLength) : now;
}

// Whether the protocol waits for this gate. A note that names no gate that we know would wait for
// ever, so any gate will do there.
bool waits_for(const Protocol& protocol, ProtocolGate gate) {
  if (!is_stopped(protocol)) return false;
  return protocol.blocked_by == model::name_of(gate) || !is_known_gate(protocol.blocked_by);
}

bool frees(const Protocol& protocol, const GateResult& result, model::Enforcement enforcement) {
  if (protocol.current_phase.is(ProtocolPhase::blocked)) return is_met(result, enforcement);
  // Out of VIOLATION leads only what we have seen or checked.
  return result.status.is(GateStatus::pass) && is_met(result, model::Enforcement::enforce);
}

bool leave_stop(Protocol& protocol, ProtocolGate gate, const GateResult& result,
                model::Enforcement enforcement) {
  if (!waits_for(protocol, gate) || !frees(protocol, result, enforcement)) return false;
  protocol.current_phase = phase_of(protocol);
  protocol.blocked_from.reset();
  protocol.blocked_by.clear();
  return true;
}

bool fill_recovery(Protocol& protocol, ProtocolGate gate, const GateResult& result,
                   const ProtocolClock& clock) {
  bool has_changed = false;
  for (model::Violation& violation : protocol.violations) {
    if (violation.recovery || violation.phase != model::name_of(gate)) continue;
    violation.recovery = result.evidence + " at " + time_of_day(clock.now);
    has_changed = true;
  }
  return has_changed;
}

// A gate that let the session through and fails now: what was built on it stands on nothing. The
// end's gates are asked again before the end anyway.
void stop_at_lost_gate(Protocol& protocol, ProtocolGate gate, const GateResult& result,
                       const ProtocolClock& clock) {
  const ProtocolStep& step = step_of(gate);
  const std::string name(model::name_of(gate));
  const auto& completed = protocol.phases_completed;
  if (!step.blocking || !is_start_gate(gate)) return;
  if (std::find(completed.begin(), completed.end(), name) == completed.end()) return;
  if (phase_of(protocol) == ProtocolPhase::complete) return;
  add_violation(protocol, name, std::string(step.level) + " " + name + ": " + result.evidence,
                model::Severity::critical, clock);
  if (!is_stopped(protocol)) stop_at(protocol, ProtocolPhase::blocked, gate);
}

// The result as it is kept: level and blocking are the protocol's, not the caller's.
GateResult to_keep(const GateResult& result, const GateResult& before, ProtocolGate gate) {
  GateResult kept = result;
  kept.level = step_of(gate).level;
  kept.blocking = step_of(gate).blocking;
  if (kept.evidence.empty() && kept.status == before.status) kept.evidence = before.evidence;
  if (kept.extra == base::JsonBox()) kept.extra = before.extra;
  return kept;
}

}  // namespace

bool apply_result(Protocol& protocol, ProtocolGate gate, const GateResult& result,
                  model::Enforcement enforcement, const ProtocolClock& clock) {
  const std::string name(model::name_of(gate));
  const auto found = protocol.gates.find(name);
  const bool is_first = found == protocol.gates.end();
  const GateResult before = is_first ? GateResult{} : found->second;
  GateResult now = to_keep(result, before, gate);

  bool has_changed = is_first || !is_same(before, now);
  if (has_changed) {
    now.at = clock.now;
    protocol.gates[name] = now;
  }
  if (now.status.is(GateStatus::fail) && is_through(before)) {
    untick_steps_of(protocol, gate);
    // Where it was skipped, nothing had been proved that could be lost.
    if (before.status.is(GateStatus::pass)) stop_at_lost_gate(protocol, gate, now, clock);
  }
  if (!is_through(now)) return has_changed;
  has_changed |= tick_steps_of(protocol, gate, now);
  has_changed |= leave_stop(protocol, gate, now, enforcement);
  const bool still_waits = waits_for(protocol, gate);
  if (!still_waits && is_met(now, enforcement)) {
    has_changed |= fill_recovery(protocol, gate, now, clock);
  }
  return has_changed;
}

}  // namespace policy
