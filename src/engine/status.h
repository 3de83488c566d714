// Where a run stands, on one page.
#pragma once
#include <string>
#include <vector>

#include "engine/session.h"

namespace engine {

struct Status {
  model::RunId run;
  RunHealth health = RunHealth::idle;
  std::string problem;  // The state's, where it is broken.
  std::string mode;
  std::int64_t version = 0;
  std::string protocol;  // "off", "incomplete", "complete"
  std::string paused_until;
  std::string work_session;  // The slug of what it works on.
  std::string active_feature;
  std::string active_task;
  std::string active_agent;
  std::size_t decisions = 0;
  std::size_t verdicts = 0;
  std::size_t denials = 0;  // In this run so far.
  std::size_t requirements_met = 0;
  std::vector<std::string> requirements_open;  // "commit_plan: not satisfied"
  std::size_t pins = 0;
  std::size_t waiting_handoffs = 0;  // Packets that nobody has accepted.
  std::string cost;                  // "$1.25 in this session"; empty where nothing is known.
  std::vector<std::string> faults;
};
Status status_of(Workspace& workspace, const model::RunId& run);

}  // namespace engine
