#include "index/sqlite/happening_list.h"

#include <cstdint>

#include "index/event_number.h"

namespace indexing {
namespace {

// Numbers of events follow time, so that a list of the newest is a walk from the highest number.
#define DENIALS                                                                             \
  "SELECT d.id, d.run_uid, d.project_id, p.name, d.line, d.at, d.tool, d.rule, d.message, " \
  "d.next_step FROM denials d LEFT JOIN projects p ON p.id=d.project_id WHERE "
#define NEWEST " d.id<?2 ORDER BY d.id DESC LIMIT ?1"
constexpr const char* kDenials = DENIALS NEWEST;
constexpr const char* kDenialsOfProject = DENIALS "d.project_id=?3 AND " NEWEST;
constexpr const char* kDenialsOfRun =
    DENIALS "d.run_uid=?4 AND (?3 IS NULL OR d.project_id=?3) AND " NEWEST;
#undef NEWEST
#undef DENIALS

// The event that a violation was told by has its number but for the last three bits.
#define VIOLATIONS                                                                               \
  "SELECT v.id, (SELECT run_uid FROM events WHERE seq=v.id-v.id%8), p.name, v.project_id, "      \
  "v.session_id, v.timestamp, v.phase, v.requirement, v.severity, v.recovery FROM violations v " \
  "LEFT JOIN projects p ON p.id=v.project_id WHERE "
#define NEWEST " v.id<?2 ORDER BY v.id DESC LIMIT ?1"
constexpr const char* kViolations = VIOLATIONS NEWEST;
constexpr const char* kViolationsOfProject = VIOLATIONS "v.project_id=?3 AND " NEWEST;
#undef NEWEST
#undef VIOLATIONS

constexpr const char* kFaults =
    "SELECT e.run_uid, e.project_id, p.name, e.at, e.payload FROM events e INDEXED BY "
    "idx_events_faults LEFT JOIN projects p ON p.id=e.project_id "
    "WHERE instr(e.payload, 'fault\":\"')>0 "
    "ORDER BY e.seq DESC LIMIT ?1";

constexpr const char* kRunsSince = "SELECT count(*) FROM runs WHERE started_at>=?1";
constexpr const char* kCallsSince =
    "SELECT count(*) FROM agent_logs INDEXED BY idx_agent_logs_tools WHERE id>=?1 AND "
    "event_type IN ('tool', 'tool_failed')";
constexpr const char* kDenialsSince = "SELECT count(*) FROM denials WHERE id>=?1";

template <typename Value>
base::Result<std::int64_t> count(Database& database, const char* sql, const Value& since) {
  Statement& statement = database.cached(sql);
  statement.start(since);
  TRY(statement.next());
  const std::int64_t rows = statement.number(0);
  statement.done();
  return rows;
}

}  // namespace

base::Result<std::vector<DenialListRow>> page_of_denials(Database& database,
                                                         const DenialListQuery& query) {
  std::vector<DenialListRow> rows;
  Statement& list = database.cached(query.run       ? kDenialsOfRun
                                    : query.project ? kDenialsOfProject
                                                    : kDenials);
  list.start(query.limit, query.before.value_or(INT64_MAX), query.project, query.run);
  while (true) {
    TRY_ASSIGN(const bool has_row, list.next());
    if (!has_row) return rows;
    rows.push_back({.number = list.number(0),
                    .run_uid = list.text(1),
                    .project_id = list.text(2),
                    .project_name = list.text(3),
                    .line = static_cast<std::uint64_t>(list.number(4)),
                    .at = list.text(5),
                    .tool = list.text(6),
                    .rule = list.text(7),
                    .message = list.text(8),
                    .next_step = list.text(9)});
  }
}

base::Result<std::vector<ViolationListRow>> page_of_violations(Database& database,
                                                               const ViolationListQuery& query) {
  std::vector<ViolationListRow> rows;
  Statement& list = database.cached(query.project ? kViolationsOfProject : kViolations);
  list.start(query.limit, query.before.value_or(INT64_MAX), query.project);
  while (true) {
    TRY_ASSIGN(const bool has_row, list.next());
    if (!has_row) return rows;
    rows.push_back({.number = list.number(0),
                    .run_uid = list.text(1),
                    .project_name = list.text(2),
                    .violation = {.project_id = list.text(3),
                                  .session_id = list.text(4),
                                  .at = list.text(5),
                                  .phase = list.text(6),
                                  .requirement = list.text(7),
                                  .severity = list.text(8),
                                  .recovery = list.text(9)}});
  }
}

base::Result<std::vector<FaultListRow>> newest_faults(Database& database, std::size_t limit) {
  std::vector<FaultListRow> rows;
  Statement& list = database.cached(kFaults);
  list.start(limit);
  while (true) {
    TRY_ASSIGN(const bool has_row, list.next());
    if (!has_row) return rows;
    rows.push_back({list.text(0), list.text(1), list.text(2), list.text(3), list.text(4)});
  }
}

base::Result<ActivityCounts> counts_since(Database& database, base::Instant moment) {
  const std::int64_t first = event_number(moment.time_since_epoch().count(), 0, 0);
  ActivityCounts counts;
  TRY_ASSIGN(counts.runs, count(database, kRunsSince, base::to_iso(moment)));
  TRY_ASSIGN(counts.tool_calls, count(database, kCallsSince, first));
  TRY_ASSIGN(counts.denials, count(database, kDenialsSince, first));
  return counts;
}

std::vector<std::string> happening_list_statements() {
  return {kDenials, kDenialsOfProject, kDenialsOfRun, kViolations,  kViolationsOfProject,
          kFaults,  kRunsSince,        kCallsSince,   kDenialsSince};
}

}  // namespace indexing
