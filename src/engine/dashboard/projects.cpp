#include "engine/dashboard/projects.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/dashboard/run_rows.h"
#include "engine/known_projects.h"

namespace engine::dashboard {

std::vector<ProjectSummary> list_projects(Dashboard& dashboard) {
  Parts& parts = dashboard.parts();
  std::map<std::string, ProjectSummary> found;
  // What the index has of projects that nobody knows any more is still there to be looked at.
  for (indexing::ProjectListRow& row :
       parts.index.ask([](indexing::Lists& lists) { return lists.projects(); })) {
    ProjectSummary& project = found[row.project.id];
    project.id = row.project.id;
    project.name = std::move(row.project.name);
    project.root = std::move(row.project.root);
    project.last_run_at = std::move(row.last_run_at);
  }
  for (const KnownProject& known : known_projects(parts.system)) {
    ProjectSummary& project = found[known.id];
    project.id = known.id;
    project.name = known.name;
    project.root = known.root.native();
  }
  for (const indexing::RunListRow& run : RunRows(parts).live_rows()) {
    const auto project = found.find(run.project_id);
    if (project != found.end()) project->second.live_runs += 1;
  }
  std::vector<ProjectSummary> projects;
  for (auto& [id, project] : found) {
    if (project.name.empty()) project.name = id;
    project.is_here = !project.root.empty() && parts.system.files.exists(project.root);
    projects.push_back(std::move(project));
  }
  std::sort(projects.begin(), projects.end(), [](const auto& a, const auto& b) {
    return std::tie(a.name, a.id) < std::tie(b.name, b.id);
  });
  return projects;
}

}  // namespace engine::dashboard
