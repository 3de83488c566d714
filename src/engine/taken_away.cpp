#include "engine/taken_away.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "engine/agent_conversation.h"
#include "engine/call_in_flight.h"
#include "engine/decision_record.h"
#include "engine/installation.h"
#include "engine/operator.h"
#include "engine/own_files.h"
#include "engine/work_tree_entries.h"
#include "policy/loosened_config.h"
#include "store/git_reflog.h"

namespace engine {
namespace {

using store::KeptFile;
using store::KeptFiles;
using store::TakenAway;

constexpr const char* kTakenEvent = "taken_away";  // In the journal.

std::int64_t seconds_of(base::Instant at) {
  return std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
}

// Whether git took the marker along when it went to another commit. One that was not tracked when
// it was kept is not excused: an agent can commit it and go back.
bool went_with_git(Stores& stores, const CallInFlight& call, const KeptFile& marker) {
  const auto left = store::commits_left(stores.system.files, worktree_of_marker(stores.project),
                                        seconds_of(call.at));
  return marker.is_tracked && !left.empty() && !place_in_index(git_index(stores), marker.path);
}

// Whether the marker's text is that of another commit that git went to.
bool was_written_by_git(Stores& stores, const CallInFlight& call) {
  const auto info = stores.system.files.info(stores.project.config_file);
  return info.ok() &&
         !store::commits_left(stores.system.files, worktree_of_marker(stores.project),
                              seconds_of(call.at))
              .empty() &&
         is_as_git_wrote_it(git_index(stores), marker_name(), *info);
}

std::optional<model::RunId> run_of(Stores& stores, const model::HostEvent& event) {
  const auto moved = in_conversation(stores, event);
  const std::string& id = moved ? moved->host_id : event.host_id;
  if (id.empty()) return std::nullopt;
  auto run = store::run_of_host_id(stores.project.id, event.host, id);
  return run.ok() ? std::optional(*std::move(run)) : std::nullopt;
}

std::optional<CallInFlight> call_before(Stores& stores, const Witness& witness) {
  const auto run = run_of(stores, witness.event);
  if (!run) return std::nullopt;
  return call_in_flight(stores, *run, witness.event);
}

TakenAway taken_by(Stores& stores, const CallInFlight& call) {
  return {.at = base::to_iso(stores.system.clock.now()),
          .run = call.run.text,
          .call = call.id,
          .tool = call.tool,
          .files = {},
          .mended = {},
          .emptied = {},
          .marker = {},
          .keys = {},
          .stamp = {}};
}

void journal_finding(Stores& stores, const model::RunId& run, const TakenAway& taken) {
  base::Json payload{{"tool", safe_text(taken.tool, 200)}};
  if (!taken.call.empty()) payload["call"] = safe_text(taken.call, 200);
  if (!taken.files.empty()) payload["files"] = taken.files;
  if (!taken.mended.empty()) payload["mended"] = taken.mended;
  if (!taken.emptied.empty()) payload["emptied"] = taken.emptied;
  if (!taken.keys.empty()) payload["keys"] = taken.keys;
  [[maybe_unused]] const auto appended =
      stores.journal.append(run, {kTakenEvent, "hook", base::JsonBox(std::move(payload))}, {});
}

std::string relative_names(const std::vector<std::string>& files, const os::Path& root) {
  std::vector<std::string> names;
  for (const std::string& file : files) {
    names.push_back("`" + os::Path(file).lexically_relative(root).native() + "`");
  }
  return base::join(names, ", ");
}

// Once a run: an agent that takes it away again and again is not fought with.
bool mended_before(Stores& stores, const model::RunId& run) {
  bool found = false;
  [[maybe_unused]] const auto read =
      stores.journal.read_kind(run, 0, kTakenEvent, [&](const model::JournalEvent& event) {
        found = event.kind == kTakenEvent && event.payload.get().contains("mended");
        return !found;
      });
  return found;
}

// Keeps the finding, writes it into the run's journal and has it told, once.
void find(Stores& stores, const CallInFlight& call, TakenAway& taken, Witness& witness) {
  KeptFiles kept = kept_files(stores);
  const auto last = kept.taken();
  const bool was_mended = mended_before(stores, call.run);
  // What nobody has seen to goes on holding.
  if (last && taken.marker.empty() && !last->marker.empty() &&
      (store::holds_for_gone_marker(*last) || !last->stamp.empty())) {
    taken.marker = last->marker;
    taken.keys = last->keys;
    taken.stamp = last->stamp;
  }
  // First, so that it holds also where the disk takes nothing more.
  [[maybe_unused]] auto noted = kept.note(taken);
  if (!was_mended && !taken.files.empty()) {
    [[maybe_unused]] const auto done = mend(stores, taken);
    noted = kept.note(taken);
  }
  journal_finding(stores, call.run, taken);
  const os::Path root = marker_root(stores.project);
  std::string text = taken_text(taken, root);
  if (!taken.marker.empty() && !is_mended(taken)) {
    text += " What the configuration said before still holds.";
  } else if (!taken.keys.empty()) {
    text += " What it said before still holds.";
  }
  witness.for_model = text + " Only a person changes these files; go on with your work.";
  if (!taken.emptied.empty()) text += " `holdfast init` puts entries back.";
  witness.for_person = text +
                       " `holdfast doctor` shows more; if you want it so, `holdfast doctor --fix` "
                       "takes a changed configuration over and `holdfast uninstall` opts out.";
}

// Whether git has gone since then to a commit without the marker, and left one that had it.
bool went_on_to_another_branch(os::System& system, const store::Homes& homes,
                               store::Project project, const TakenAway& taken) {
  project.opted_in = project.keeps_last_config = true;
  project.config_file = taken.marker;
  Stores stores(system, homes, project);
  const auto list = kept_files(stores).list(marker_root(project));
  const auto at = base::instant_from_iso(taken.at);
  if (!list || !at.ok()) return false;
  return std::any_of(list->begin(), list->end(), [&](const KeptFile& file) {
    return file.path == marker_name() && file.is_tracked &&
           went_with_git(stores, {.run = {}, .id = {}, .tool = {}, .at = *at}, file);
  });
}

// A person wants it as it is now.
void take_as_it_is(Stores& stores) {
  store::Project project = stores.project;
  project.keeps_last_config = false;
  Stores now(stores.system, stores.homes, project);
  store::take_over_config(now.system, now.project, now.keys, now.config);
  keep_own_files(now);
  [[maybe_unused]] const auto settled = kept_files(now).settle();
}

}  // namespace

std::string taken_text(const TakenAway& taken, const os::Path& root) {
  std::string by = "A call of `" + safe_text(taken.tool, 60) + "`";
  if (!taken.call.empty()) by += " (" + safe_text(taken.call, 60) + ")";
  std::string text;
  if (!taken.files.empty()) {
    text = by + " took away " + relative_names(taken.files, root) + ".";
    if (is_mended(taken)) {
      text += " All of it was put back.";
    } else if (!taken.mended.empty()) {
      text += " Put back: " + relative_names(taken.mended, root) + ".";
    }
  }
  if (!taken.emptied.empty()) {
    text += (text.empty() ? "" : " ") + by + " took Holdfast's entries out of " +
            relative_names(taken.emptied, root) + ".";
  }
  if (text.empty() && taken.keys.empty()) {
    text = by + " took away " + relative_names({taken.marker}, root) + ".";
  }
  if (!taken.keys.empty()) {
    text += (text.empty() ? "" : " ") + by + " loosened " + base::join(taken.keys, ", ") + " in " +
            relative_names({taken.marker}, root) + ".";
  }
  return text;
}

void hold_taken_marker(os::System& system, store::Project& project, Witness* witness) {
  if (!system.files.exists(project.local / "kept")) return;
  const store::Homes homes = store::homes_of(system.environment);
  store::Keyring keys(system, homes, {});
  KeptFiles kept(system, project.local, keys);
  const auto last = kept.taken();
  const auto use = [&](const os::Path& marker) {
    project.opted_in = true;
    project.config_file = marker;
    project.keeps_last_config = !system.files.exists(marker);
  };
  std::vector<os::Path> roots{project.root};
  if (project.main_root != project.root) roots.push_back(project.main_root);
  for (const os::Path& root : roots) {
    const os::Path marker = store::config_path(root);
    const bool holds = last && store::holds_for_gone_marker(*last) && last->marker == marker;
    if (!holds) continue;
    // A branch that never had it does not owe it.
    if (!went_on_to_another_branch(system, homes, project, *last)) use(marker);
    return;
  }
  if (witness == nullptr) return;
  for (const os::Path& root : roots) {
    const auto list = kept.list(root);
    if (!list || list->empty()) continue;
    store::Project watched = project;
    watched.opted_in = watched.keeps_last_config = true;
    watched.config_file = store::config_path(root);
    Stores stores(system, homes, watched);
    const auto marker = std::find_if(list->begin(), list->end(), [](const KeptFile& file) {
      return file.path == marker_name();
    });
    const auto call = call_before(stores, *witness);
    const bool is_gone_by_it = call && stores.config.gate_enabled && marker != list->end() &&
                               !went_with_git(stores, *call, *marker);
    if (!is_gone_by_it) continue;
    TakenAway taken = taken_by(stores, *call);
    taken.marker = watched.config_file.native();
    taken.files = gone_since(stores, root, *list, call->at);
    find(stores, *call, taken, *witness);
    return use(watched.config_file);
  }
}

bool is_loosened_by_agent(Stores& stores, Witness* witness) {
  const auto keys = policy::loosened_keys(*stores.config.before, stores.config);
  KeptFiles kept = kept_files(stores);
  const auto last = kept.taken();
  const std::string& marker = stores.project.config_file.native();
  const auto text = stores.system.files.read(stores.project.config_file);
  const std::string stamp = text.ok() ? base::to_hex(base::blake2b(*text)) : "none";
  const bool is_known = last && !last->stamp.empty() && last->marker == marker;
  if (!keys.empty() && is_known && last->stamp == stamp) return true;
  if (!keys.empty()) {
    const auto call =
        witness != nullptr ? call_before(stores, *witness) : any_call_in_flight(stores);
    if (call && !was_written_by_git(stores, *call)) {
      if (witness == nullptr) return true;
      TakenAway taken = taken_by(stores, *call);
      taken.marker = marker;
      taken.keys = keys;
      taken.stamp = stamp;
      find(stores, *call, taken, *witness);
      return true;
    }
    // For a command or a server the change counts; taking it over is for a hook, which knows.
    if (witness == nullptr) return false;
  }
  store::take_over_config(stores.system, stores.project, stores.keys, stores.config);
  if (is_known) [[maybe_unused]]
    const auto settled = kept.settle();
  return false;
}

void look_after_call(Stores& stores, Witness& witness) {
  const os::Path root = marker_root(stores.project);
  const auto kept = kept_files(stores).list(root);
  if (!kept) return;
  // The marker's own going is found before the event has a project; here it counts where that was
  // just now and the disk did not let it be mended.
  const bool with_marker = !witness.for_model.empty() && stores.project.keeps_last_config;
  const bool is_any_gone = std::any_of(kept->begin(), kept->end(), [&](const KeptFile& file) {
    const bool is_marker = file.path == marker_name();
    return (is_marker ? with_marker : !file.is_tracked) &&
           is_file_gone(stores.system.files, root / file.path);
  });
  std::vector<std::string> emptied = emptied_files(stores, root, *kept);
  if (!is_any_gone && emptied.empty()) return;
  const auto call = call_before(stores, witness);
  if (!call) return keep_own_files(stores);
  TakenAway taken = taken_by(stores, *call);
  taken.files = gone_since(stores, root, *kept, call->at);
  std::erase_if(emptied, [&](const std::string& path) {
    return !was_changed_since(stores.system.files, path, call->at);
  });
  taken.emptied = std::move(emptied);
  if (with_marker) {
    taken.marker = stores.project.config_file.native();
  } else {
    std::erase(taken.files, stores.project.config_file.native());
  }
  if (taken.files.empty() && taken.emptied.empty()) return keep_own_files(stores);
  const auto last = kept_files(stores).taken();
  // Told before; nobody has seen to it yet.
  const bool is_same = last && last->run == taken.run && last->files == taken.files &&
                       last->emptied == taken.emptied;
  if (is_same && (!is_mended(*last) || taken.files.empty())) return;
  find(stores, *call, taken, witness);
}

void keep_files_of_project(os::System system, const InstallPlan& plan) {
  auto workspace = Workspace::open(system, plan.root);
  if (!workspace.ok()) return;
  Stores& stores = workspace->stores();
  if (is_person(*workspace)) {
    take_as_it_is(stores);
  } else if (was_anything_taken(stores)) {
    return;
  }
  std::vector<std::string> written;
  for (const FileChange& change : plan.changes) {
    if (change.content) written.push_back(change.path.lexically_relative(plan.root).native());
  }
  keep_own_files(stores, written);
}

base::Result<void> see_to(Workspace& workspace, TakenAway taken) {
  Stores& stores = workspace.stores();
  const base::Result<void> mended = mend(stores, taken);
  TRY(kept_files(stores).note(taken));
  TRY(mended.ok() ? base::Result<void>() : base::Result<void>(mended.error()));
  TRY(require_person(workspace, "taking note of what an agent's call took away"));
  take_as_it_is(stores);
  return {};
}

void end_with_marker(Stores& stores) {
  if (stores.project.keeps_last_config) return;
  KeptFiles kept = kept_files(stores);
  const auto last = kept.taken();
  const bool is_back = last && store::holds_for_gone_marker(*last) &&
                       last->marker == stores.project.config_file.native() &&
                       stores.system.files.exists(stores.project.config_file);
  if (is_back) [[maybe_unused]]
    const auto settled = kept.settle();
}

bool was_anything_taken(Stores& stores) { return kept_files(stores).taken().has_value(); }

std::optional<TakenAway> taken_away(Stores& stores) {
  KeptFiles kept = kept_files(stores);
  if (!kept.is_anything_kept()) return std::nullopt;
  if (auto last = kept.taken()) return last;
  const os::Path root = marker_root(stores.project);
  const auto list = kept.list(root);
  const auto call = list ? any_call_in_flight(stores) : std::nullopt;
  if (!call) return std::nullopt;
  TakenAway taken = taken_by(stores, *call);
  taken.files = gone_since(stores, root, *list, call->at);
  return taken.files.empty() ? std::nullopt : std::optional(std::move(taken));
}

std::optional<TakenAway> marker_taken_away(os::System& system, store::Project project) {
  if (!system.files.exists(project.local / "kept")) return std::nullopt;
  const store::Homes homes = store::homes_of(system.environment);
  for (const os::Path& root : {project.root, project.main_root}) {
    project.opted_in = project.keeps_last_config = true;
    project.config_file = store::config_path(root);
    Stores stores(system, homes, project);
    stores.is_hook = false;
    const auto list = kept_files(stores).list(root);
    const auto call = list ? any_call_in_flight(stores) : std::nullopt;
    if (!call) continue;
    const auto marker = std::find_if(list->begin(), list->end(), [](const KeptFile& file) {
      return file.path == marker_name();
    });
    if (marker == list->end() || went_with_git(stores, *call, *marker)) continue;
    TakenAway taken = taken_by(stores, *call);
    taken.marker = project.config_file.native();
    taken.files = gone_since(stores, root, *list, call->at);
    return taken;
  }
  return std::nullopt;
}

}  // namespace engine
