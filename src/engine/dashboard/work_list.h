// Work sessions of all projects as lists show them, from the index.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

// An empty text is one that is not known.
struct WorkSummary {
  std::string project;
  std::string project_name;
  std::string slug;
  std::string title;
  std::string description;
  std::string type;
  std::string phase;
  std::string status;
  std::string branch;
  std::int64_t checkpoints_total = 0;
  std::int64_t checkpoints_completed = 0;
  std::optional<std::int64_t> current_checkpoint;
  std::optional<double> cost_usd;
  std::string updated_at;
  bool is_missing = false;   // Its folder is gone.
  std::string machine;       // Empty: this one.
  std::string machine_name;  // Empty where only this machine was asked about.
};

struct WorkQuestion {
  Scope scope = Scope::machine;
  std::optional<std::string> project;  // Id or name.
  std::optional<std::string> phase;
  std::optional<std::string> status;
  PageQuestion page;
};
// The last changed first.
base::Result<Page<WorkSummary>> list_work(Dashboard& dashboard, const WorkQuestion& question);

// The row of one. not_found.
base::Result<WorkSummary> work_summary(Dashboard& dashboard, const std::string& project,
                                       const std::string& slug);
// The same from another source. Private to this folder.
class ListSource;
base::Result<WorkSummary> work_summary(ListSource& source, const std::string& project,
                                       const std::string& slug);

}  // namespace engine::dashboard
