#include "engine/dashboard/projects.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/dashboard/run_rows.h"
#include "engine/known_projects.h"

namespace engine::dashboard {

namespace {

using Projects = std::map<std::string, ProjectSummary>;

// What the index has of projects that nobody knows any more is still there to be looked at.
base::Result<Projects> listed_projects(ListSource& source) {
  Projects found;
  TRY_ASSIGN(auto rows, source.ask([](indexing::Lists& lists) { return lists.projects(); }));
  for (indexing::ProjectListRow& row : rows) {
    ProjectSummary& project = found[row.project.id];
    const bool is_first = project.id.empty();
    project.last_run_at = std::max(project.last_run_at, row.last_run_at);
    // Of several machines that have it, this one counts.
    if (!is_first && !row.machine.empty()) continue;
    project.id = row.project.id;
    project.name = std::move(row.project.name);
    project.root = std::move(row.project.root);
    project.machine = source.machine_of(std::move(row.machine));
    project.machine_name = source.name_of(project.machine);
  }
  return found;
}

void add_known(os::System system, Projects& found) {
  for (const KnownProject& known : known_projects(system)) {
    ProjectSummary& project = found[known.id];
    project.id = known.id;
    project.name = known.name;
    project.root = known.root.native();
  }
}

}  // namespace

base::Result<std::vector<ProjectSummary>> list_projects(Dashboard& dashboard, Scope scope) {
  Parts& parts = dashboard.parts();
  ListSource source(parts, scope);
  TRY_ASSIGN(Projects found, listed_projects(source));
  // What was never sent is none of the team's.
  if (!source.is_team()) add_known(parts.system, found);
  TRY_ASSIGN(const auto live, RunRows(source).live_rows());
  for (const indexing::RunListRow& run : live) {
    const auto project = found.find(run.project_id);
    if (project != found.end()) project->second.live_runs += 1;
  }
  std::vector<ProjectSummary> projects;
  for (auto& [id, project] : found) {
    if (project.name.empty()) project.name = id;
    // A folder of another machine is not looked for here.
    project.is_here =
        project.machine.empty() && !project.root.empty() && parts.system.files.exists(project.root);
    projects.push_back(std::move(project));
  }
  std::sort(projects.begin(), projects.end(), [](const auto& a, const auto& b) {
    return std::tie(a.name, a.id) < std::tie(b.name, b.id);
  });
  return projects;
}

}  // namespace engine::dashboard
