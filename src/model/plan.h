// A plan.json as far as Holdfast reads it: checkpoints, their groups and tasks (S2-76).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace model {

struct PlanTask {
  std::string id;
  std::string title;
  std::string file_path;
  std::string status;
};

struct PlanTaskGroup {
  std::string id;
  std::string title;
  std::string objective;
  std::string status;
  std::vector<PlanTask> tasks;
};

struct PlanCheckpoint {
  std::int64_t id = 0;
  std::string title;
  std::string goal;
  std::string status;
  std::vector<std::int64_t> prerequisites;
  std::vector<std::string> verification_steps;  // testing_strategy.verification_steps
  std::vector<PlanTaskGroup> task_groups;
};

struct Plan {
  std::string session_id;
  std::string spec_reference;
  std::string status;
  std::vector<PlanCheckpoint> checkpoints;
};

// parse_error names what is wrong: no list of checkpoints, an id that is no positive integer or
// stands there twice, a prerequisite that does not exist or that leads back to itself.
base::Result<Plan> plan_from_json(const base::Json& json);

}  // namespace model
