#include "engine/gate.h"

#include "engine/gate_input.h"
#include "engine/run_view.h"

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

}  // namespace

std::vector<policy::GateTarget> resolve_targets(Stores& stores, const model::ToolCall& call,
                                                const std::string& folder) {
  std::vector<policy::GateTarget> targets;
  for (const std::string& target : call.targets) {
    const os::Path base = folder.empty() ? stores.project.root : os::Path(folder);
    os::Path given(target);
    if (target == "~" || target.starts_with("~/")) {
      given = stores.homes.home / target.substr(target.size() > 1 ? 2 : 1);
    }
    const os::Path path = os::normalised(base, given);
    targets.push_back({path.native(), real_place(stores.system.files, path).native()});
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
  const bool protocol = is_protocol_enabled(stores, state.protocol_started);
  return policy::decide_gate(
      {.call = question.call,
       .config = stores.config,
       .roots = roots,
       .state = std::move(state),
       .targets = resolve_targets(stores, question.call, question.folder),
       .switched_off = stores.system.environment.text("HOLDFAST_GATE") == "off",
       .protocol_enabled = protocol,
       .session_log_folder = (stores.project.root / ".agents" / "sessions").native()});
}

}  // namespace engine
