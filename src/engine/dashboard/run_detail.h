// One run in depth, from its own files: what `session show`, `status` and `session at` say of it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/runs.h"
#include "engine/dashboard/state_diff.h"
#include "engine/protocol.h"
#include "engine/requirement.h"
#include "model/session_state.h"
#include "model/workflow.h"

namespace engine::dashboard {

// An empty text is one that is not known.
struct AgentLine {
  std::string id;
  std::string parent;  // Empty for the main one.
  std::string role;    // "main", "subagent"
  std::string type;
  std::string name;
  std::string model;
  std::string status;
  std::string started_at;
  std::string completed_at;
  std::optional<std::int64_t> input_tokens;
  std::optional<std::int64_t> output_tokens;
  std::optional<double> cost_usd;
};

struct HandoffLine {
  std::string at;
  std::string from;
  std::string to;
  std::string text;
};

struct ProtocolDetail {
  model::Protocol protocol;
  std::vector<GateOutcome> gates;  // All, in their order.
};

struct RunDetail {
  RunSummary run;
  bool is_readable = false;  // False: only the index tells of it, and `problem` says why.
  std::string problem;
  std::string paused_until;           // Empty: it is not paused now.
  std::vector<std::string> loosened;  // See policy::loosened_by_nobody_known.
  std::string feature;
  std::string task;
  std::vector<AgentLine> agents;  // The main one first.
  std::vector<model::Decision> decisions;
  std::vector<model::Verdict> verdicts;
  std::vector<HandoffLine> handoffs;
  std::optional<ProtocolDetail> protocol;
  std::vector<RequirementLine> requirements;  // As the gate sees them now; none once it has ended.
  std::vector<model::Pin> pins;
  std::int64_t versions = 0;
  // Of another machine's run: when that machine last sent something. All that is said is from
  // there, and is_readable is false.
  std::string sent_at;
};

// By any alias. A run whose note is bad or gone, or whose project is, still has an answer.
// not_found.
base::Result<RunDetail> run_detail(Dashboard& dashboard, const std::string& run);
// The part of it that the project's files tell.
void read_run(Workspace& workspace, const model::RunId& run, RunDetail& detail);

// The state as `session show --json` has it; of `version`, or as it is.
base::Result<base::JsonBox> run_state(Dashboard& dashboard, const std::string& run,
                                      std::optional<std::int64_t> version);

struct RunDiff {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::vector<StateDifference> differences;
};
// Without `to`: the newest version; without `from`: the one before `to`.
struct DiffQuestion {
  std::optional<std::int64_t> from;
  std::optional<std::int64_t> to;
};
base::Result<RunDiff> run_diff(Dashboard& dashboard, const std::string& run,
                               const DiffQuestion& question);

}  // namespace engine::dashboard
