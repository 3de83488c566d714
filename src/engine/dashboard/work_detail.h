// One work session in depth, from its folder: manifest, spec, plan, and the runs that worked on it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/runs.h"
#include "engine/dashboard/work_list.h"
#include "engine/work.h"
#include "model/markdown.h"
#include "model/plan.h"

namespace engine::dashboard {

struct WorkDetail {
  WorkSummary summary;
  WorkView work;  // Without a folder where that is gone.
  std::optional<model::MarkdownNode> spec;
  std::optional<model::Plan> plan;
  std::string plan_problem;  // Empty: there is none, or it can be read.
  std::vector<RunSummary> runs;
  std::vector<std::string> warnings;
  std::string sent_at;  // Of another machine's: when it last sent something; then there is no more.
};

// `slug` is the name of a folder and nothing else. Of several worktrees that have it, the one that
// changed last counts, as in lists. One whose folder is gone is told by the index alone. not_found,
// invalid_value, parse_error.
base::Result<WorkDetail> work_detail(Dashboard& dashboard, const std::string& project,
                                     const std::string& slug);
// The part of it that the folder tells.
base::Result<WorkDetail> read_work(Workspace& workspace, const std::string& slug);

}  // namespace engine::dashboard
