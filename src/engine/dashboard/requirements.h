// The requirements of one project: its rules, and how they stand on each of its branches.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "engine/requirement_report.h"
#include "model/requirement.h"

namespace engine::dashboard {

// Times are ISO 8601; an empty text is one that is not known.
struct RequirementMark {
  std::string requirement;
  std::string session;  // Empty: for all sessions of the branch.
  bool is_satisfied = false;
  std::string standing;
  std::string satisfied_by;
  std::string satisfied_at;
  std::string expires_at;
  bool is_triggered = false;
};
struct RequirementBranch {
  std::string branch;
  bool is_checked_out = false;
  std::vector<RequirementMark> marks;
};
struct ProjectRequirements {
  std::string project;
  std::string project_name;
  std::vector<model::Requirement> rules;
  std::vector<std::string> problems;
  Page<RequirementBranch> branches;  // The one that is checked out first, then by name.
};
struct RequirementsQuestion {
  std::optional<std::string> project;  // None: the one that was used last.
  PageQuestion page;
};
// not_found where there is no such project, or none at all.
base::Result<ProjectRequirements> project_requirements(Dashboard& dashboard,
                                                       const RequirementsQuestion& question);
// The part of it that the project's files tell.
base::Result<ProjectRequirements> read_requirements(Workspace& workspace,
                                                    const PageQuestion& question);

struct ReportQuestion {
  std::optional<std::string> project;
  std::optional<std::int64_t> days;  // None: from the beginning.
};
struct ProjectReport {
  std::string project;
  std::shared_ptr<const RequirementReport> report;  // Shared with the next who ask.
};
// At most some seconds old, since all journals of the project are counted.
base::Result<ProjectReport> project_report(Dashboard& dashboard, const ReportQuestion& question);

}  // namespace engine::dashboard
