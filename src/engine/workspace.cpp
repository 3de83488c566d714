#include "engine/workspace.h"

#include <algorithm>

#include "engine/stores.h"
#include "engine/taken_away.h"
#include "engine/workspace_cache.h"
#include "os/stdio.h"
#include "store/project_identity.h"
#include "store/requirement_config.h"

namespace engine {
namespace {

store::Layout layout_of(const store::Project& project, const store::Homes& homes,
                        const model::Config& config) {
  const os::Path notes =
      config.notes_dir.empty() ? project.local / "notes" : project.main_root / config.notes_dir;
  return store::Layout({project.local, notes, homes.state, project.id});
}

// The project under the id that it brought along when its folder was moved.
const store::Project& identified(store::Project& project, os::FileSystem& files,
                                 store::Keyring& keys) {
  project.id = store::identity_of(files, project, keys);
  return project;
}

store::LockingOptions locking_of(const model::Config& config) {
  return {.timeout = base::Millis{config.locking_timeout_ms},
          .attempts_max = static_cast<int>(config.locking_max_retries),
          .on_conflict = [](const std::string& message) {
            os::write_standard_error("holdfast: " + message + "\n");
          }};
}

// Where a host's variable puts its files; a relative folder is another one wherever it is started.
std::string moved_folder(os::Environment& environment, std::string_view variable) {
  const std::string folder = environment.text(variable);
  return folder.starts_with('/') ? os::Path(folder).lexically_normal().native() : "";
}

}  // namespace

Stores::Stores(os::System given_system, store::Homes given_homes, store::Project given_project,
               WorkspaceCache* cache)
    : system(given_system),
      homes(std::move(given_homes)),
      project(std::move(given_project)),
      keys(system, homes, {.cache = cache == nullptr ? nullptr : &cache->parts().keys}),
      config(store::load_config(system, project, keys,
                                cache == nullptr ? nullptr : &cache->parts().configs)),
      layout(layout_of(identified(project, system.files, keys), homes, config)),
      journal(system, layout, keys),
      runs(system, layout, keys, journal, locking_of(config)),
      aliases(system, layout, runs),
      side_notes(system, layout, keys),
      protocols(system, layout),
      work(system, {.root = project.root / config.work_root,
                    .locks = layout.locks(),
                    .tree = project.root}) {
  keys.require_length(static_cast<std::size_t>(config.signing_min_length));
  if (cache != nullptr) runs.use_cache(&cache->parts().runs);
}

MemoryStore& Stores::memory() {
  if (!memory_store) memory_store = file_memories(system, project.root);
  return *memory_store;
}

base::Millis Stores::lock_patience() const {
  const std::int64_t whole = config.locking_timeout_ms;
  return base::Millis{is_hook ? std::min(whole, config.gate_hook_timeout_ms / 2) : whole};
}

base::Millis Stores::process_time_left() {
  constexpr std::chrono::seconds kForPeople{20};
  const std::chrono::microseconds whole =
      is_hook
          ? std::chrono::microseconds{std::chrono::milliseconds{config.gate_hook_timeout_ms}} / 2
          : std::chrono::microseconds{kForPeople};
  const auto now = system.clock.steady();
  if (processes_since < std::chrono::microseconds::zero()) processes_since = now;
  return std::max(base::Millis{0},
                  std::chrono::duration_cast<base::Millis>(whole - (now - processes_since)));
}

policy::GuardRoots Stores::guard_roots() const {
  return {.project_root = project.root.native(),
          .main_root = project.main_root.native(),
          .common_dir = project.common_dir.native(),
          .local = project.local.native(),
          .notes = layout.notes().native(),
          .config_home = homes.config.native(),
          .state_home = homes.state.native(),
          .data_home = homes.data.native(),
          .home = homes.home.native(),
          .copilot_home = moved_folder(system.environment, "COPILOT_HOME"),
          .openclaw_home = moved_folder(system.environment, "OPENCLAW_STATE_DIR"),
          .claude_home = moved_folder(system.environment, "CLAUDE_CONFIG_DIR"),
          .work_root = os::Path(config.work_root).lexically_normal().native(),
          .program = system.environment.program().native(),
          .started_as = system.environment.started_as().native(),
          .search_path = system.environment.text("PATH")};
}

WorkspaceCache::WorkspaceCache() : parts_(std::make_unique<Parts>()) {}
WorkspaceCache::~WorkspaceCache() = default;

base::Result<Workspace> Workspace::open(os::System system, const os::Path& start, Needs needs,
                                        WorkspaceCache* cache) {
  TRY_ASSIGN(store::Project project, store::find_project(system.files, start));
  if (!project.opted_in) hold_taken_marker(system, project, nullptr);
  const bool is_enough = project.opted_in || (needs == Needs::requirements &&
                                              store::has_requirement_files(system.files, project));
  if (!is_enough) {
    return base::Error{base::Code::not_opted_in, project.root.string() + " does not use Holdfast",
                       "`holdfast init` opts it in."};
  }
  const store::Homes homes = store::homes_of(system.environment);
  store::Keyring keys(system, homes, {});
  // Its own state would else be taken for another project's.
  if (project.opted_in && store::was_moved(system.files, project, keys)) {
    TRY(store::settle_identity(system, homes, project, keys));
  }
  auto stores = std::make_unique<Stores>(system, homes, project, cache);
  if (stores->config.before && is_loosened_by_agent(*stores, nullptr)) {
    project.keeps_last_config = true;
    stores = std::make_unique<Stores>(system, homes, std::move(project), cache);
  }
  if (!stores->config.source.empty() && stores->project.opted_in) end_with_marker(*stores);
  return Workspace(std::move(stores));
}

Workspace::Workspace(std::unique_ptr<Stores> stores) : stores_(std::move(stores)) {
  stores_->is_hook = false;
}
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

const os::Path& Workspace::root() const { return stores_->project.root; }
const os::Path& Workspace::local() const { return stores_->project.local; }
const model::ProjectId& Workspace::project() const { return stores_->project.id; }
const model::Config& Workspace::config() const { return stores_->config; }
bool Workspace::keeps_runs() const { return stores_->project.opted_in; }
os::System Workspace::system() const { return stores_->system; }
Stores& Workspace::stores() { return *stores_; }

}  // namespace engine
