#include "engine/protocol_change.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/decision_record.h"
#include "engine/protocol_projection.h"

namespace engine {

using base::Json;

namespace {

constexpr int kSaveAttemptsMax = 6;

bool has_reached(const model::Protocol& protocol, model::ProtocolPhase phase) {
  const auto now = protocol.blocked_from ? *protocol.blocked_from : protocol.current_phase;
  const auto known = now.known();
  return known && *known >= phase && *known <= model::ProtocolPhase::complete;
}

}  // namespace

base::Error no_protocol_error() {
  return {base::Code::no_session, "No session is active. Call session_start() first.",
          "In a terminal: holdfast session start --objective TEXT"};
}

base::Result<model::Run> load_active(Stores& stores, const model::RunId& run) {
  auto loaded = stores.runs.load(run);
  // Of a conversation that was only ever denied there is a journal and no state.
  if (!loaded.ok() && loaded.error().code == base::Code::not_found) return no_protocol_error();
  if (!loaded.ok()) return std::move(loaded).error();
  if (!model::is_active(loaded->run.protocol)) return no_protocol_error();
  return std::move(loaded->run);
}

policy::ProtocolClock protocol_clock(Stores& stores) {
  constexpr std::size_t kIdDigits = 8;
  return {base::to_iso(stores.system.clock.now()),
          stores.system.random.uuid().substr(0, kIdDigits)};
}

void mirror_to_run(model::Run& run) {
  const model::Protocol& protocol = *run.protocol;
  run.protocol_start_complete = has_reached(protocol, model::ProtocolPhase::ready);
  run.protocol_end_complete = protocol.current_phase.is(model::ProtocolPhase::complete) &&
                              protocol.ended && protocol.ended->status == "COMPLETE";
  for (const model::ProtocolGate gate : model::all_protocol_gates()) {
    const std::string name(name_of(gate));
    auto& evidence =
        policy::is_start_gate(gate) ? run.protocol_start_evidence : run.protocol_end_evidence;
    const auto result = protocol.gates.find(name);
    const bool is_there =
        result != protocol.gates.end() && (result->second.status.is(model::GateStatus::pass) ||
                                           result->second.status.is(model::GateStatus::skipped));
    if (is_there) {
      evidence[name] = result->second.evidence;
    } else {
      evidence.erase(name);
    }
  }
}

base::Result<ProtocolSaved> change_protocol(Stores& stores, const model::RunId& id,
                                            const std::string& what, const Caller& caller,
                                            const ProtocolWork& work) {
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(model::Run run, load_active(stores, id));
    const std::size_t known = run.protocol->violations.size();
    const std::int64_t version = run.version;
    TRY(work(run));
    mirror_to_run(run);
    auto saved = stores.runs.update(
        id, {.expected_version = version, .actor = caller.actor, .what = "protocol " + what},
        [&](model::Run) -> base::Result<model::Run> { return run; });
    if (!saved.ok()) {
      const bool lost = saved.error().code == base::Code::version_conflict;
      if (lost && attempt < kSaveAttemptsMax) continue;
      return std::move(saved).error();
    }
    ProtocolSaved result{std::move(saved->run), saved->changed, {}};
    if (result.changed) {
      note_violations(stores, id, caller, *result.run.protocol, known);
      result.warnings = project_protocol(stores, result.run);
    }
    return result;
  }
}

void note_protocol(Stores& stores, const model::RunId& run, const Caller& caller,
                   const Json& payload) {
  [[maybe_unused]] const auto appended =
      stores.journal.append(run, {"protocol", caller.actor, base::JsonBox(payload)}, {});
}

void note_violations(Stores& stores, const model::RunId& run, const Caller& caller,
                     const model::Protocol& protocol, std::size_t known) {
  for (std::size_t i = known; i < protocol.violations.size(); ++i) {
    Json payload{{"action", "violation"}, {"session", protocol.session_id}};
    payload["violation"] = model::to_json(protocol.violations[i]);
    note_protocol(stores, run, caller, payload);
  }
}

}  // namespace engine
