#include "engine/dashboard/open_project.h"

#include "engine/dashboard/parts.h"

namespace engine::dashboard {

base::Result<Workspace> open_project(Dashboard& dashboard, const KnownProject& project,
                                     Needs needs) {
  const auto gone = [&] {
    return base::Error{base::Code::not_found,
                       "The folder of " + project.name + " is gone: " + project.root.native(),
                       "Where it was moved, any `holdfast` command there makes it known again."};
  };
  const auto info = dashboard.system().files.info(project.root);
  if (!info.ok() && info.error().code == base::Code::not_found) return gone();
  auto workspace =
      Workspace::open(dashboard.system(), project.root, needs, &dashboard.parts().depth.workspaces);
  if (!workspace.ok()) return workspace;
  // Another project may lie in its place by now.
  if (workspace->project().text != project.id) return gone();
  return workspace;
}

base::Result<OpenRun> open_run(Dashboard& dashboard, const std::string& text) {
  TRY_ASSIGN(RunPlace place, find_run_place(dashboard, text));
  TRY_ASSIGN(Workspace workspace, open_project(dashboard, place.project, Needs::requirements));
  return OpenRun{std::move(place.project), std::move(place.run), std::move(workspace)};
}

}  // namespace engine::dashboard
