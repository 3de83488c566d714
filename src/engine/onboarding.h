// Work sessions of many projects in the index: brought there from their folders, and asked about.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"

namespace engine {

struct OnboardRequest {
  os::Path working_dir;  // The project around it.
  bool prune = false;    // Take rows of vanished folders out, instead of marking them (B2-14).
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct OnboardProblem {
  std::string folder;
  std::string message;
};

struct OnboardReport {
  std::string project;
  std::size_t added = 0;
  std::size_t updated = 0;
  std::size_t unchanged = 0;
  std::size_t missing = 0;  // Marked now or before.
  std::size_t pruned = 0;
  std::vector<OnboardProblem> errors;  // A folder that cannot be read does not stop the scan.
};
// Works in any folder, opted in or not: a clone is onboarded where it lands (S2-12).
base::Result<OnboardReport> onboard(os::System system, const OnboardRequest& request);

struct WorkQuery {
  std::optional<std::string> project;  // Id, name or folder; none: the one around `working_dir`.
  bool all_projects = false;
  std::optional<std::string> status;
  std::optional<std::string> phase;
  std::size_t limit = 50;
};

struct WorkRow {
  std::string project;
  std::string project_name;
  std::string slug;
  std::string title;
  std::string type;
  std::string phase;
  std::string status;
  std::string branch;
  std::string folder;
  std::int64_t checkpoints_total = 0;
  std::int64_t checkpoints_completed = 0;
  std::optional<std::int64_t> current_checkpoint;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<double> cost_usd;
  std::string created_at;
  std::string updated_at;
  std::string missing_since;
  std::string machine_name;  // Of a team's; else empty.
};
// From the index, which catches up with the asked project first; newest first. Where the index
// cannot be used, the folders themselves are read.
base::Result<std::vector<WorkRow>> list_work(os::System system, const os::Path& working_dir,
                                             const WorkQuery& query);

}  // namespace engine
