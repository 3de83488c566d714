// Which project or run a question means, whatever name it uses.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/known_projects.h"
#include "model/ids.h"

namespace engine::dashboard {

// By id, by name where only one has it, or by folder. not_found, ambiguous_id.
base::Result<KnownProject> find_project(Dashboard& dashboard, const std::string& text);

// The id alone, which the index mostly knows: for the lists that one project may be picked from.
// Nothing where no project was named.
class ListSource;
base::Result<std::optional<std::string>> project_id_of(Dashboard& dashboard,
                                                       const ListSource& source,
                                                       const std::optional<std::string>& text);

struct RunPlace {
  KnownProject project;
  model::RunId run;
};
// By any alias of the run, in whichever project it is, or by the beginning of its id. not_found,
// ambiguous_id.
base::Result<RunPlace> find_run_place(Dashboard& dashboard, const std::string& text);

// The id of a run that the team's server knows under this name. not_found, ambiguous_id.
base::Result<std::string> team_run_id(const ListSource& source, const std::string& text);

}  // namespace engine::dashboard
