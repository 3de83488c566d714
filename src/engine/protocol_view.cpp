// The protocol as it stands, for those who only look.
#include <algorithm>

#include "engine/protocol_change.h"
#include "engine/protocol_gates.h"
#include "engine/protocol_history.h"
#include "policy/protocol_gate.h"
#include "store/session_memory.h"

namespace engine {
namespace {

// The gates between here and the next phase that blocks; those of the end only once work is done.
std::vector<model::ProtocolGate> due_gates(const model::Protocol& protocol) {
  const auto now = protocol.blocked_from.value_or(protocol.current_phase).known();
  std::vector<model::ProtocolGate> due;
  if (!now) return due;
  const bool has_started = *now >= model::ProtocolPhase::ready;
  for (const policy::ProtocolStep& step : policy::protocol_steps()) {
    if (!step.blocking) continue;
    const bool is_start = policy::is_start_gate(step.gate);
    if (is_start || (has_started && *now >= model::ProtocolPhase::documenting)) {
      due.push_back(step.gate);
    }
  }
  return due;
}

}  // namespace

base::Result<model::Protocol> get_protocol(Workspace& workspace, const model::RunId& run) {
  TRY_ASSIGN(const auto view, workspace.stores().runs.view(run));
  if (!view->protocol) return no_protocol_error();
  return *view->protocol;
}

BlockedReason blocked_reason(Workspace& workspace, const std::optional<model::RunId>& run) {
  Stores& stores = workspace.stores();
  BlockedReason reason;
  const auto loaded =
      run ? stores.runs.view(*run) : base::Result<store::RunCache::RunView>(no_protocol_error());
  if (!loaded.ok() || !model::is_active((*loaded)->protocol)) {
    reason.suggested_actions.push_back("No active session: call session_start with an objective.");
    return reason;
  }
  const model::Protocol& protocol = *(*loaded)->protocol;
  reason.has_session = true;
  reason.session_id = protocol.session_id;
  reason.phase = protocol.current_phase.text();
  for (const model::ProtocolGate gate : due_gates(protocol)) {
    const bool is_violated = protocol.blocked_by == name_of(gate);
    if (!is_violated && policy::is_met(protocol, gate, stores.config.protocol_enforcement)) {
      continue;
    }
    const GateOutcome standing = outcome_of(protocol, gate);
    const bool is_pending = standing.result.status.is(model::GateStatus::pending);
    const std::string needed = policy::evidence_needed(gate, stores.config);
    reason.gates.push_back({standing.gate, std::string(policy::step_of(gate).level),
                            is_pending ? "not validated yet" : standing.result.evidence, needed});
    reason.suggested_actions.push_back(standing.gate + ": " + needed);
  }
  reason.is_blocked = !reason.gates.empty();
  if (!reason.is_blocked) {
    reason.suggested_actions.push_back(
        protocol.current_phase.is(model::ProtocolPhase::qa_complete)
            ? "Nothing blocks: call session_end with a summary."
            : "Nothing blocks: call advance_phase when this phase is done.");
  }
  return reason;
}

std::vector<PastViolation> past_violations(Workspace& workspace, std::size_t limit) {
  Stores& stores = workspace.stores();
  std::vector<PastViolation> all;
  const auto add = [&](const model::Protocol& protocol) {
    for (auto one = protocol.violations.rbegin(); one != protocol.violations.rend(); ++one) {
      all.push_back({protocol.session_id, *one});
    }
  };
  std::vector<std::string> seen;
  if (const auto active = stores.protocols.active(stores.project.root)) {
    const auto loaded = stores.runs.load(*active);
    if (loaded.ok() && model::is_active(loaded->run.protocol)) {
      add(*loaded->run.protocol);
      seen.push_back(loaded->run.protocol->session_id);
    }
  }
  // Past ones as the log tells them: the time of day alone is dated by its session.
  constexpr std::size_t kDateLength = 10;
  const auto text = stores.memory().read(std::string(store::kViolationsMemory));
  if (text.ok()) {
    for (const store::ViolationBlock& block : store::read_violations(*text)) {
      if (std::find(seen.begin(), seen.end(), block.session_id) != seen.end()) continue;
      for (auto one = block.violations.rbegin(); one != block.violations.rend(); ++one) {
        PastViolation past{block.session_id, *one};
        if (past.violation.timestamp.size() == 8) {
          past.violation.timestamp =
              block.session_id.substr(0, kDateLength) + "T" + past.violation.timestamp + "Z";
        }
        all.push_back(std::move(past));
      }
    }
  }
  if (limit != 0 && all.size() > limit) all.resize(limit);
  return all;
}

}  // namespace engine
