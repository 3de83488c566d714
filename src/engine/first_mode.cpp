#include "engine/first_mode.h"

#include <vector>

#include "base/text.h"
#include "engine/operator.h"
#include "engine/run_view.h"
#include "policy/asker.h"
#include "policy/mode.h"
#include "store/live_session.h"

namespace engine {
namespace {

constexpr std::string_view kVariable = "HOLDFAST_MODE";

// The host's process and what it was started with.
struct Host {
  std::int64_t pid = 0;
  std::vector<os::ProcessInfo> above;  // Its ancestors, the nearest first.
  std::vector<std::string> variables;  // As it was started; empty where the system hides them.
};

Host host_of(os::Processes& processes, const std::optional<model::Lease>& owner) {
  constexpr std::size_t kAncestorsMax = 64;
  Host host;
  if (!owner) return host;
  host.pid = owner->pid;
  if (auto variables = processes.variables_of(owner->pid); variables.ok()) {
    host.variables = *std::move(variables);
  }
  auto process = processes.info(owner->pid);
  while (process.ok() && process->parent > 1 && host.above.size() < kAncestorsMax) {
    process = processes.info(process->parent);
    if (process.ok()) host.above.push_back(*process);
  }
  return host;
}

bool is_above(const Host& host, const model::Lease& owner) {
  for (const os::ProcessInfo& process : host.above) {
    const bool is_same = owner.pid_start == 0 || owner.pid_start == process.start_ticks;
    if (process.pid == owner.pid && is_same) return true;
  }
  return false;
}

// The strictest mode of the live runs whose agent may have started this host. Where only a mark
// says that an agent did, each of them may have.
std::optional<model::ModeName> mode_above(Stores& stores, const model::RunId& run,
                                          const Host& host) {
  const bool is_marked = policy::is_marked_as_an_agents(host.variables);
  std::optional<model::ModeName> strictest;
  const store::LiveSessions live(stores.system, stores.layout.live_sessions());
  for (const model::RunId& id : live.list()) {
    if (id == run) continue;
    const auto other = stores.runs.view(id);
    if (!other.ok() || (*other)->ended_at || !(*other)->owner) continue;
    const bool shows_terminals = policy::is_editor((*other)->host);
    const bool is_parent = !shows_terminals && is_above(host, *(*other)->owner);
    const bool may_be = is_marked && liveness(stores, **other) == policy::Liveness::live &&
                        (*other)->owner->pid != host.pid;
    if (!is_parent && !may_be) continue;
    strictest = strictest ? policy::stricter(*strictest, (*other)->mode) : (*other)->mode;
  }
  return strictest;
}

// The variable as the host was started with it: what settings of a project put into the
// environment of hooks is no person's word.
std::string wanted_mode(Stores& stores, const Host& host) {
  const std::string head = std::string(kVariable) + "=";
  for (const std::string& variable : host.variables) {
    if (variable.starts_with(head)) return variable.substr(head.size());
  }
  return host.variables.empty() ? stores.system.environment.text(kVariable) : std::string();
}

// What the person wants, where it is a mode that may be wanted so.
std::optional<model::ModeName> usable(const std::string& wanted) {
  const model::ModeName mode(wanted);
  if (wanted.empty() || !mode.known() || mode.is(model::Mode::disabled)) return std::nullopt;
  return mode;
}

void set_mode_of(model::Run& run, const model::ModeName& mode, const std::string& now,
                 std::string reason, std::string way) {
  run.mode = mode;
  run.mode_history.push_back({.mode = mode,
                              .timestamp = now,
                              .reason = std::move(reason),
                              .actor = "system",
                              .by = model::Author::person,
                              .way = std::move(way),
                              .extra = {}});
}

}  // namespace

void settle_first_mode(Stores& stores, model::Run& run) {
  const Host host = host_of(stores.system.processes, run.owner);
  const std::string now = base::to_iso(stores.system.clock.now());
  const auto above = mode_above(stores, run.id, host);
  const bool is_an_agents = above || policy::is_marked_as_an_agents(host.variables);
  const auto wanted = usable(wanted_mode(stores, host));
  const bool may = wanted && (!is_an_agents || policy::stricter(*wanted, run.mode) == *wanted);
  if (may && !(*wanted == run.mode)) {
    set_mode_of(run, *wanted, now, "the host was started so", std::string(kVariable));
  }
  if (!above) return;
  const model::ModeName mode = policy::stricter(*above, run.mode);
  if (mode == run.mode) return;
  set_mode_of(run, mode, now, "an agent in this mode started the host", "parent");
}

base::Result<model::Run> with_wanted_mode(Stores& stores, model::Run run) {
  const Host host = host_of(stores.system.processes, run.owner);
  const auto wanted = usable(wanted_mode(stores, host));
  if (!wanted || *wanted == run.mode) return run;
  const bool is_an_agents = policy::is_marked_as_an_agents(host.variables) ||
                            mode_above(stores, run.id, host).has_value();
  const policy::Asker asker{.by = is_an_agents ? model::Author::agent : model::Author::person,
                            .way = std::string(kVariable),
                            .because = {}};
  if (is_an_agents && !policy::agent_may_set(run, *wanted, stores.config.gate_agent_mode_change)) {
    return run;
  }
  return policy::change_mode(std::move(run),
                             {.mode = *wanted,
                              .reason = "the conversation was resumed so",
                              .actor = "system",
                              .asker = asker,
                              .agents_may = stores.config.gate_agent_mode_change},
                             stores.system.clock.now());
}

bool is_gate_off(Stores& stores, const model::HostEvent& event,
                 const std::optional<model::RunId>& run) {
  if (stores.system.environment.text("HOLDFAST_GATE") != "off") return false;
  if (event.is_remote) return true;
  os::Processes& processes = stores.system.processes;
  const Host host = host_of(processes, lease_of_caller(processes, event.owner_pid));
  if (policy::is_marked_as_an_agents(host.variables)) return false;
  return !mode_above(stores, run.value_or(model::RunId()), host);
}

std::string problem_of_wanted_mode(Stores& stores) {
  const std::string wanted = stores.system.environment.text(kVariable);
  if (wanted.empty() || usable(wanted)) return "";
  return "HOLDFAST_MODE may be analysis, planning or coding; it is not taken as it is.";
}

}  // namespace engine
