#include "engine/dashboard/costs.h"

#include "engine/dashboard/parts.h"
#include "engine/dashboard/places.h"

namespace engine::dashboard {

base::Result<std::shared_ptr<const CostReport>> costs(Dashboard& dashboard,
                                                      const CostsQuestion& question) {
  CostQuery query{.by = question.by, .since = question.since, .until = question.until};
  if (question.project) {
    TRY_ASSIGN(const KnownProject project, find_project(dashboard, *question.project));
    query.project = project.root;
  }
  return dashboard.parts().costs.report(query);
}

}  // namespace engine::dashboard
