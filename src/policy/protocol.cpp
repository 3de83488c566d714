#include "policy/protocol.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace policy {

using model::Protocol;
using model::ProtocolGate;
using model::ProtocolPhase;

namespace {

bool has_completed(const Protocol& protocol, std::string_view gate) {
  const auto& all = protocol.phases_completed;
  return std::find(all.begin(), all.end(), gate) != all.end();
}

bool is_end_gate(std::string_view name) {
  const auto gate = model::from_name(name, static_cast<ProtocolGate*>(nullptr));
  return gate && !is_start_gate(*gate);
}

// Behind the gates that come before it, whatever a note of another version has there (S1-89).
void complete_gate(Protocol& protocol, ProtocolGate gate) {
  const std::string name(model::name_of(gate));
  if (has_completed(protocol, name)) return;
  auto& all = protocol.phases_completed;
  const auto later = std::find_if(all.begin(), all.end(), [&](const std::string& other) {
    const auto known = model::from_name(other, static_cast<ProtocolGate*>(nullptr));
    return known && *known > gate;
  });
  all.insert(later, name);
}

// As far as the completed gates reach without a gap.
ProtocolPhase phase_by_gates(const Protocol& protocol) {
  for (const ProtocolStep& step : protocol_steps()) {
    if (!has_completed(protocol, model::name_of(step.gate))) return step.from;
  }
  return ProtocolPhase::complete;
}

bool is_stop(ProtocolPhase phase) {
  return phase == ProtocolPhase::blocked || phase == ProtocolPhase::violation;
}

bool is_behind_work(ProtocolPhase phase) {
  return phase == ProtocolPhase::documenting || phase == ProtocolPhase::quality_checked ||
         phase == ProtocolPhase::qa_complete;
}

base::Error no_transition(ProtocolPhase from, ProtocolPhase to) {
  std::vector<std::string> allowed;
  if (is_behind_work(from)) allowed.emplace_back(model::name_of(ProtocolPhase::working));
  for (const ProtocolStep* step = step_from(from); step != nullptr; step = step_from(step->to)) {
    if (step->to != ProtocolPhase::complete) allowed.emplace_back(model::name_of(step->to));
  }
  std::string message = "From " + std::string(model::name_of(from)) + " there is no way to " +
                        std::string(model::name_of(to));
  std::string hint;
  if (from == ProtocolPhase::complete) {
    hint = "The session is over. Call session_start.";
  } else if (allowed.empty()) {
    hint = "Call session_end.";
  } else {
    hint = "Allowed from here: " + base::join(allowed, ", ") + ".";
  }
  if (to == ProtocolPhase::complete) message += ": COMPLETE is reached by session_end";
  if (is_stop(to)) message += ": nobody goes there on purpose";
  return {base::Code::invalid_transition, std::move(message), std::move(hint)};
}

// One that is not mended yet says it already.
bool has_open_warning(const Protocol& protocol, std::string_view gate) {
  return std::any_of(protocol.violations.begin(), protocol.violations.end(),
                     [&](const model::Violation& violation) {
                       return violation.phase == gate && !violation.recovery &&
                              violation.severity.is(model::Severity::warning);
                     });
}

}  // namespace

const std::vector<ProtocolStep>& protocol_steps() {
  using Phase = ProtocolPhase;
  using Gate = ProtocolGate;
  static const std::vector<ProtocolStep> kSteps{
      {Phase::init, Phase::serena_ready, Gate::serena_init, "MUST", true},
      {Phase::serena_ready, Phase::skills_validated, Gate::skill_validation, "MUST", true},
      {Phase::skills_validated, Phase::context_loaded, Gate::context_retrieval, "MUST", true},
      {Phase::context_loaded, Phase::ready, Gate::session_log, "MUST", true},
      {Phase::ready, Phase::working, Gate::git_state, "SHOULD", false},
      {Phase::working, Phase::documenting, Gate::docs_update, "MUST", false},
      {Phase::documenting, Phase::quality_checked, Gate::quality_checks, "MUST", true},
      {Phase::quality_checked, Phase::qa_complete, Gate::qa_validation, "MUST", true},
      {Phase::qa_complete, Phase::complete, Gate::git_commit, "MUST", true},
  };
  return kSteps;
}

const ProtocolStep& step_of(ProtocolGate gate) {
  const auto& steps = protocol_steps();
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const ProtocolStep& step) { return step.gate == gate; });
  CHECK(found != steps.end());
  return *found;
}

const ProtocolStep* step_from(ProtocolPhase phase) {
  const auto& steps = protocol_steps();
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const ProtocolStep& step) { return step.from == phase; });
  return found == steps.end() ? nullptr : &*found;
}

bool is_start_gate(ProtocolGate gate) { return gate <= ProtocolGate::git_state; }

bool is_stopped(const Protocol& protocol) {
  const auto phase = protocol.current_phase.known();
  return phase && is_stop(*phase);
}

ProtocolPhase phase_of(const Protocol& protocol) {
  const auto current = protocol.current_phase.known();
  if (current && !is_stop(*current)) return *current;
  if (current && protocol.blocked_from) {
    const auto from = protocol.blocked_from->known();
    if (from && !is_stop(*from)) return *from;
  }
  return phase_by_gates(protocol);
}

bool is_met(const model::GateResult& result, model::Enforcement enforcement) {
  if (result.status.is(model::GateStatus::skipped)) return true;  // We judged that ourselves.
  if (!result.status.is(model::GateStatus::pass)) return false;
  if (enforcement == model::Enforcement::report || !result.blocking) return true;
  return result.trust.known().value_or(model::Trust::claimed) >= model::Trust::verified;
}

bool is_met(const Protocol& protocol, ProtocolGate gate, model::Enforcement enforcement) {
  const auto found = protocol.gates.find(std::string(model::name_of(gate)));
  if (found == protocol.gates.end()) return false;
  model::GateResult result = found->second;
  result.blocking = step_of(gate).blocking;
  return is_met(result, enforcement);
}

std::vector<std::string> unmet_start_gates(const Protocol& protocol,
                                           model::Enforcement enforcement) {
  std::vector<std::string> unmet;
  for (const ProtocolStep& step : protocol_steps()) {
    if (!is_start_gate(step.gate) || !step.blocking) continue;
    if (!is_met(protocol, step.gate, enforcement)) unmet.emplace_back(model::name_of(step.gate));
  }
  return unmet;
}

base::Result<Direction> direction_to(const Protocol& protocol, ProtocolPhase target) {
  const ProtocolPhase current = phase_of(protocol);
  const bool is_over = current == ProtocolPhase::complete;
  if (is_over || target == ProtocolPhase::complete || is_stop(target)) {
    return no_transition(current, target);
  }
  if (target == current) return Direction::nowhere;
  if (target > current) return Direction::forward;  // Phases are declared in their order.
  if (target == ProtocolPhase::working && is_behind_work(current)) return Direction::rework;
  return no_transition(current, target);
}

void take_step(Protocol& protocol, const ProtocolStep& step, const ProtocolClock& clock) {
  const std::string gate(model::name_of(step.gate));
  const auto found = protocol.gates.find(gate);
  const bool has_failed =
      found != protocol.gates.end() && found->second.status.is(model::GateStatus::fail);
  if (!step.blocking && has_failed && !has_open_warning(protocol, gate)) {
    add_violation(protocol, gate,
                  std::string(step.level) + " " + gate + ": " + found->second.evidence,
                  model::Severity::warning, clock);
  }
  complete_gate(protocol, step.gate);
  protocol.current_phase = step.to;
  protocol.blocked_from.reset();
  protocol.blocked_by.clear();
}

void rework(Protocol& protocol) {
  if (!is_behind_work(phase_of(protocol))) return;
  if (is_stopped(protocol)) {
    protocol.blocked_from = ProtocolPhase::working;
  } else {
    protocol.current_phase = ProtocolPhase::working;
  }
  for (auto& [name, result] : protocol.gates) {
    if (!is_end_gate(name)) continue;
    model::GateResult pending;
    pending.level = result.level;
    pending.blocking = result.blocking;
    result = std::move(pending);
  }
  std::erase_if(protocol.phases_completed,
                [](const std::string& name) { return is_end_gate(name); });
  for (model::ChecklistItem& item : protocol.checklist.end) {
    if (!item.gate.empty()) untick_step(item);
  }
}

std::optional<model::Severity> severity_of(std::string_view requirement) {
  const std::string_view text = base::trim(requirement);
  const auto starts_with_word = [&](std::string_view word) {
    return text.starts_with(word) &&
           (text.size() == word.size() || !base::is_alnum(text[word.size()]));
  };
  if (starts_with_word("MUST")) return model::Severity::critical;  // MUST NOT, too.
  if (starts_with_word("SHOULD")) return model::Severity::warning;
  return std::nullopt;
}

model::Violation& add_violation(Protocol& protocol, std::string phase, std::string requirement,
                                model::Severity severity, const ProtocolClock& clock) {
  model::Violation violation;
  violation.id = clock.id;
  violation.timestamp = clock.now;
  violation.phase = std::move(phase);
  violation.requirement = std::move(requirement);
  violation.severity = severity;
  return protocol.violations.emplace_back(std::move(violation));
}

void stop_at(Protocol& protocol, ProtocolPhase phase, ProtocolGate gate) {
  CHECK(is_stop(phase));
  const ProtocolPhase from = phase_of(protocol);
  if (from == ProtocolPhase::complete) return;
  if (protocol.current_phase.is(ProtocolPhase::violation) && phase == ProtocolPhase::blocked) {
    return;
  }
  protocol.blocked_from = from;
  protocol.blocked_by = model::name_of(gate);
  protocol.current_phase = phase;
}

}  // namespace policy
