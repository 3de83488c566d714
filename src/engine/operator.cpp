#include "engine/operator.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "base/digest.h"
#include "base/text.h"
#include "engine/run_view.h"
#include "engine/server_access.h"
#include "engine/session_liveness.h"
#include "engine/stores.h"
#include "policy/redaction.h"

namespace engine {
namespace {

constexpr std::uint64_t kHashFileBytesMax = 256;

constexpr std::string_view kTokenVariable = "HOLDFAST_OPERATOR_TOKEN";

bool token_matches(os::System& system, const store::Homes& homes, const std::string& token) {
  if (token.empty() || homes.config.empty()) return false;
  const auto kept =
      system.files.read(store::operator_path(homes), {.bytes_max = kHashFileBytesMax});
  if (!kept.ok()) return false;
  const auto expected = base::digest_from_hex(base::trim(*kept));
  return expected && base::equal_in_constant_time(*expected, base::sha256(token));
}

policy::Asker by_token() {
  return {.by = model::Author::person,
          .way = std::string(policy::kByToken),

          .because = {}};
}

// The processes that sessions of this machine and live runs of a project belong to.
class LiveHosts {
 public:
  LiveHosts(os::System& system, const store::Homes& homes) : processes_(system.processes) {
    // A project that has requirements alone keeps no runs; the hosts of its sessions are
    // registered.
    store::SessionRegistry registry(system, homes);
    for (const store::RegistryEntry& entry : registry.list()) {
      const bool is_here = entry.host.empty() || entry.host == processes_.host_name();
      if (!is_here || entry.ppid <= 0 || is_gone(system, entry)) continue;
      hosts_.push_back({"the agent's program", entry.ppid, entry.pid_start});
    }
  }

  explicit LiveHosts(Stores& stores) : LiveHosts(stores.system, stores.homes) {
    for (const model::RunId& id : stores.runs.list()) {
      const auto state = stores.runs.summary(id);
      // A run that cannot be read tells nothing; one that ended has no host.
      if (!state.ok() || state->ended) continue;
      const auto loaded = stores.runs.load(id);
      if (loaded.ok() && loaded->run.owner &&
          liveness(stores, loaded->run) == policy::Liveness::live) {
        // Before those of the registry: a run knows its host's name.
        hosts_.insert(hosts_.begin(),
                      {loaded->run.host, loaded->run.owner->pid, loaded->run.owner->pid_start});
      }
    }
  }

  // The process and all above it.
  std::vector<policy::AskingProcess> line_of(os::Pid pid) const {
    constexpr int kAncestorsMax = 64;
    std::vector<policy::AskingProcess> line;
    for (int i = 0; i < kAncestorsMax && pid > 0; ++i) {
      const auto process = processes_.info(pid);
      if (!process.ok()) break;
      line.push_back(described(*process));
      pid = process->parent;
    }
    return line;
  }

 private:
  struct Host {
    std::string name;
    os::Pid pid = 0;
    std::uint64_t start = 0;  // 0: the other tool registers none.
  };

  policy::AskingProcess described(const os::ProcessInfo& process) const {
    policy::AskingProcess described{
        .name = process.name, .variables = {}, .host_of_run = {}, .began_beside_a_run = false};
    // Another user's process does not show them.
    if (auto variables = processes_.variables_of(process.pid); variables.ok()) {
      described.variables = *std::move(variables);
    }
    for (const Host& host : hosts_) {
      const bool is_same = host.start == 0 || host.start == process.start_ticks;
      if (host.pid == process.pid && is_same && described.host_of_run.empty()) {
        described.host_of_run = host.name;
      }
      if (host.start != 0 && process.start_ticks > host.start) described.began_beside_a_run = true;
    }
    return described;
  }

  os::Processes& processes_;
  std::vector<Host> hosts_;
};

bool is_below_an_agent(os::Processes& processes, const LiveHosts& hosts) {
  // As if it had a terminal, so that nothing but its ancestors can give it away.
  return !policy::asker_of({.has_terminal = true,
                            .ancestors = hosts.line_of(processes.self()),
                            .terminal_makers = std::nullopt})
              .is_person();
}

policy::Asker asker_of_command(os::System& system, const store::Homes& homes,
                               const LiveHosts& hosts) {
  if (token_matches(system, homes, system.environment.text(kTokenVariable))) return by_token();
  os::Processes& processes = system.processes;
  policy::AskerFacts facts{.has_terminal = system.environment.has_terminal(),
                           .ancestors = hosts.line_of(processes.self()),
                           .terminal_makers = std::nullopt};
  if (!facts.has_terminal) return policy::asker_of(facts);
  if (const auto maker = processes.terminal_maker(); maker.ok()) {
    facts.terminal_makers = hosts.line_of(*maker);
  }
  return policy::asker_of(facts);
}

}  // namespace

bool is_started_by_an_agent(os::System system) {
  return is_below_an_agent(system.processes,
                           LiveHosts(system, store::homes_of(system.environment)));
}

bool is_started_by_an_agent(Workspace& workspace) {
  Stores& stores = workspace.stores();
  return is_below_an_agent(stores.system.processes, LiveHosts(stores));
}

policy::Asker asker(Workspace& workspace, const Caller& caller) {
  Stores& stores = workspace.stores();
  if (caller.actor == "cli") {
    return asker_of_command(stores.system, stores.homes, LiveHosts(stores));
  }
  policy::Asker remote;
  remote.way = caller.actor;
  if (caller.actor != "dashboard") {
    remote.because = "it came from the model by " + caller.actor;
    return remote;
  }
  if (token_matches(stores.system, stores.homes, caller.operator_token)) {
    remote.by = model::Author::person;
    return remote;
  }
  remote.because = caller.operator_token.empty() ? "the operator token was not typed in"
                                                 : "this is not the operator token";
  return remote;
}

policy::Asker asker_outside(os::System system) {
  const store::Homes homes = store::homes_of(system.environment);
  return asker_of_command(system, homes, LiveHosts(system, homes));
}

bool is_person(Workspace& workspace, const Caller& caller) {
  return asker(workspace, caller).is_person();
}

base::Result<policy::Asker> require_person(Workspace& workspace, std::string_view what,
                                           const Caller& caller) {
  policy::Asker found = asker(workspace, caller);
  if (found.is_person()) return found;
  return needs_operator(what, found.because);
}

base::Result<std::string> create_operator_token(os::System system) {
  const store::Homes homes = store::homes_of(system.environment);
  if (homes.config.empty()) {
    return base::Error{base::Code::failed, "no place for the operator token: HOME is not set", ""};
  }
  TRY(system.files.make_folders(homes.config));
  std::string token = system.random.hex(kTokenBytes);
  TRY(system.files.replace(store::operator_path(homes), base::to_hex(base::sha256(token)) + "\n"));
  return token;
}

base::Error needs_operator(std::string_view what, std::string_view because) {
  std::string message = std::string(what) + " needs a person";
  if (!because.empty()) message += ": " + std::string(because);
  return {base::Code::mode_forbidden, std::move(message),
          "Ask the person to do it in a terminal of their own; scripts of a person set "
          "HOLDFAST_OPERATOR_TOKEN (`holdfast init --operator` prints one)."};
}

void journal_refusal(Stores& stores, const model::RunId& run, const std::string& what,
                     const base::Error& error, const Caller& caller) {
  if (error.code != base::Code::mode_forbidden && error.code != base::Code::immutable_field) return;
  const base::Json payload{{"what", policy::redact(what)},
                           {"code", base::code_name(error.code)},
                           {"message", policy::redact(error.message)}};
  [[maybe_unused]] const auto appended =
      stores.journal.append(run, {"refused", caller.actor, base::JsonBox(payload)}, {});
}

void journal_refusal(Workspace& workspace, const SessionChoice& whose, const std::string& what,
                     const base::Error& error, const Caller& caller) {
  const auto run = choose_run(workspace, whose);
  if (run.ok()) journal_refusal(workspace.stores(), *run, what, error, caller);
}

}  // namespace engine
