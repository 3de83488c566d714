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

bool token_matches(Stores& stores) {
  const std::string token = stores.system.environment.text("HOLDFAST_OPERATOR_TOKEN");
  if (token.empty() || stores.homes.config.empty()) return false;
  const auto kept = stores.system.files.read(store::operator_path(stores.homes),
                                             {.bytes_max = kHashFileBytesMax});
  if (!kept.ok()) return false;
  const auto expected = base::digest_from_hex(base::trim(*kept));
  return expected && base::equal_in_constant_time(*expected, base::sha256(token));
}

}  // namespace

bool is_started_by_an_agent(Workspace& workspace) {
  Stores& stores = workspace.stores();
  std::vector<model::Lease> hosts;
  for (const model::RunId& id : stores.runs.list()) {
    const auto state = stores.runs.summary(id);
    // A run that cannot be read tells nothing; one that ended has no host.
    if (!state.ok() || state->ended) continue;
    const auto loaded = stores.runs.load(id);
    if (loaded.ok() && loaded->run.owner &&
        liveness(stores, loaded->run) == policy::Liveness::live) {
      hosts.push_back(*loaded->run.owner);
    }
  }
  // A project that has requirements alone keeps no runs; the hosts of its sessions are registered.
  store::SessionRegistry registry(stores.system, stores.homes);
  for (const store::RegistryEntry& entry : registry.list()) {
    const bool is_here = entry.host.empty() || entry.host == stores.system.processes.host_name();
    if (!is_here || entry.ppid <= 0 || is_gone(stores.system, entry)) continue;
    model::Lease host;
    host.pid = entry.ppid;
    host.pid_start = entry.pid_start;
    hosts.push_back(std::move(host));
  }
  constexpr int kAncestorsMax = 64;
  auto process = stores.system.processes.info(stores.system.processes.self());
  for (int i = 0; i < kAncestorsMax && process.ok(); ++i) {
    for (const model::Lease& host : hosts) {
      // The other tool registers no start times.
      const bool is_same = host.pid_start == 0 || host.pid_start == process->start_ticks;
      if (host.pid == process->pid && is_same) return true;
    }
    if (process->parent <= 1) return false;
    process = stores.system.processes.info(process->parent);
  }
  return false;
}

OperatorProof operator_proof(Workspace& workspace) {
  Stores& stores = workspace.stores();
  if (token_matches(stores)) return OperatorProof::token;
  if (stores.system.environment.has_terminal() && !is_started_by_an_agent(workspace)) {
    return OperatorProof::terminal;
  }
  return OperatorProof::none;
}

OperatorProof operator_proof(Workspace& workspace, const Caller& caller) {
  const bool is_remote = caller.actor == "mcp" || caller.actor == "dashboard";
  return is_remote ? OperatorProof::none : operator_proof(workspace);
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

base::Error needs_operator(std::string_view what) {
  return {base::Code::mode_forbidden, std::string(what) + " needs a person",
          "Do it in a terminal of your own, or set HOLDFAST_OPERATOR_TOKEN (`holdfast init "
          "--operator` prints one)."};
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
