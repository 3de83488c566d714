#include "engine/dashboard/run_rows.h"

#include <algorithm>

#include "base/text.h"
#include "policy/lease.h"
#include "store/git_head.h"

namespace engine::dashboard {
namespace {

using indexing::RunListRow;
using indexing::RunStanding;

// Longer ago, a run lives only if it is this boot's. Above what nearly all projects allow.
constexpr std::chrono::hours kHeardOfWithin{24};

std::optional<model::Lease> lease_of(const RunListRow& row) {
  if (row.host.empty() && row.boot_id.empty() && row.pid == 0) return std::nullopt;
  return model::Lease{.host = row.host,
                      .boot_id = row.boot_id,
                      .pid = row.pid,
                      .pid_start = base::to_number(row.pid_start).value_or(0),
                      .extra = {}};
}

std::string counted(std::int64_t number, const std::string& word) {
  return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

}  // namespace

// Of another machine only copies are here: neither its processes nor its folders can be looked at,
// and one of its paths may be something else here.
bool RunRows::is_heard_of(const RunListRow& row) const {
  return policy::is_heard_of(std::max(row.heartbeat_at, row.last_at), now_,
                             parts_.leases.of(row.project_id));
}

bool RunRows::is_live(const RunListRow& row) const {
  if (!lists_.machine_of(row.machine).empty()) return is_heard_of(row);
  policy::LeaseView view;
  view.this_host = parts_.host_name;
  view.this_boot_id = parts_.boot_id;
  view.now = now_;
  model::Run run;
  run.owner = lease_of(row);
  run.heartbeat_at = row.heartbeat_at;
  const bool is_here = run.owner && run.owner->host == view.this_host &&
                       run.owner->boot_id == view.this_boot_id && !view.this_boot_id.empty();
  if (is_here) {
    const auto process = parts_.system.processes.info(row.pid);
    if (process.ok()) {
      view.pid_start = process->start_ticks;
    } else if (process.error().code != base::Code::not_found) {
      view.pid_start = run.owner->pid_start;  // There, but hidden from us.
    }
  } else {
    view.remote_limit = parts_.leases.of(row.project_id);
  }
  return policy::liveness_of(run, view) == policy::Liveness::live;
}

RunHealth RunRows::health(const RunListRow& row) const {
  switch (row.standing()) {
    case RunStanding::broken:
      return RunHealth::broken;
    case RunStanding::ended:
      return RunHealth::ended;
    case RunStanding::open:
      break;
  }
  return is_live(row) ? RunHealth::live : RunHealth::idle;
}

std::vector<std::string> RunRows::marks(const RunListRow& row) const {
  std::vector<std::string> marks;
  if (row.standing() == RunStanding::broken) {
    marks.push_back("note not trusted: " + base::to_lower(row.trust));
  }
  if (!row.missing_since.empty()) marks.emplace_back("note missing");
  if (row.faults > 0) marks.push_back(counted(row.faults, "fault"));
  const auto until = base::instant_from_iso(row.paused_until);
  if (row.ended_at.empty() && until.ok() && *until > now_) {
    marks.push_back("paused until " + row.paused_until);
  }
  return marks;
}

// Only a session of the protocol writes its branch down; of another, what its worktree has checked
// out is true for as long as it goes on.
std::string RunRows::branch_of(const RunListRow& row, RunHealth health) const {
  const bool goes_on = health == RunHealth::live || health == RunHealth::idle;
  if (!row.branch.empty() || !goes_on || row.worktree.empty()) return row.branch;
  if (!lists_.machine_of(row.machine).empty()) return row.branch;
  const auto project = store::find_project(parts_.system.files, os::Path(row.worktree));
  if (!project.ok()) return {};
  const auto head = store::read_head(parts_.system.files, *project);
  return head ? head->branch : std::string();
}

RunSummary RunRows::summary(RunListRow row) const {
  RunSummary run;
  run.health = health(row);
  run.branch = branch_of(row, run.health);
  run.degraded = marks(row);
  run.short_id = model::RunId{row.uid}.brief();
  run.project_name = row.project_name.empty() ? row.project_id : std::move(row.project_name);
  if (!row.last_at.empty()) {
    run.last_tool = LastTool{std::move(row.last_tool), std::move(row.last_at), row.last_allowed,
                             std::move(row.last_summary)};
  }
  run.id = std::move(row.uid);
  run.project = std::move(row.project_id);
  run.host = std::move(row.channel);
  run.mode = std::move(row.mode);
  run.phase = std::move(row.phase);
  run.worktree = std::move(row.worktree);
  run.work = std::move(row.work_slug);
  run.version = row.version;
  run.started_at = std::move(row.started_at);
  run.heartbeat_at = std::move(row.heartbeat_at);
  run.ended_at = std::move(row.ended_at);
  run.end_reason = std::move(row.end_reason);
  run.cost_usd = row.cost;
  run.denials = row.denials;
  run.machine = lists_.machine_of(std::move(row.machine));
  run.machine_name = lists_.name_of(run.machine);
  return run;
}

std::vector<RunSummary> RunRows::summaries(std::vector<RunListRow> rows) const {
  std::vector<RunSummary> runs;
  runs.reserve(rows.size());
  for (RunListRow& row : rows) runs.push_back(summary(std::move(row)));
  return runs;
}

base::Result<std::vector<RunListRow>> RunRows::live_rows() const {
  TRY_ASSIGN(std::vector<RunListRow> rows, lists_.ask([&](indexing::Lists& lists) {
    return lists.held_runs(
        {.boot_id = parts_.boot_id, .since = base::to_iso(now_ - kHeardOfWithin)});
  }));
  std::erase_if(rows, [&](const RunListRow& row) { return health(row) != RunHealth::live; });
  std::sort(rows.begin(), rows.end(), [](const RunListRow& a, const RunListRow& b) {
    return std::tie(a.started_at, a.uid, a.machine) > std::tie(b.started_at, b.uid, b.machine);
  });
  return rows;
}

}  // namespace engine::dashboard
