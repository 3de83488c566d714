// The state machine of document S1, pure: which gate leads to which phase, what a result does to
// the protocol, and how it gets out of BLOCKED again (model.md 4.4).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/protocol.h"

namespace policy {

struct ProtocolStep {
  model::ProtocolPhase from;
  model::ProtocolPhase to;
  model::ProtocolGate gate;
  std::string_view level;
  bool blocking;
};
// In order, from INIT to COMPLETE.
const std::vector<ProtocolStep>& protocol_steps();
const ProtocolStep& step_of(model::ProtocolGate gate);
// The step that leaves `phase` forward; nothing for COMPLETE, BLOCKED and VIOLATION.
const ProtocolStep* step_from(model::ProtocolPhase phase);
bool is_start_gate(model::ProtocolGate gate);  // Up to GIT_STATE.

// Whether it stands still: BLOCKED or VIOLATION.
bool is_stopped(const model::Protocol& protocol);
// The phase from which it goes on: the current one, or the one in which it was stopped. A name that
// this version does not know is read from phases_completed instead. Never BLOCKED or VIOLATION.
model::ProtocolPhase phase_of(const model::Protocol& protocol);

// Whether the result lets the protocol pass: PASS or SKIPPED, and in `enforce` a blocking one with
// more than the agent's word (B1-30).
bool is_met(const model::GateResult& result, model::Enforcement enforcement);
bool is_met(const model::Protocol& protocol, model::ProtocolGate gate,
            model::Enforcement enforcement);

// Blocking start gates that are not met, in order (B1-8).
std::vector<std::string> unmet_start_gates(const model::Protocol& protocol,
                                           model::Enforcement enforcement);

struct ProtocolClock {
  std::string now;  // RFC 3339
  std::string id;   // A new id for a violation.
};

// Puts a gate's new result in: older evidence of a PASS is kept where the new result says no more
// (B1-16); ticks the steps that the gate proves, and unticks what it had proved where it now fails;
// fills the recovery of violations of this gate and leaves BLOCKED or VIOLATION where it passes
// (B1-6). A blocking gate of the start that had passed and now fails is a violation: BLOCKED. True
// where anything changed; the same result again changes nothing.
bool apply_result(model::Protocol& protocol, model::ProtocolGate gate,
                  const model::GateResult& result, model::Enforcement enforcement,
                  const ProtocolClock& clock);

// The way from phase_of(protocol) to `target`: forward to it, or back to WORKING.
// invalid_transition says what is allowed.
enum class Direction { forward, rework, nowhere };
base::Result<Direction> direction_to(const model::Protocol& protocol, model::ProtocolPhase target);

// Takes the step that `gate` allows: the phase moves on and the gate joins phases_completed. A
// non-blocking gate that failed leaves a WARNING, one as long as that is not mended.
void take_step(model::Protocol& protocol, const ProtocolStep& step, const ProtocolClock& clock);
// Back to WORKING from a phase behind it: the gates of the end are pending again and their steps
// are not ticked. What stands still goes on standing still.
void rework(model::Protocol& protocol);

// Ticks a step of a checklist. A tick of a higher trust stays as it is; true where anything
// changed. The trust is kept in the item's `extra` ("trust").
bool tick_step(model::ChecklistItem& item, std::string evidence, model::Trust trust);
bool untick_step(model::ChecklistItem& item);
// Nothing where it is not ticked; `claimed` where the tick does not say.
std::optional<model::Trust> trust_of_step(const model::ChecklistItem& item);

// A violation of `gate`: MUST and MUST NOT are CRITICAL, SHOULD is a WARNING, MAY is nothing
// (S1-84, B1-21).
std::optional<model::Severity> severity_of(std::string_view requirement);
model::Violation& add_violation(model::Protocol& protocol, std::string phase,
                                std::string requirement, model::Severity severity,
                                const ProtocolClock& clock);
// Stands still in `phase` (BLOCKED or VIOLATION) until `gate` passes. Never after COMPLETE, and a
// VIOLATION does not become BLOCKED.
void stop_at(model::Protocol& protocol, model::ProtocolPhase phase, model::ProtocolGate gate);

// What a person or an agent does to meet the gate (S1-61, S1-76).
std::string evidence_needed(model::ProtocolGate gate, const model::Config& config);

}  // namespace policy
