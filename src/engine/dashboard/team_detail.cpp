#include "engine/dashboard/team_detail.h"

#include <algorithm>

#include "engine/dashboard/list_source.h"
#include "engine/dashboard/places.h"
#include "engine/dashboard/run_agents.h"
#include "engine/dashboard/run_rows.h"
#include "engine/dashboard/runs.h"

namespace engine::dashboard {
namespace {

// It is said when the machine last sent something, so that has to be new.
constexpr std::chrono::microseconds kSentFor{1'000'000};

base::Result<TeamMachine> find_machine(Parts& parts, const std::string& id) {
  TRY_ASSIGN(const auto machines, parts.team.machines(kSentFor));
  const auto found = std::find_if(machines.begin(), machines.end(),
                                  [&](const TeamMachine& one) { return one.id == id; });
  if (found != machines.end()) return *found;
  return base::Error{base::Code::not_found, "there is no machine '" + id + "' in the team", ""};
}

}  // namespace

base::Result<RunDetail> team_run_detail(Dashboard& dashboard, const std::string& machine,
                                        const std::string& run) {
  Parts& parts = dashboard.parts();
  TRY_ASSIGN(const std::string own, parts.team.own_machine());
  if (machine == own) return run_detail(dashboard, run);
  TRY_ASSIGN(const TeamMachine sender, find_machine(parts, machine));
  ListSource source(parts, machine);
  TRY_ASSIGN(const std::string uid, team_run_id(source, run));
  TRY_ASSIGN(auto row, source.ask([&](indexing::Lists& lists) { return lists.run(uid); }));
  if (!row) return base::Error{base::Code::not_found, "there is no run '" + run + "'", ""};
  RunDetail detail;
  const auto until = base::instant_from_iso(row->paused_until);
  if (row->ended_at.empty() && until.ok() && *until > parts.system.clock.now()) {
    detail.paused_until = row->paused_until;
  }
  detail.run = RunRows(source).summary(*std::move(row));
  detail.versions = detail.run.version;
  detail.sent_at = sender.seen_at;
  TRY_ASSIGN(const auto agents,
             source.ask([&](indexing::Lists& lists) { return lists.agents(uid); }));
  add_agent_rows({uid}, agents, detail.agents);
  return detail;
}

base::Result<WorkDetail> team_work_detail(Dashboard& dashboard, const std::string& machine,
                                          const std::string& project, const std::string& slug) {
  Parts& parts = dashboard.parts();
  TRY_ASSIGN(const std::string own, parts.team.own_machine());
  if (machine == own) return work_detail(dashboard, project, slug);
  TRY_ASSIGN(const TeamMachine sender, find_machine(parts, machine));
  ListSource source(parts, machine);
  WorkDetail detail;
  TRY_ASSIGN(detail.summary, work_summary(source, project, slug));
  TRY_ASSIGN(auto rows, source.ask([&](indexing::Lists& lists) {
    return lists.runs_of_work(project, slug, kRunsOfWorkMax);
  }));
  detail.runs = RunRows(source).summaries(std::move(rows));
  detail.sent_at = sender.seen_at;
  return detail;
}

}  // namespace engine::dashboard
