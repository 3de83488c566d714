// validate_gate and advance_phase.
#include <nlohmann/json.hpp>

#include "engine/protocol_change.h"
#include "engine/protocol_facts.h"
#include "engine/protocol_gates.h"
#include "policy/protocol_gate.h"
#include "policy/redaction.h"

namespace engine {

using base::Json;
using model::ProtocolGate;
using model::ProtocolPhase;

namespace {

base::Error invalid_gate(const std::string& name) {
  std::string names;
  for (const ProtocolGate gate : model::all_protocol_gates()) {
    names += (names.empty() ? "" : ", ") + std::string(name_of(gate));
  }
  return {base::Code::invalid_gate, "There is no gate '" + name + "'",
          "The gates are " + names + ", or ALL."};
}

base::Error no_such_phase(const std::string& name) {
  std::string names(name_of(policy::protocol_steps().front().from));
  for (const policy::ProtocolStep& step : policy::protocol_steps()) {
    names += ", " + std::string(name_of(step.to));
  }
  return {base::Code::invalid_transition, "There is no phase '" + name + "'",
          "The phases are " + names + "."};
}

base::Result<std::vector<ProtocolGate>> gates_named(const std::string& name) {
  if (name == "ALL") return model::all_protocol_gates();
  TRY_ASSIGN(const ProtocolGate gate, gate_from_text(name));
  return std::vector<ProtocolGate>{gate};
}

bool is_halted(const model::Protocol& protocol) {
  return protocol.current_phase.is(ProtocolPhase::blocked) ||
         protocol.current_phase.is(ProtocolPhase::violation);
}

base::Error still_blocked(const model::Protocol& protocol, const model::Config& config) {
  const auto gate = model::from_name(protocol.blocked_by, static_cast<ProtocolGate*>(nullptr));
  return {base::Code::session_blocked,
          "The session is " + protocol.current_phase.text() + ": " + protocol.blocked_by +
              " has not passed",
          gate ? policy::evidence_needed(*gate, config) : ""};
}

// One walk of the protocol along its gates.
class Walk {
 public:
  Walk(Stores& stores, const AdvanceRequest& request, ProtocolFactFinder& facts)
      : stores_(stores), request_(request), facts_(facts) {}

  // On a fresh copy of the run, as often as saving needs it.
  base::Result<void> go(model::Run& run) {
    outcome_ = {};
    model::Protocol& protocol = *run.protocol;
    outcome_.previous_phase = protocol.current_phase.text();
    TRY(leave_halt(run));
    TRY_ASSIGN(const ProtocolPhase target, target_of(protocol));
    TRY_ASSIGN(const policy::Direction direction, policy::direction_to(protocol, target));
    if (direction == policy::Direction::rework) {
      policy::rework(protocol);
    } else if (direction == policy::Direction::forward) {
      while (!protocol.current_phase.is(target) && step(run)) {
      }
    }
    outcome_.success = protocol.current_phase.is(target);
    outcome_.current_phase = protocol.current_phase.text();
    return {};
  }

  AdvanceOutcome take() { return std::move(outcome_); }

 private:
  model::Enforcement enforcement() const { return stores_.config.protocol_enforcement; }

  void apply(model::Run& run, ProtocolGate gate) {
    const model::GateResult result = facts_.judge(gate, run);
    policy::apply_result(*run.protocol, gate, result, enforcement(), protocol_clock(stores_));
    outcome_.gates.push_back(outcome_of(*run.protocol, gate));
  }

  // BLOCKED and VIOLATION are left by the gate that was violated (B1-6).
  base::Result<void> leave_halt(model::Run& run) {
    model::Protocol& protocol = *run.protocol;
    if (!is_halted(protocol)) return {};
    const auto gate = model::from_name(protocol.blocked_by, static_cast<ProtocolGate*>(nullptr));
    if (gate) apply(run, *gate);
    if (is_halted(protocol)) return still_blocked(protocol, stores_.config);
    return {};
  }

  base::Result<ProtocolPhase> target_of(const model::Protocol& protocol) const {
    if (request_.target) {
      const auto phase = model::from_name(*request_.target, static_cast<ProtocolPhase*>(nullptr));
      if (phase) return *phase;
      return no_such_phase(*request_.target);
    }
    const auto now = protocol.current_phase.known();
    const auto* const next = now ? policy::step_from(*now) : nullptr;
    if (next == nullptr || next->to == ProtocolPhase::complete) {
      return base::Error{base::Code::invalid_transition,
                         "From " + protocol.current_phase.text() + " there is no further phase",
                         "session_end closes the session."};
    }
    return next->to;
  }

  // One step forward; false where it is blocked.
  bool step(model::Run& run) {
    model::Protocol& protocol = *run.protocol;
    const auto now = protocol.current_phase.known();
    const auto* const next = now ? policy::step_from(*now) : nullptr;
    if (next == nullptr) return false;
    if (request_.force) {
      force(protocol, *next);
      return !is_halted(protocol);
    }
    apply(run, next->gate);
    if (is_halted(protocol)) return false;
    if (next->blocking && !policy::is_met(protocol, next->gate, enforcement())) {
      outcome_.blocked_by.emplace_back(name_of(next->gate));
      return false;
    }
    policy::take_step(protocol, *next, protocol_clock(stores_));
    return true;
  }

  // Recorded, and in `enforce` the session stands still for it (SC-31).
  void force(model::Protocol& protocol, const policy::ProtocolStep& next) {
    policy::add_violation(protocol, std::string(name_of(next.gate)),
                          std::string(next.level) + " " + std::string(name_of(next.gate)) +
                              ": skipped by force (" + policy::redact(request_.reason) + ")",
                          model::Severity::critical, protocol_clock(stores_));
    if (enforcement() == model::Enforcement::enforce) {
      policy::stop_at(protocol, ProtocolPhase::violation, next.gate);
      outcome_.blocked_by.emplace_back(name_of(next.gate));
      return;
    }
    protocol.current_phase = next.to;
  }

  Stores& stores_;
  const AdvanceRequest& request_;
  ProtocolFactFinder& facts_;
  AdvanceOutcome outcome_;
};

}  // namespace

base::Result<ProtocolGate> gate_from_text(const std::string& name) {
  const auto gate = model::from_name(name, static_cast<ProtocolGate*>(nullptr));
  if (gate) return *gate;
  return invalid_gate(name);
}

GateOutcome outcome_of(const model::Protocol& protocol, ProtocolGate gate) {
  const std::string name(name_of(gate));
  const auto found = protocol.gates.find(name);
  GateOutcome outcome{name, found == protocol.gates.end() ? model::GateResult{} : found->second,
                      ""};
  outcome.message = policy::gate_message(gate, outcome.result, protocol);
  return outcome;
}

base::Result<GateReport> validate_gate(Workspace& workspace, const model::RunId& run,
                                       const std::string& gate, const Caller& caller,
                                       const std::function<bool()>& is_cancelled) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const auto gates, gates_named(gate));
  ProtocolFactFinder facts(stores);
  TRY_ASSIGN(const auto saved,
             change_protocol(stores, run, "validate", caller, [&](model::Run& current) {
               for (const ProtocolGate one : gates) {
                 if (is_cancelled && is_cancelled()) break;
                 policy::apply_result(*current.protocol, one, facts.judge(one, current),
                                      stores.config.protocol_enforcement, protocol_clock(stores));
               }
               return base::Result<void>();
             }));
  GateReport report{run, *saved.run.protocol, {}, "PASS", "", {}};
  for (const ProtocolGate one : gates) {
    report.gates.push_back(outcome_of(report.protocol, one));
    if (policy::step_of(one).blocking &&
        !policy::is_met(report.protocol, one, stores.config.protocol_enforcement)) {
      report.status = "FAIL";
      report.unmet.emplace_back(name_of(one));
    }
  }
  if (gates.size() == 1) {
    report.status = report.gates.front().result.status.text();
  } else {
    report.fingerprint = facts.work(report.protocol).fingerprint;
  }
  return report;
}

base::Result<AdvanceOutcome> advance_phase(Workspace& workspace, const model::RunId& run,
                                           const AdvanceRequest& request, const Caller& caller) {
  return advance_phase(workspace.stores(), run, request, caller);
}

base::Result<AdvanceOutcome> advance_phase(Stores& stores, const model::RunId& run,
                                           const AdvanceRequest& request, const Caller& caller) {
  if (request.force && request.reason.empty()) {
    return base::Error{base::Code::invalid_params, "force needs a reason", ""};
  }
  ProtocolFactFinder facts(stores);
  Walk walk(stores, request, facts);
  std::size_t known = 0;
  auto saved = change_protocol(stores, run, "advance", caller, [&](model::Run& current) {
    known = current.protocol->violations.size();
    return walk.go(current);
  });
  if (!saved.ok()) return std::move(saved).error();
  AdvanceOutcome outcome = walk.take();
  outcome.run = run;
  outcome.protocol = *saved->run.protocol;
  const auto& violations = outcome.protocol.violations;
  outcome.violations.assign(violations.begin() + static_cast<std::ptrdiff_t>(known),
                            violations.end());
  if (outcome.previous_phase != outcome.current_phase) {
    note_protocol(stores, run, caller,
                  Json{{"action", "phase"},
                       {"session", outcome.protocol.session_id},
                       {"from", outcome.previous_phase},
                       {"to", outcome.current_phase},
                       {"forced", request.force}});
  }
  return outcome;
}

}  // namespace engine
