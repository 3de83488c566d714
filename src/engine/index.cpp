#include "engine/index.h"

#include "engine/index_all.h"
#include "engine/index_ingest.h"
#include "engine/index_new_file.h"
#include "engine/index_place.h"
#include "engine/index_usage.h"
#include "engine/known_projects.h"
#include "index/sqlite/sqlite_index.h"
#include "store/project.h"

namespace engine {
namespace {

constexpr std::chrono::microseconds kSearchCatchUp{1'000'000};

std::string project_name(const std::vector<indexing::ProjectRow>& projects, const std::string& id) {
  for (const indexing::ProjectRow& project : projects) {
    if (project.id == id) return project.name;
  }
  return id;
}

// By id, name or folder.
base::Result<std::optional<std::string>> project_id_of(os::System system,
                                                       const std::vector<indexing::ProjectRow>& all,
                                                       const SearchQuery& query) {
  if (!query.project) return std::optional<std::string>();
  for (const indexing::ProjectRow& project : all) {
    if (project.id == *query.project || project.name == *query.project) {
      return std::optional<std::string>(project.id);
    }
  }
  const auto found = find_identified_project(
      system, os::normalised(system.environment.current_folder(), *query.project));
  if (found.ok()) return std::optional<std::string>(found->id.text);
  return base::Error{base::Code::not_found, "there is no project '" + *query.project + "'", ""};
}

}  // namespace

base::Result<IndexStatus> index_status(os::System system) {
  IndexStatus status;
  TRY_ASSIGN(const os::Path path, index_path(system));
  status.place = path.native();
  const auto info = system.files.info(path);
  status.exists = info.ok();
  if (!info.ok()) return status;
  for (const os::Path& file : index_files(path)) {
    const auto part = system.files.info(file);
    if (part.ok()) status.bytes += part->size;
  }
  const auto index = open_existing_index(system, path);
  if (!index.ok()) {
    status.problems.push_back(index.error().message);
    return status;
  }
  const auto read = [&]() -> base::Result<void> {
    TRY_ASSIGN(status.schema_version, (*index)->schema_version());
    TRY_ASSIGN(const auto counts, (*index)->counts());
    for (const indexing::TableCount& count : counts) {
      status.tables.push_back({count.name, count.rows});
    }
    for (const KnownProject& known : known_projects(system)) {
      TRY_ASSIGN(const std::uint64_t behind, journal_bytes_behind(system, **index, known));
      status.journal_bytes_behind += behind;
    }
    return {};
  }();
  if (!read.ok()) status.problems.push_back(read.error().message);
  return status;
}

base::Result<IndexUpdate> update_index(os::System system, const IndexProgress& progress) {
  remember_current_project(system);
  IndexUpdate update;
  std::vector<std::string> problems;
  const IndexUse use = [&](indexing::Index& index) -> base::Result<void> {
    update = {};
    TRY(ingest_all(system, index, update, progress));
    TRY(take_in_usage(system, index, update.problems));
    return take_in_texts(system, index);
  };
  TRY(with_index(system, problems, use));
  update.problems.insert(update.problems.begin(), problems.begin(), problems.end());
  return update;
}

base::Result<IndexUpdate> rebuild_index(os::System system, const IndexProgress& progress) {
  remember_current_project(system);
  TRY_ASSIGN(const os::Path path, index_path(system));
  TRY(system.files.make_folders(path.parent_path()));
  TRY_ASSIGN(const auto held, lock_index(system, path));
  const std::string now = base::to_iso(system.clock.now());
  NewIndexFile fresh(system, path);
  TRY(fresh.make());
  IndexUpdate update;
  {
    TRY_ASSIGN(const auto index,
               indexing::open_sqlite_index(
                   {.path = fresh.path().native(), .now = now, .is_private = true}));
    TRY(ingest_all(system, *index, update, progress));
    TRY(take_in_usage(system, *index, update.problems));
    TRY(take_in_texts(system, *index));
  }
  if (system.files.exists(path)) {
    TRY(indexing::carry_over(path.native(), fresh.path().native(), now));
  }
  TRY(fresh.put_in_place());
  return update;
}

base::Result<std::vector<SearchHit>> search(os::System system, const SearchQuery& query) {
  remember_current_project(system);
  std::vector<SearchHit> hits;
  std::vector<std::string> problems;
  TRY(with_index(system, problems, [&](indexing::Index& index) -> base::Result<void> {
    hits.clear();
    IndexUpdate update;
    const auto deadline = system.clock.steady() + kSearchCatchUp;
    auto caught_up = ingest_all(system, index, update, {}, deadline);
    if (caught_up.ok()) caught_up = take_in_texts(system, index, deadline);
    // Another process that writes, or a full disk, keeps nobody from searching.
    if (!caught_up.ok() && caught_up.error().code == base::Code::parse_error) return caught_up;
    TRY_ASSIGN(const auto projects, index.projects());
    TRY_ASSIGN(const auto project, project_id_of(system, projects, query));
    TRY_ASSIGN(const auto found,
               index.search({.text = query.text, .project = project, .limit = query.limit}));
    for (const indexing::DocumentHit& hit : found) {
      hits.push_back({.kind = hit.document.kind,
                      .project = project_name(projects, hit.document.project_id),
                      .id = hit.document.owner,
                      .title = hit.document.title,
                      .excerpt = hit.document.body,
                      .at = hit.document.at});
    }
    return {};
  }));
  return hits;
}

}  // namespace engine
