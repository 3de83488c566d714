#include "cli/team.h"

#include "engine/dashboard/projects.h"

namespace cli {

base::Result<TeamView> TeamView::open(Context& context) {
  if (context.fleet == nullptr) {
    return base::Error{base::Code::unavailable, "this program cannot reach a team's server",
                       "`holdfast` starts `holdfast-fleet`, which can; is it beside it?"};
  }
  return TeamView(
      std::make_unique<engine::dashboard::Dashboard>(context.system, context.hosts, context.fleet));
}

base::Result<void> TeamView::read_projects() {
  TRY_ASSIGN(const auto projects,
             engine::dashboard::list_projects(*dashboard_, engine::dashboard::Scope::team));
  for (const engine::dashboard::ProjectSummary& project : projects) {
    projects_[project.id] = project.name;
  }
  return {};
}

std::string TeamView::project_name(const std::string& id) const {
  const auto found = projects_.find(id);
  return found == projects_.end() ? id : found->second;
}

}  // namespace cli
