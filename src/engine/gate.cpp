#include "engine/gate.h"

#include "engine/gate_input.h"
#include "engine/own_commands.h"
#include "engine/requirement_gate.h"
#include "engine/run_view.h"
#include "policy/tool_class.h"

namespace engine {
namespace {

// The real place of a path whose last parts may not exist yet.
os::Path real_place(os::FileSystem& files, const os::Path& path) {
  os::Path missing;
  for (os::Path at = path; at.has_relative_path(); at = at.parent_path()) {
    if (auto real = files.real_path(at); real.ok()) {
      return missing.empty() ? *std::move(real) : *real / missing;
    }
    missing = missing.empty() ? at.filename() : at.filename() / missing;
  }
  return path;
}

// Whether a folder goes with all that is below it: `rm -r`, `mv`. A wildcard takes some of it, git
// what it tracks, and a change of modes or owners leaves everything there.
bool takes_all_with_it(const policy::shell::FileEffect& effect) {
  return effect.use == policy::shell::FileUse::remove && effect.whole_tree &&
         effect.certainty == policy::shell::Certainty::exact && !effect.by.starts_with("git ");
}

// From where relative names may be meant: a command that applies a patch may have gone elsewhere.
std::vector<os::Path> folders_of_call(const Stores& stores, const std::string& folder,
                                      const policy::shell::Analysis* shell) {
  std::vector<os::Path> folders{folder.empty() ? stores.project.root : os::Path(folder)};
  if (shell == nullptr) return folders;
  for (const policy::shell::FileEffect& effect : shell->files) {
    const bool is_known = effect.certainty != policy::shell::Certainty::unknown;
    if (is_known && effect.by == "apply_patch") folders.emplace_back(effect.path);
  }
  return folders;
}

}  // namespace

std::optional<policy::shell::Analysis> analyse_command(Stores& stores, const model::ToolCall& call,
                                                       const std::string& folder) {
  // The one tool whose input is a command line. What only looks needs no parser.
  if (call.tool != "Bash") return std::nullopt;
  if (policy::is_plain_looking_command(call.command)) return policy::shell::Analysis();
  return policy::shell::analyse(call.command,
                                {.folder = folder.empty() ? stores.project.root.native() : folder,
                                 .home = stores.homes.home.native()});
}

std::vector<policy::GateTarget> resolve_targets(Stores& stores, const model::ToolCall& call,
                                                const std::string& folder,
                                                const policy::shell::Analysis* shell) {
  std::vector<policy::GateTarget> targets;
  const auto add = [&](const os::Path& path, bool whole_tree) {
    targets.push_back({path.native(), real_place(stores.system.files, path).native(), whole_tree});
  };
  if (shell != nullptr) {
    for (const policy::shell::FileEffect& effect : shell->files) {
      const bool is_change = effect.use != policy::shell::FileUse::read;
      if (!is_change || effect.certainty == policy::shell::Certainty::unknown) continue;
      add(effect.path, takes_all_with_it(effect));
    }
  }
  if (call.targets.empty()) return targets;
  const std::vector<os::Path> folders = folders_of_call(stores, folder, shell);
  for (const std::string& target : call.targets) {
    const bool is_home = target == "~" || target.starts_with("~/");
    if (is_home) {
      const os::Path below_home(target.substr(target.size() > 1 ? 2 : 1));
      add(os::normalised(stores.homes.home, below_home), /*whole_tree=*/false);
    }
    for (const os::Path& base : folders) {
      // To some hosts it is a folder of that name, where there is one.
      if (is_home && !stores.system.files.exists(base / "~")) continue;
      add(os::normalised(base, target), /*whole_tree=*/false);
    }
  }
  return targets;
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
  const auto shell = analyse_command(stores, question.call, question.folder);
  const policy::shell::Analysis* const effects = shell ? &*shell : nullptr;
  const bool protocol = is_protocol_enabled(stores, state.protocol_started);
  // Without a run the question is about a first call: nothing is satisfied for a session to come.
  RequirementScene scene(stores,
                         question.run ? session_of_run(stores, *question.run) : "session-to-come");
  RequirementGate requirements(scene);
  model::GateDecision decision = policy::decide_gate(
      {.call = question.call,
       .config = stores.config,
       .roots = roots,
       .state = std::move(state),
       .targets = resolve_targets(stores, question.call, question.folder, effects),
       .shell = effects,
       .own_denial = own_denial(stores, question.run, effects),
       .switched_off = stores.system.environment.text("HOLDFAST_GATE") == "off",
       .protocol_enabled = protocol,
       .session_log_folder = (stores.project.root / ".agents" / "sessions").native(),
       .requirements_only = !stores.project.opted_in},
      &requirements);
  decision.unmet = requirements.unmet();
  if (decision.allowed && decision.warning.empty()) decision.warning = requirements.warning();
  return decision;
}

}  // namespace engine
