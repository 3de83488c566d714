#include "engine/gate.h"

#include "engine/gate_input.h"
#include "engine/own_commands.h"
#include "engine/requirement_gate.h"
#include "engine/run_view.h"
#include "policy/tool_class.h"

namespace engine {

std::optional<policy::GuardedFile> guarded_entry_of(Stores& stores,
                                                    const HostFilesQuestion& question) {
  const bool may_change =
      question.shell != nullptr || policy::may_change_files(question.call.tool, stores.config);
  if (stores.host_files == nullptr || !may_change) return std::nullopt;
  return stores.host_files->taken_away(stores.system, question);
}

void use_host_files(Workspace& workspace, HostFiles& files) {
  workspace.stores().host_files = &files;
}

model::GateDecision check_gate(Workspace& workspace, const GateQuestion& question) {
  Stores& stores = workspace.stores();
  policy::GateState state;
  if (question.run) {
    state = gate_state_of(stores, *question.run);
  } else {
    state.health = policy::GateState::Health::absent;
  }
  const policy::GuardRoots roots = stores.guard_roots();
  model::ToolCall call = question.call;
  if (stores.host_files != nullptr && question.input != nullptr) {
    stores.host_files->take_edits(*question.input, call);
  }
  const auto shell = analyse_command(stores, call, question.folder);
  const policy::shell::Analysis* const effects = shell ? &*shell : nullptr;
  auto targets = resolve_targets(stores, call, question.folder, effects);
  auto guarded_entry = guarded_entry_of(stores, {call, question.folder, roots, targets, effects});
  const bool protocol = is_protocol_enabled(stores, state.protocol_started);
  // Without a run the question is about a first call: nothing is satisfied for a session to come.
  RequirementScene scene(stores,
                         question.run ? session_of_run(stores, *question.run) : "session-to-come");
  RequirementGate requirements(scene);
  model::GateDecision decision = policy::decide_gate(
      {.call = call,
       .config = stores.config,
       .roots = roots,
       .state = std::move(state),
       .targets = std::move(targets),
       .reads = resolve_reads(stores, question.call, effects),
       .shell = effects,
       .own_denial = own_denial(stores, question.run, effects),
       .switched_off = stores.system.environment.text("HOLDFAST_GATE") == "off",
       .protocol_enabled = protocol,
       .session_log_folder = (stores.project.root / ".agents" / "sessions").native(),
       .requirements_only = !stores.project.opted_in,
       .guarded_entry = std::move(guarded_entry)},
      &requirements);
  decision.unmet = requirements.unmet();
  if (decision.allowed && decision.warning.empty()) decision.warning = requirements.warning();
  return decision;
}

}  // namespace engine
