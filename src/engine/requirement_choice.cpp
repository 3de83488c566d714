// choose_requirement_session: whose requirements a person means.
#include <algorithm>

#include "base/id.h"
#include "base/text.h"
#include "engine/history.h"
#include "engine/requirement.h"
#include "engine/requirement_scene.h"
#include "engine/session_liveness.h"
#include "store/alias_store.h"

namespace engine {
namespace {

// The host whose ids are meant where nothing tells which one it was.
constexpr std::string_view kHost = "claude-code";

base::Error outside_git(const Stores& stores) {
  return {base::Code::unavailable, stores.project.root.string() + " is not in a git repository",
          "Requirements are kept by branch, so they need one."};
}

base::Result<RequirementSessionId> by_id(Stores& stores, const std::string& id,
                                         const std::string& branch) {
  const auto uuid = base::uuid_from_text(id);
  RequirementSessionId session{.id = uuid ? *uuid : id,
                               .short_id = model::short_session_id(id),
                               .run = {},
                               .branch = branch};
  TRY_ASSIGN(session.run, store::run_of_host_id(stores.project.id, kHost, session.id));
  return session;
}

RequirementSessionId by_run(Stores& stores, const model::RunId& run, const std::string& branch) {
  const std::string id = session_of_run(stores, run);
  return {.id = id, .short_id = model::short_session_id(id), .run = run, .branch = branch};
}

bool is_named(const store::RegistryEntry& entry, const std::string& text) {
  constexpr std::size_t kPrefixMin = 6;
  return entry.key == text || entry.uid == text ||
         (text.size() >= kPrefixMin && entry.uid.starts_with(text));
}

const std::string& entry_id(const store::RegistryEntry& entry) {
  return entry.uid.empty() ? entry.key : entry.uid;
}

base::Result<RequirementSessionId> by_name(Workspace& workspace, RequirementScene& scene,
                                           const std::string& text, const std::string& branch) {
  Stores& stores = workspace.stores();
  if (stores.project.opted_in) {
    const auto run = stores.aliases.resolve(text);
    if (run.ok()) return by_run(stores, *run, branch);
    if (run.error().code == base::Code::ambiguous_id) return run.error();
  }
  if (base::uuid_from_text(text)) return by_id(stores, text, branch);
  for (const store::RegistryEntry& entry : live_neighbours(stores, "")) {
    if (is_named(entry, text)) return by_id(stores, entry_id(entry), branch);
  }
  // A session of the past is known by what it left in the branch's file.
  const auto document = scene.branches().read(branch);
  const std::string found = document.ok() ? document->full_session(text) : "";
  if (!found.empty()) return by_id(stores, found, branch);
  // One that was only ever denied has nothing but its journal.
  if (const auto run = find_run(workspace, text); run.ok()) {
    auto named = by_id(stores, text, branch);
    return named.ok() && named->run == *run ? named : by_run(stores, *run, branch);
  }
  return base::Error{base::Code::not_found, "no session is called " + text,
                     "`req sessions` shows those that are live; a full id is always taken."};
}

base::Result<RequirementSessionId> by_registry(Stores& stores, const std::string& branch) {
  std::vector<store::RegistryEntry> here = live_neighbours(stores, "");
  const bool has_branch = std::any_of(here.begin(), here.end(),
                                      [&](const auto& entry) { return entry.branch == branch; });
  if (has_branch) std::erase_if(here, [&](const auto& entry) { return entry.branch != branch; });
  if (here.size() == 1) return by_id(stores, entry_id(here.front()), branch);
  if (here.empty()) {
    return base::Error{base::Code::no_session, "No current session found",
                       "Name one with --session; `req sessions` shows those that are live."};
  }
  std::vector<std::string> keys;
  for (const store::RegistryEntry& entry : here) keys.push_back(entry.key);
  return base::Error{base::Code::ambiguous_id,
                     "several sessions are live here: " + base::join(keys, ", "),
                     "Name one with --session."};
}

}  // namespace

std::string session_of_run(Stores& stores, const model::RunId& run) {
  const auto loaded = stores.runs.load(run);
  return loaded.ok() && !loaded->run.host_id.empty() ? loaded->run.host_id : run.text;
}

base::Result<RequirementSessionId> no_requirement_session(Workspace& workspace) {
  Stores& stores = workspace.stores();
  RequirementScene scene(stores, "");
  if (!scene.head()) return outside_git(stores);
  RequirementSessionId nobody{.id = "", .short_id = "", .run = {}, .branch = scene.head()->branch};
  TRY_ASSIGN(nobody.run, store::run_of_host_id(stores.project.id, "cli", "no-session"));
  return nobody;
}

base::Result<RequirementSessionId> choose_requirement_session(Workspace& workspace,
                                                              const SessionChoice& choice) {
  Stores& stores = workspace.stores();
  RequirementScene scene(stores, "");
  if (!scene.head()) return outside_git(stores);
  const std::string branch = scene.head()->branch;
  if (choice.given) return by_name(workspace, scene, *choice.given, branch);
  std::string of_host = choice.host_session.value_or("");
  if (of_host.empty()) of_host = stores.system.environment.text("CLAUDE_SESSION_ID");
  if (!of_host.empty()) return by_id(stores, of_host, branch);
  if (stores.project.opted_in) {
    const auto run = choose_run(workspace, choice);
    if (run.ok()) return by_run(stores, *run, branch);
    if (run.error().code != base::Code::no_session) return run.error();
  }
  return by_registry(stores, branch);
}

}  // namespace engine
