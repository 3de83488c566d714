#include "engine/onboarding.h"

#include <algorithm>

#include "engine/index_place.h"
#include "engine/index_usage.h"
#include "engine/index_work.h"
#include "engine/known_projects.h"
#include "engine/work_roots.h"
#include "store/project.h"

namespace engine {
namespace {

// A question is answered from what is there when this is over.
constexpr std::chrono::microseconds kCatchUp{300'000};

WorkRow work_row(const indexing::WorkRow& row) {
  return {.project = row.project_id,
          .project_name = row.project_name,
          .slug = row.slug,
          .title = row.title,
          .type = row.type,
          .phase = row.phase,
          .status = row.status,
          .branch = row.git_branch,
          .folder = row.session_dir,
          .checkpoints_total = row.checkpoints_total,
          .checkpoints_completed = row.checkpoints_completed,
          .current_checkpoint = row.current_checkpoint,
          .input_tokens = row.input_tokens,
          .output_tokens = row.output_tokens,
          .cost_usd = row.cost,
          .created_at = row.created_at,
          .updated_at = row.updated_at,
          .missing_since = row.missing_since};
}

// The project that a person named: by id, name or folder.
base::Result<std::vector<KnownProject>> asked_projects(os::System system,
                                                       const os::Path& working_dir,
                                                       const WorkQuery& query) {
  std::vector<KnownProject> known = known_projects(system);
  if (query.all_projects) return known;
  if (query.project) {
    std::vector<KnownProject> named;
    for (const KnownProject& project : known) {
      if (project.id == *query.project || project.name == *query.project) named.push_back(project);
    }
    if (!named.empty()) return named;
  }
  const os::Path folder = query.project ? os::normalised(working_dir, *query.project) : working_dir;
  const auto project = find_identified_project(system, folder);
  if (!project.ok()) {
    return base::Error{base::Code::not_found,
                       "there is no project '" + query.project.value_or(folder.native()) + "'",
                       "`holdfast work list --all` shows those that are known."};
  }
  for (const KnownProject& one : known) {
    if (one.id == project->id.text) return std::vector<KnownProject>{one};
  }
  KnownProject fresh{.id = project->id.text,
                     .root = project->main_root,
                     .common_dir = project->common_dir,
                     .name = project->main_root.filename().native(),
                     .remote = {},
                     .created_at = base::to_iso(system.clock.now())};
  return std::vector<KnownProject>{fresh};
}

base::Result<void> catch_up(os::System system, indexing::Index& index,
                            const std::vector<KnownProject>& projects) {
  const auto deadline = system.clock.steady() + kCatchUp;
  for (const KnownProject& known : projects) {
    if (system.clock.steady() >= deadline) break;
    const auto project = find_identified_project(system, known.root);
    if (!project.ok() || project->id.text != known.id) continue;
    TRY(ingest_work(
        system, index,
        {.project = known, .roots = work_roots(system, *project), .deadline = deadline}));
  }
  if (!is_usage_at_hand(system)) return {};
  std::vector<std::string> unread;  // `holdfast cost` names them.
  return take_in_usage(system, index, unread);
}

base::Result<std::vector<WorkRow>> from_index(os::System system,
                                              const std::vector<KnownProject>& projects,
                                              const WorkQuery& query) {
  std::vector<WorkRow> rows;
  std::vector<std::string> problems;
  TRY(with_index(system, problems, [&](indexing::Index& index) -> base::Result<void> {
    rows.clear();
    auto caught_up = catch_up(system, index, projects);
    // Another process that writes, or a full disk, keeps nobody from asking.
    if (!caught_up.ok() && caught_up.error().code == base::Code::parse_error) return caught_up;
    indexing::WorkListQuery wanted{
        .status = query.status, .phase = query.phase, .limit = query.limit};
    if (!query.all_projects) wanted.project = projects.front().id;
    TRY_ASSIGN(const auto found, index.work(wanted));
    for (const indexing::WorkRow& row : found) rows.push_back(work_row(row));
    return {};
  }));
  return rows;
}

// Without an index: the folders themselves, one after the other.
std::vector<WorkRow> from_folders(os::System system, const std::vector<KnownProject>& projects,
                                  const WorkQuery& query) {
  std::vector<WorkRow> rows;
  for (const KnownProject& known : projects) {
    const auto project = find_identified_project(system, known.root);
    if (!project.ok()) continue;
    for (const WorkRoot& root : work_roots(system, *project)) {
      const auto names = system.files.list(root.folder);
      if (!names.ok()) continue;
      for (const std::string& name : *names) {
        FolderOutcome outcome = read_folder(system, root, name);
        if (outcome.state != FolderState::read) continue;
        outcome.folder.row.project_name = known.name;
        rows.push_back(work_row(outcome.folder.row));
      }
    }
  }
  std::erase_if(rows, [&](const WorkRow& row) {
    return (query.status && row.status != *query.status) ||
           (query.phase && row.phase != *query.phase);
  });
  std::sort(rows.begin(), rows.end(), [](const WorkRow& a, const WorkRow& b) {
    return a.updated_at != b.updated_at ? a.updated_at > b.updated_at : a.slug < b.slug;
  });
  // Of one slug in two worktrees the newest counts.
  std::vector<WorkRow> unique;
  for (WorkRow& row : rows) {
    const bool is_there = std::any_of(unique.begin(), unique.end(), [&](const WorkRow& other) {
      return other.project == row.project && other.slug == row.slug;
    });
    if (!is_there && unique.size() < query.limit) unique.push_back(std::move(row));
  }
  return unique;
}

}  // namespace

base::Result<OnboardReport> onboard(os::System system, const OnboardRequest& request) {
  TRY_ASSIGN(const store::Project project, find_identified_project(system, request.working_dir));
  TRY_ASSIGN(const KnownProject known, remember_project(system, project));
  OnboardReport report;
  std::vector<std::string> problems;
  TRY(with_index(system, problems, [&](indexing::Index& index) -> base::Result<void> {
    TRY_ASSIGN(report, ingest_work(system, index,
                                   {.project = known,
                                    .roots = work_roots(system, project),
                                    .prune = request.prune,
                                    .progress = request.progress}));
    return {};
  }));
  for (const std::string& problem : problems) report.errors.push_back({"", problem});
  return report;
}

base::Result<std::vector<WorkRow>> list_work(os::System system, const os::Path& working_dir,
                                             const WorkQuery& query) {
  TRY_ASSIGN(const auto projects, asked_projects(system, working_dir, query));
  if (projects.empty()) return std::vector<WorkRow>{};
  auto rows = from_index(system, projects, query);
  if (rows.ok()) return rows;
  return from_folders(system, projects, query);
}

}  // namespace engine
