// What doctor finds in every project.
#pragma once
#include <string>
#include <vector>

#include "engine/dashboard/dashboard.h"
#include "engine/finding.h"

namespace engine::dashboard {

struct ProjectFindings {
  std::string project;
  std::string project_name;
  std::vector<Finding> findings;
};
// At most some seconds old, since doctor reads every journal. Where that takes long, or another is
// just looking, projects say so that were never looked at, and who asks again gets them. The worst
// two hundred of each.
std::vector<ProjectFindings> project_findings(Dashboard& dashboard);

}  // namespace engine::dashboard
