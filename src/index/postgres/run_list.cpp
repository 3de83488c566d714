#include "index/postgres/run_list.h"
#include "index/row_columns.h"

#include <set>

namespace indexing {
namespace {

constexpr std::string_view kRunListColumns =
    "SELECT r.uid, r.project_id, p.name, r.version, r.mode, r.phase, r.started_at, r.ended_at, "
    "r.end_reason, r.host, r.boot_id, r.pid, r.pid_start, r.heartbeat_at, "
    "coalesce(a.agent_host, r.channel), r.branch, r.worktree, r.work_slug, r.trust, "
    "r.missing_since, a.last_tool, a.last_at, a.last_allowed, a.last_summary, a.denials, a.faults, "
    "a.paused_until, (SELECT sum(cost) FILTER (WHERE cost>=0 AND cost<1e9) FROM agents g WHERE "
    "g.machine=r.machine AND g.run_uid=r.uid), r.machine FROM (SELECT * FROM runs r WHERE ";
// The page is cut first, so that only its rows are joined with others.
constexpr std::string_view kRunListJoins =
    ") r LEFT JOIN projects p ON p.machine=r.machine AND p.id=r.project_id "
    "LEFT JOIN run_activity a ON a.machine=r.machine AND a.run_uid=r.uid ";
constexpr std::string_view kNewestFirst =
    " ORDER BY coalesce(r.started_at, '') DESC, r.uid DESC, r.machine DESC";
constexpr std::string_view kLastHeard =
    " ORDER BY coalesce(r.heartbeat_at, '') DESC, r.uid DESC, r.machine DESC";
// As idx_runs_standing has it: only so is it found.
constexpr std::string_view kStanding =
    "(CASE WHEN trust NOT IN ('verified', 'journal') THEN 'broken' WHEN ended_at IS NULL "
    "THEN 'open' ELSE 'ended' END)=";

std::string_view name_of(RunStanding standing) {
  switch (standing) {
    case RunStanding::open:
      return "open";
    case RunStanding::ended:
      return "ended";
    case RunStanding::broken:
      return "broken";
  }
  return "";
}

RunListRow row_of(const Scope& scope, const Rows& at) {
  constexpr int kMachine = 28;
  RunListRow row = run_list_row_from(at);
  row.machine = scope.shown(at.view(kMachine));
  return row;
}

// `page` has come as far as the conditions on `r`.
base::Result<std::vector<RunListRow>> cut_run_page(const Scope& scope, Query& page,
                                                   std::string_view order, std::size_t limit) {
  page.sql(order).limit(limit).sql(kRunListJoins).sql(order);
  TRY_ASSIGN(Rows found, scope.connection.ask(page));
  std::vector<RunListRow> rows;
  while (found.next()) rows.push_back(row_of(scope, found));
  return rows;
}

}  // namespace

base::Result<std::vector<RunListRow>> page_of_runs(const Scope& scope, const RunListQuery& query) {
  Query page(kRunListColumns);
  scope.only(page, "r");
  if (query.project) page.sql("project_id=").value(*query.project).sql(" AND ");
  if (query.standing) page.sql(kStanding).value(name_of(*query.standing)).sql(" AND ");
  if (query.after) {
    // What has no time comes behind all that has.
    page.sql("(coalesce(started_at, ''), uid, machine)<(coalesce(").value(query.after->started_at);
    page.sql("::text, ''), ").value(query.after->uid).sql("::text, ");
    page.value(scope.is_all ? scope.meant(query.after->machine) : std::string());
    page.sql("::text) AND ");
  }
  page.sql("true");
  return cut_run_page(scope, page, kNewestFirst, query.limit);
}

base::Result<std::optional<RunListRow>> find_listed_run(const Scope& scope,
                                                        const std::string& uid) {
  Query page(kRunListColumns);
  scope.only(page, "r");
  page.sql("uid=").value(uid);
  TRY_ASSIGN(std::vector<RunListRow> rows, cut_run_page(scope, page, kNewestFirst, 1));
  if (rows.empty()) return std::optional<RunListRow>();
  return std::optional<RunListRow>(std::move(rows.front()));
}

base::Result<std::vector<RunListRow>> runs_of_work(const Scope& scope, const std::string& project,
                                                   const std::string& slug, std::size_t limit) {
  Query page(kRunListColumns);
  scope.only(page, "r");
  page.sql("project_id=").value(project).sql(" AND work_slug=").value(slug);
  return cut_run_page(scope, page, kNewestFirst, limit);
}

base::Result<std::vector<RunListRow>> held_runs(const Scope& scope, const HeldRunsQuery& query) {
  std::vector<RunListRow> found;
  if (!query.boot_id.empty()) {
    Query page(kRunListColumns);
    scope.only(page, "r");
    page.sql("ended_at IS NULL AND boot_id=").value(query.boot_id);
    TRY_ASSIGN(found, cut_run_page(scope, page, kLastHeard, query.limit));
  }
  Query page(kRunListColumns);
  scope.only(page, "r");
  page.sql("ended_at IS NULL AND coalesce(heartbeat_at, '')>=").value(query.since);
  TRY_ASSIGN(std::vector<RunListRow> heard_of, cut_run_page(scope, page, kLastHeard, query.limit));
  for (RunListRow& row : heard_of) found.push_back(std::move(row));
  std::set<std::pair<std::string, std::string>> seen;
  std::vector<RunListRow> rows;
  for (RunListRow& row : found) {
    if (seen.emplace(row.machine, row.uid).second) rows.push_back(std::move(row));
  }
  return rows;
}

base::Result<std::vector<RunListRow>> open_runs(const Scope& scope, std::size_t limit) {
  Query page(kRunListColumns);
  scope.only(page, "r");
  page.sql("ended_at IS NULL");
  return cut_run_page(scope, page, kLastHeard, limit);
}

base::Result<std::vector<AgentListRow>> agents_of(const Scope& scope, const std::string& run) {
  constexpr int kTexts = 16;
  Query query(
      "SELECT id, session_id, session_slug, run_uid, agent_type, agent_role, name, sdk_session_id, "
      "model, working_dir, status, checkpoint_id, error_message, created_at, started_at, "
      "completed_at, input_tokens, output_tokens, cost FROM agents g WHERE ");
  scope.only(query, "g");
  query.sql("run_uid=").value(run);
  query.sql(" ORDER BY created_at NULLS FIRST, id, machine LIMIT 1000");
  TRY_ASSIGN(Rows list, scope.connection.ask(query));
  std::vector<AgentListRow> rows;
  while (list.next()) {
    AgentListRow& row = rows.emplace_back();
    AgentRow& agent = row.agent;
    std::string* const fields[kTexts] = {&agent.id,
                                         &agent.session_id,
                                         &agent.session_slug,
                                         &agent.run_uid,
                                         &agent.type,
                                         &agent.role,
                                         &agent.name,
                                         &agent.sdk_session_id,
                                         &agent.model,
                                         &agent.working_dir,
                                         &agent.status,
                                         &agent.checkpoint_id,
                                         &agent.error_message,
                                         &agent.created_at,
                                         &agent.started_at,
                                         &agent.completed_at};
    int column = 0;
    for (std::string* const field : fields) *field = list.text(column++);
    if (!list.is_null(column)) row.input_tokens = list.number(column);
    if (!list.is_null(column + 1)) row.output_tokens = list.number(column + 1);
    if (!list.is_null(column + 2)) row.cost = list.real(column + 2);
  }
  return rows;
}

}  // namespace indexing
