#include "index/postgres/happening_list.h"

#include <cstdint>

#include "index/event_number.h"

namespace indexing {
namespace {

// Numbers of events follow time, so that a list of the newest is a walk from the highest number.
constexpr std::string_view kHighestNumberFirst = " ORDER BY id DESC, machine DESC, run_uid DESC";

base::Result<std::int64_t> count(const Scope& scope, const Query& query) {
  TRY_ASSIGN(Rows rows, scope.connection.ask(query));
  return rows.next() ? rows.number(0) : std::int64_t{0};
}

}  // namespace

base::Result<std::vector<DenialListRow>> page_of_denials(const Scope& scope,
                                                         const DenialListQuery& query) {
  Query page(
      "SELECT d.id, d.run_uid, d.project_id, p.name, d.line, d.at, d.tool, d.rule, d.message, "
      "d.next_step, d.machine FROM (SELECT * FROM denials d WHERE ");
  scope.only(page, "d");
  if (query.run) page.sql("run_uid=").value(*query.run).sql(" AND ");
  if (query.project) page.sql("project_id=").value(*query.project).sql(" AND ");
  page.sql("id<")
      .value(query.before.value_or(INT64_MAX))
      .sql(kHighestNumberFirst)
      .limit(query.limit);
  page.sql(
      ") d LEFT JOIN projects p ON p.machine=d.machine AND p.id=d.project_id "
      "ORDER BY d.id DESC, d.machine DESC, d.run_uid DESC");
  TRY_ASSIGN(Rows list, scope.connection.ask(page));
  std::vector<DenialListRow> rows;
  while (list.next()) {
    rows.push_back({.number = list.number(0),
                    .run_uid = list.text(1),
                    .project_id = list.text(2),
                    .project_name = list.text(3),
                    .line = static_cast<std::uint64_t>(list.number(4)),
                    .at = list.text(5),
                    .tool = list.text(6),
                    .rule = list.text(7),
                    .message = list.text(8),
                    .next_step = list.text(9),
                    .machine = scope.shown(list.view(10))});
  }
  return rows;
}

base::Result<std::vector<ViolationListRow>> page_of_violations(const Scope& scope,
                                                               const ViolationListQuery& query) {
  Query page(
      "SELECT v.id, v.run_uid, p.name, v.project_id, v.session_id, v.timestamp, v.phase, "
      "v.requirement, v.severity, v.recovery, v.machine FROM (SELECT * FROM violations v WHERE ");
  scope.only(page, "v");
  if (query.project) page.sql("project_id=").value(*query.project).sql(" AND ");
  page.sql("id<")
      .value(query.before.value_or(INT64_MAX))
      .sql(kHighestNumberFirst)
      .limit(query.limit);
  page.sql(
      ") v LEFT JOIN projects p ON p.machine=v.machine AND p.id=v.project_id "
      "ORDER BY v.id DESC, v.machine DESC, v.run_uid DESC");
  TRY_ASSIGN(Rows list, scope.connection.ask(page));
  std::vector<ViolationListRow> rows;
  while (list.next()) {
    rows.push_back({.number = list.number(0),
                    .run_uid = list.text(1),
                    .project_name = list.text(2),
                    .violation = {.project_id = list.text(3),
                                  .session_id = list.text(4),
                                  .at = list.text(5),
                                  .phase = list.text(6),
                                  .requirement = list.text(7),
                                  .severity = list.text(8),
                                  .recovery = list.text(9)},
                    .machine = scope.shown(list.view(10))});
  }
  return rows;
}

base::Result<std::vector<FaultListRow>> newest_faults(const Scope& scope, std::size_t limit) {
  Query query(
      "SELECT e.run_uid, e.project_id, p.name, e.at, e.payload, e.machine FROM "
      "(SELECT * FROM events e WHERE ");
  scope.only(query, "e");
  query.sql("strpos(payload, 'fault\":\"')>0 ORDER BY seq DESC, machine DESC, run_uid DESC");
  query.limit(limit);
  query.sql(
      ") e LEFT JOIN projects p ON p.machine=e.machine AND p.id=e.project_id "
      "ORDER BY e.seq DESC, e.machine DESC, e.run_uid DESC");
  TRY_ASSIGN(Rows list, scope.connection.ask(query));
  std::vector<FaultListRow> rows;
  while (list.next()) {
    rows.push_back({list.text(0), list.text(1), list.text(2), list.text(3), list.text(4),
                    scope.shown(list.view(5))});
  }
  return rows;
}

base::Result<ActivityCounts> counts_since(const Scope& scope, base::Instant moment) {
  const std::int64_t first = event_number(moment.time_since_epoch().count(), 0, 0);
  ActivityCounts counts;
  Query runs("SELECT count(*) FROM runs r WHERE ");
  scope.only(runs, "r");
  runs.sql("coalesce(started_at, '')>=").value(base::to_iso(moment));
  TRY_ASSIGN(counts.runs, count(scope, runs));
  Query calls("SELECT count(*) FROM agent_logs l WHERE ");
  scope.only(calls, "l");
  calls.sql("event_type IN ('tool', 'tool_failed') AND id>=").value(first);
  TRY_ASSIGN(counts.tool_calls, count(scope, calls));
  Query denials("SELECT count(*) FROM denials d WHERE ");
  scope.only(denials, "d");
  denials.sql("id>=").value(first);
  TRY_ASSIGN(counts.denials, count(scope, denials));
  return counts;
}

}  // namespace indexing
