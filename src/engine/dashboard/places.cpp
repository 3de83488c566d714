#include "engine/dashboard/places.h"

#include <algorithm>

#include "base/id.h"
#include "engine/dashboard/list_source.h"
#include "engine/history.h"
#include "engine/workspace.h"

namespace engine::dashboard {
namespace {

base::Error no_project(const std::string& text) {
  return {base::Code::not_found, "there is no project '" + text + "'", ""};
}
base::Error no_run(const std::string& text) {
  return {base::Code::not_found, "there is no run '" + text + "'", ""};
}
base::Error several(const std::string& what, const std::string& text) {
  return {base::Code::ambiguous_id, "several " + what + " are meant by '" + text + "'",
          "Use the whole id."};
}

// Of the project's own files: for a run that the index has not taken in yet.
base::Result<RunPlace> find_in_files(Dashboard& dashboard, const std::string& text) {
  std::optional<RunPlace> found;
  for (const KnownProject& project : known_projects(dashboard.system())) {
    auto workspace = Workspace::open(dashboard.system(), project.root, Needs::requirements);
    if (!workspace.ok() || workspace->project().text != project.id) continue;
    auto run = find_run(*workspace, text);
    if (!run.ok() && run.error().code == base::Code::ambiguous_id) return run.error();
    if (!run.ok()) continue;
    if (found && found->run != *run) return several("runs", text);
    found = RunPlace{project, *std::move(run)};
  }
  if (!found) return no_run(text);
  return *std::move(found);
}

}  // namespace

base::Result<KnownProject> find_project(Dashboard& dashboard, const std::string& text) {
  std::vector<KnownProject> named;
  for (KnownProject& project : known_projects(dashboard.system())) {
    if (project.id == text || project.root == os::Path(text)) return std::move(project);
    if (project.name == text) named.push_back(std::move(project));
  }
  if (named.empty()) return no_project(text);
  if (named.size() > 1) return several("projects", text);
  return std::move(named.front());
}

base::Result<std::optional<std::string>> project_id_of(Dashboard& dashboard,
                                                       const ListSource& source,
                                                       const std::optional<std::string>& text) {
  if (!text) return std::optional<std::string>();
  TRY_ASSIGN(auto ids,
             source.ask([&](indexing::Lists& lists) { return lists.projects_named(*text); }));
  if (ids.size() > 1) return several("projects", *text);
  if (ids.size() == 1) return std::optional(std::move(ids.front()));
  if (source.is_team()) return no_project(*text);
  TRY_ASSIGN(KnownProject project, find_project(dashboard, *text));
  return std::optional(std::move(project.id));
}

base::Result<std::string> team_run_id(const ListSource& source, const std::string& text) {
  TRY_ASSIGN(const auto runs,
             source.ask([&](indexing::Lists& lists) { return lists.runs_named(text); }));
  if (runs.empty()) return no_run(text);
  // A run that was carried from one machine to another has the same id on both.
  for (const indexing::NamedRun& run : runs) {
    if (run.uid != runs.front().uid) return several("runs", text);
  }
  return runs.front().uid;
}

base::Result<RunPlace> find_run_place(Dashboard& dashboard, const std::string& text) {
  const auto runs =
      dashboard.parts().index.ask([&](indexing::Lists& lists) { return lists.runs_named(text); });
  if (runs.size() > 1) return several("runs", text);
  if (runs.empty()) return find_in_files(dashboard, text);
  const indexing::NamedRun& run = runs.front();
  for (KnownProject& project : known_projects(dashboard.system())) {
    if (project.id == run.project_id) return RunPlace{std::move(project), {run.uid}};
  }
  // Its project is not known any more: only the index tells of it.
  KnownProject gone;
  gone.id = run.project_id;
  gone.name = run.project_id;
  const auto rows =
      dashboard.parts().index.ask([](indexing::Lists& lists) { return lists.projects(); });
  for (const indexing::ProjectListRow& row : rows) {
    if (row.project.id != run.project_id) continue;
    gone.name = row.project.name;
    gone.root = row.project.root;
  }
  return RunPlace{std::move(gone), {run.uid}};
}

}  // namespace engine::dashboard
