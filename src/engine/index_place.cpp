#include "engine/index_place.h"

#include "engine/index_new_file.h"
#include "index/sqlite/sqlite_index.h"
#include "os/lock.h"
#include "store/continuity_places.h"
#include "store/layout.h"
#include "store/set_aside.h"
#include "store/user_config.h"

namespace engine {
namespace {

constexpr base::Millis kIndexLockTimeout{2000};

base::Result<void> set_index_aside(os::System system, const os::Path& path,
                                   std::vector<std::string>& problems) {
  TRY_ASSIGN(const auto held, lock_index(system, path));
  TRY_ASSIGN(const os::Path aside, store::set_aside(system, path, "corrupt"));
  problems.push_back("the index was damaged and is made anew; the old one is " + aside.string());
  for (const os::Path& file : index_files(path)) {
    if (file != path) static_cast<void>(system.files.remove(file));
  }
  return {};
}

// The first one is filled beside its place, which is much quicker; false where there is one
// already, or where another process makes it.
base::Result<bool> use_first(os::System system, const os::Path& path, const IndexUse& use) {
  TRY(system.files.make_folders(path.parent_path()));
  const auto held = lock_index(system, path);
  if (!held.ok() || system.files.exists(path)) return false;
  NewIndexFile fresh(system, path);
  TRY(fresh.make());
  {
    TRY_ASSIGN(const auto index,
               indexing::open_sqlite_index({.path = fresh.path().native(),
                                            .now = base::to_iso(system.clock.now()),
                                            .is_private = true}));
    TRY(use(*index));
  }
  TRY(fresh.put_in_place());
  return true;
}

}  // namespace

base::Result<os::Path> index_path(os::System system) {
  const store::Homes homes = store::homes_of(system.environment);
  const model::UserConfig config = store::load_user_config(system, homes);
  const os::Path given = config.index_path;
  if (given.is_absolute()) return given;
  if (config.openclaw_layout) {
    TRY_ASSIGN(const store::ContinuityPlaces places,
               store::continuity_places(system.environment, homes, config));
    return places.brain;
  }
  if (homes.data.empty()) {
    return base::Error{base::Code::unavailable, "there is no place for the index: HOME is not set",
                       "Set HOME, or HOLDFAST_INDEX_PATH."};
  }
  return homes.data / "holdfast.db";
}

std::vector<os::Path> index_files(const os::Path& path) {
  std::vector<os::Path> files{path};
  for (const char* ending : {"-wal", "-shm", "-journal"}) {
    os::Path beside = path;
    beside += ending;
    files.push_back(std::move(beside));
  }
  return files;
}

base::Result<std::unique_ptr<os::File>> lock_index(os::System system, const os::Path& path) {
  os::Path lock = path;
  lock += ".lock";
  return os::lock_file(system.files, system.clock, system.random, lock, kIndexLockTimeout);
}

base::Result<std::unique_ptr<indexing::Index>> open_index(os::System system, const os::Path& path) {
  if (!system.files.exists(path)) {
    TRY(system.files.make_folders(path.parent_path()));
    // An empty file is an empty database; made here, so that nobody else can read it.
    auto made = system.files.open(path, {.write = true, .create = true, .mode = 0600});
    if (!made.ok()) return std::move(made).error();
  }
  return open_existing_index(system, path);
}

base::Result<std::unique_ptr<indexing::Index>> open_existing_index(os::System system,
                                                                   const os::Path& path) {
  if (!system.files.exists(path)) {
    return base::Error{base::Code::not_found, "there is no index yet",
                       "`holdfast index update` makes it."};
  }
  return indexing::open_sqlite_index(
      {.path = path.native(), .now = base::to_iso(system.clock.now())});
}

base::Result<void> with_index(os::System system, std::vector<std::string>& problems,
                              const IndexUse& use) {
  TRY_ASSIGN(const os::Path path, index_path(system));
  if (!system.files.exists(path)) {
    TRY_ASSIGN(const bool is_done, use_first(system, path, use));
    if (is_done) return {};
  }
  const auto attempt = [&]() -> base::Result<void> {
    TRY_ASSIGN(const auto index, open_index(system, path));
    return use(*index);
  };
  auto done = attempt();
  if (done.ok() || done.error().code != base::Code::parse_error) return done;
  TRY(set_index_aside(system, path, problems));
  return attempt();
}

}  // namespace engine
