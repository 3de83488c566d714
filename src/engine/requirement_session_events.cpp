// How a conversation begins and ends for its requirements.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/requirement_change.h"
#include "engine/requirement_events.h"
#include "engine/requirement_metrics.h"
#include "engine/run_view.h"
#include "engine/session_liveness.h"
#include "store/branch_view_cache.h"
#include "store/session_registry.h"

namespace engine {

using base::Json;

namespace {

store::SessionRegistry::IsDead dead_by(Stores& stores) {
  return [&stores](const store::RegistryEntry& entry) { return is_gone(stores.system, entry); };
}

void enter_registry(RequirementScene& scene, const model::HostEvent& event) {
  Stores& stores = scene.stores();
  os::Processes& processes = stores.system.processes;
  store::RegistryEntry entry;
  entry.uid = scene.session();
  if (!event.is_remote) entry.pid = processes.self();
  entry.project_dir = stores.project.root.native();
  entry.branch = scene.head() ? scene.head()->branch : "";
  entry.started_at = entry.last_active = scene.now();
  const auto lease = event.is_remote ? std::nullopt : lease_of_caller(processes, event.owner_pid);
  if (lease) {
    entry.ppid = lease->pid;
    entry.pid_start = lease->pid_start;
    entry.boot_id = lease->boot_id;
    entry.host = lease->host;
  }
  store::SessionRegistry registry(stores.system, stores.homes);
  auto entered = registry.enter(std::move(entry), dead_by(stores));
  if (!entered.ok()) scene.add_fault(std::move(entered).error());
}

// A satisfaction of another session, and when it was first given.
struct Found {
  std::string key;
  std::int64_t first_at = 0;
  std::string first_by;
};

std::int64_t whole_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

// The newest satisfaction of a requirement that is young enough. One that was itself carried over
// counts from its beginning: a chain of sessions does not make it younger.
std::optional<Found> newest_within(const Json& record, std::int64_t since) {
  const auto sessions = record.find("sessions");
  if (sessions == record.end() || !sessions->is_object()) return std::nullopt;
  std::optional<Found> newest;
  for (const auto& [key, entry] : sessions->items()) {
    if (!entry.is_object() || entry.value("satisfied", Json()) != Json(true)) continue;
    const auto expires = entry.find("expires_at");
    if (expires != entry.end() && !expires->is_null()) continue;  // An approval is not handed on.
    Found found{.key = key, .first_at = whole_number(entry, "satisfied_at"), .first_by = ""};
    const auto by = entry.find("satisfied_by");
    if (by != entry.end() && by->is_string()) found.first_by = by->get<std::string>();
    const auto metadata = entry.find("metadata");
    if (found.first_by == "carry_over" && metadata != entry.end() && metadata->is_object()) {
      found.first_at = whole_number(*metadata, "original_satisfied_at");
    }
    if (found.first_at < since || (newest && newest->first_at >= found.first_at)) continue;
    newest = found;
  }
  return newest;
}

void carry_over(RequirementScene& scene, store::BranchDocument& document) {
  const model::CarryOver& rule = scene.cascade().hooks.carry_over;
  const auto all = document.json().find("requirements");
  if (!rule.enabled || all == document.json().end() || !all->is_object()) return;
  const model::BranchView view = document.view(scene.session());
  for (const model::Requirement& one : scene.cascade().list) {
    const bool is_carried =
        std::find(rule.scopes.begin(), rule.scopes.end(), one.scope) != rule.scopes.end();
    const auto record = all->find(one.name);
    if (!one.enabled || !is_carried || record == all->end() || !record->is_object()) continue;
    const model::RequirementRecord* const known = view.find(one.name);
    if (known != nullptr && known->own && known->own->satisfied) continue;
    const auto found = newest_within(*record, scene.now() - rule.window_s);
    if (!found) continue;
    const Json metadata{{"carried_from", found->key},
                        {"original_satisfied_at", found->first_at},
                        {"original_satisfied_by", found->first_by},
                        {"carry_over_window", rule.window_s}};
    document.satisfy({one.name, one.scope, scene.session()}, {.at = scene.now(),
                                                              .by = "carry_over",
                                                              .metadata = base::JsonBox(metadata),
                                                              .expires_at = std::nullopt,
                                                              .fingerprint = ""});
  }
}

// The conversation goes on under a new id: what it had satisfied stays so (B4-13).
void inherit(RequirementScene& scene, store::BranchDocument& document, const std::string& parent) {
  const model::BranchView before = document.view(parent);
  const model::BranchView now = document.view(scene.session());
  for (const model::Requirement& one : scene.cascade().list) {
    const model::RequirementRecord* const old = before.find(one.name);
    const model::RequirementRecord* const own = now.find(one.name);
    if (old == nullptr || !old->own || !old->own->satisfied || (own != nullptr && own->own)) {
      continue;
    }
    document.satisfy(
        {one.name, one.scope, scene.session()},
        {.at = old->own->satisfied_at.value_or(scene.now()),
         .by = old->own->satisfied_by,
         .metadata = base::JsonBox(Json{{"resumed_from", model::short_session_id(parent)}}),
         .expires_at = old->own->expires_at,
         .fingerprint = old->own->fingerprint});
  }
}

// The id under which the same conversation ran before; empty where it is a new one.
std::string resumed_session(RequirementScene& scene, const model::RunId& run,
                            const model::HostEvent& event) {
  if (event.source != "resume" || !scene.cascade().resume_inherits) return "";
  const auto loaded = scene.stores().runs.load(run);
  if (!loaded.ok() || !loaded->run.resumed_from) return "";
  const auto parent = scene.stores().runs.load({*loaded->run.resumed_from});
  if (!parent.ok()) return "";
  return parent->run.host_id.empty() ? parent->run.id.text : parent->run.host_id;
}

std::string neighbours_line(RequirementScene& scene) {
  std::vector<std::string> keys;
  for (const store::RegistryEntry& entry : live_neighbours(scene.stores(), scene.session())) {
    if (scene.head() && entry.branch == scene.head()->branch) keys.push_back(entry.key);
  }
  if (keys.empty()) return "";
  return fmt::format("⚠ {} other {} on this branch: {}\n", keys.size(),
                     keys.size() == 1 ? "session works" : "sessions work", base::join(keys, ", "));
}

}  // namespace

void begin_requirements(RequirementScene& scene, const model::RunId& run,
                        const model::HostEvent& event, model::HostReply& reply) {
  enter_registry(scene, event);
  if (!scene.head()) return;
  const std::string parent = resumed_session(scene, run, event);
  auto updated = scene.branches().update(
      scene.head()->branch, [&](store::BranchDocument& document) -> base::Result<void> {
        if (!parent.empty()) inherit(scene, document, parent);
        if (event.source == "startup") carry_over(scene, document);
        return {};
      });
  if (!updated.ok()) scene.add_fault(std::move(updated).error());
  if (!scene.cascade().hooks.inject_context) return;
  std::vector<policy::JudgedRequirement> all;
  for (const model::Requirement& one : scene.cascade().list) {
    if (one.enabled) all.push_back(scene.judge(one));
  }
  if (!reply.context.empty()) reply.context += "\n";
  reply.context += policy::briefing(all, scene.cascade().hooks, scene.places());
  reply.context += neighbours_line(scene);
}

void end_requirements(RequirementScene& scene, const model::RunId& run) {
  Stores& stores = scene.stores();
  if (stores.project.common_dir.empty() || scene.session().empty()) return;
  store::SessionRegistry registry(stores.system, stores.homes);
  auto left = registry.leave(scene.session(), dead_by(stores));
  if (!left.ok()) scene.add_fault(std::move(left).error());
  store::BranchViewCache(stores.system, stores.layout, stores.keys, scene.session()).forget();
  if (!scene.is_on()) return;
  update_metrics(scene, run, /*is_over=*/true);
  if (!scene.cascade().hooks.clear_session_state) return;
  for (const std::string& branch : scene.branches().branches_of(scene.session())) {
    auto updated =
        scene.branches().update(branch, [&](store::BranchDocument& document) -> base::Result<void> {
          for (const model::Requirement& one : scene.cascade().list) {
            if (one.scope != model::RequirementScope::session) continue;
            document.forget({one.name, one.scope, scene.session()}, scene.now());
          }
          return {};
        });
    if (!updated.ok()) scene.add_fault(std::move(updated).error());
  }
}

}  // namespace engine
