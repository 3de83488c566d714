#include "engine/run_view.h"

#include <algorithm>
#include <array>

#include "base/id.h"

namespace engine {

policy::GateState gate_state_of(Stores& stores, const model::RunId& run) {
  policy::GateState state;
  state.run = run.text;
  const auto summary = stores.runs.summary(run);
  if (!summary.ok()) {
    const bool absent = summary.error().code == base::Code::not_found;
    state.health = absent ? policy::GateState::Health::absent : policy::GateState::Health::faulty;
    state.fault = summary.error();
    return state;
  }
  state.mode = model::ModeName(summary->mode);
  state.protocol_start_complete = summary->protocol_start_complete;
  state.paused = summary->paused_until && *summary->paused_until > stores.system.clock.now();
  state.protocol_started = summary->protocol_started;
  state.ended = summary->ended;
  return state;
}

bool is_protocol_enabled(Stores& stores, bool started_in_this_run) {
  switch (stores.config.protocol_enabled) {
    case model::ProtocolSwitch::on:
      return true;
    case model::ProtocolSwitch::off:
      return false;
    case model::ProtocolSwitch::automatic:
      return started_in_this_run ||
             stores.system.files.exists(stores.project.root / stores.config.protocol_file);
  }
  return true;
}

model::Run fresh_run(Stores& stores, const model::RunId& run) {
  model::Run fresh;
  const std::string now = base::to_iso(stores.system.clock.now());
  fresh.id = run;
  fresh.project = stores.project.id;
  fresh.mode = stores.config.gate_initial_mode;
  fresh.mode_history.push_back({fresh.mode, now, "initial mode", "system", {}});
  fresh.created_at = now;
  fresh.heartbeat_at = now;
  fresh.worktree = stores.project.root.native();
  return fresh;
}

std::optional<model::Lease> lease_of_caller(os::Processes& processes, os::Pid pid) {
  constexpr std::array<std::string_view, 8> kShells{"sh",  "bash", "dash", "zsh",
                                                    "ksh", "fish", "ash",  "env"};
  constexpr int kAncestorsMax = 32;
  if (pid <= 0) {
    auto process = processes.info(processes.self());
    for (int i = 0; i < kAncestorsMax && process.ok() && process->parent > 1; ++i) {
      process = processes.info(process->parent);
      if (!process.ok()) break;
      pid = process->pid;
      if (std::find(kShells.begin(), kShells.end(), process->name) == kShells.end()) break;
    }
  }
  if (pid <= 0) return std::nullopt;
  const auto holder = processes.info(pid);
  if (!holder.ok()) return std::nullopt;
  return model::Lease{processes.host_name(), processes.boot_id(), pid, holder->start_ticks};
}

policy::Liveness liveness(Stores& stores, const model::Run& run) {
  policy::LeaseView view;
  view.this_host = stores.system.processes.host_name();
  view.this_boot_id = stores.system.processes.boot_id();
  view.now = stores.system.clock.now();
  view.remote_limit = std::chrono::minutes(stores.config.lease_remote_minutes);
  if (run.owner) {
    const auto process = stores.system.processes.info(run.owner->pid);
    if (process.ok()) {
      view.pid_start = process->start_ticks;
    } else if (process.error().code != base::Code::not_found) {
      // The process is there but hidden from us: nobody may take it for dead.
      view.pid_start = run.owner->pid_start;
    }
  }
  return policy::liveness_of(run, view);
}

bool is_crashed(Stores& stores, const model::Run& run) {
  switch (liveness(stores, run)) {
    case policy::Liveness::dead:
      return true;
    case policy::Liveness::live:
      return false;
    case policy::Liveness::unknown:
      break;
  }
  const bool is_elsewhere = run.owner && !run.owner->host.empty() &&
                            run.owner->host != stores.system.processes.host_name();
  return is_elsewhere && base::instant_from_iso(run.heartbeat_at).ok();
}

}  // namespace engine
