// Runs of all projects as lists show them, from the index.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "engine/dashboard/scope.h"
#include "engine/session.h"

namespace engine::dashboard {

struct LastTool {
  std::string tool;
  std::string at;
  bool allowed = true;
  std::string summary;
};

// An empty text is one that is not known.
struct RunSummary {
  std::string id;
  std::string short_id;
  std::string project;
  std::string project_name;
  std::string host;
  RunHealth health = RunHealth::idle;
  std::string mode;
  std::string phase;
  std::string branch;
  std::string worktree;
  std::string work;
  std::int64_t version = 0;
  std::string started_at;
  std::string heartbeat_at;
  std::string ended_at;
  std::string end_reason;
  std::optional<LastTool> last_tool;
  std::optional<double> cost_usd;
  std::int64_t denials = 0;
  std::vector<std::string> degraded;
  std::string machine;       // Whose run it is; empty: this one's.
  std::string machine_name;  // For people; empty where only this machine was asked about.
};

struct RunsQuestion {
  Scope scope = Scope::machine;
  std::optional<std::string> project;  // Id or name.
  std::optional<RunHealth> health;
  PageQuestion page;
};
// Newest first.
base::Result<Page<RunSummary>> list_runs(Dashboard& dashboard, const RunsQuestion& question);

// The row of one run, also where its note is bad or gone. not_found.
base::Result<RunSummary> run_summary(Dashboard& dashboard, const std::string& uid);

// As many as a work session shows.
constexpr std::size_t kRunsOfWorkMax = 50;
// Those that worked on a work session, the newest first.
base::Result<std::vector<RunSummary>> runs_of_work(Dashboard& dashboard, const std::string& project,
                                                   const std::string& slug, std::size_t limit);

}  // namespace engine::dashboard
