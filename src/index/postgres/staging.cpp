#include "index/postgres/staging.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "index/event_number.h"

namespace indexing {
namespace {

// Up to so much goes as the values of a statement: a table costs the server more than that does.
constexpr std::size_t kFewRows = 500;
constexpr std::size_t kFewBytes = 1024UL * 1024;

struct Target {
  const char* stage;  // Its name, and where a COPY goes.
  const char* columns;
  const char* types;                // Of these columns, in their order: "name type, name type".
  std::array<const char*, 2> puts;  // $1 is the machine.
};

#define EVENT_COLUMNS "seq, at, project_id, run_uid, kind, actor, payload, prev_hash, hash"
#define LOG_COLUMNS                                                                          \
  "id, agent_id, session_id, sdk_session_id, event_category, event_type, content, payload, " \
  "summary, tool_name, entry_index, checkpoint_id, timestamp, duration_ms, run_uid"
#define DENIAL_COLUMNS "id, project_id, run_uid, line, at, tool, rule, message, next_step"
#define VIOLATION_COLUMNS \
  "id, project_id, session_id, timestamp, phase, requirement, severity, recovery, run_uid"
#define PHASE_COLUMNS \
  "id, project_id, entity, entity_id, from_phase, to_phase, actor, forced, at, run_uid"
#define WORK_COLUMNS                                                                            \
  "id, project_id, session_slug, title, description, session_type, current_phase, status, "     \
  "workflow_status, working_dir, session_dir, git_branch, git_worktree, spec_exists, "          \
  "plan_exists, checkpoints_total, checkpoints_completed, current_checkpoint, metadata, etag, " \
  "created_at, updated_at, started_at, completed_at"
#define FOLDER_COLUMNS                                                                  \
  "project_id, worktree, slug, inode, size, mtime_ns, folder_mtime_ns, spec_mtime_ns, " \
  "spec_size, updated_at"
#define DOCUMENT_COLUMNS "number, kind, project_id, owner, part, title, body, at"

// A row that was told before is told again by the same words: it counts once. Where nothing can be
// there already, one that is has to be an error.
constexpr std::array<Target, kBulkKinds> kTargets{{
    {"stage_events",
     EVENT_COLUMNS,
     "seq bigint, at text, project_id text, run_uid text, kind text, actor text, payload text, "
     "prev_hash text, hash text",
     {"INSERT INTO events(machine, " EVENT_COLUMNS ") SELECT $1::text, seq, at, project_id, "
      "coalesce(run_uid, ''), kind, actor, payload, prev_hash, hash FROM pg_temp.stage_events "
      "ON CONFLICT(seq, machine, run_uid) DO NOTHING",
      nullptr}},
    {"stage_agent_logs",
     LOG_COLUMNS,
     "id bigint, agent_id text, session_id text, sdk_session_id text, event_category text, "
     "event_type text, content text, payload text, summary text, tool_name text, "
     "entry_index bigint, checkpoint_id text, timestamp text, duration_ms bigint, run_uid text",
     {"INSERT INTO agent_logs(machine, " LOG_COLUMNS ") SELECT $1::text, id, agent_id, session_id, "
      "sdk_session_id, event_category, event_type, content, payload, summary, tool_name, "
      "entry_index, checkpoint_id, timestamp, duration_ms, coalesce(run_uid, '') "
      "FROM pg_temp.stage_agent_logs ON CONFLICT(id, machine, run_uid) DO UPDATE SET "
      "agent_id=excluded.agent_id, session_id=excluded.session_id, "
      "sdk_session_id=excluded.sdk_session_id, event_category=excluded.event_category, "
      "event_type=excluded.event_type, content=excluded.content, payload=excluded.payload, "
      "summary=excluded.summary, tool_name=excluded.tool_name, entry_index=excluded.entry_index, "
      "checkpoint_id=excluded.checkpoint_id, timestamp=excluded.timestamp, "
      "duration_ms=excluded.duration_ms",
      nullptr}},
    {"stage_denials",
     DENIAL_COLUMNS,
     "id bigint, project_id text, run_uid text, line bigint, at text, tool text, rule text, "
     "message text, next_step text",
     {"INSERT INTO denials(machine, " DENIAL_COLUMNS ") SELECT $1::text, id, project_id, "
      "coalesce(run_uid, ''), line, at, tool, rule, message, next_step FROM pg_temp.stage_denials "
      "ON CONFLICT(id, machine, run_uid) DO UPDATE SET project_id=excluded.project_id, "
      "line=excluded.line, at=excluded.at, tool=excluded.tool, rule=excluded.rule, "
      "message=excluded.message, next_step=excluded.next_step",
      nullptr}},
    {"stage_metrics",
     "seq, at, name, run_uid, fields",
     "seq bigint, at text, name text, run_uid text, fields text",
     {"INSERT INTO metrics(machine, seq, at, name, run_uid, fields) SELECT $1::text, seq, at, "
      "name, "
      "coalesce(run_uid, ''), fields FROM pg_temp.stage_metrics ON CONFLICT(seq, machine, run_uid) "
      "DO UPDATE SET at=excluded.at, name=excluded.name, fields=excluded.fields",
      nullptr}},
    {"stage_violations",
     VIOLATION_COLUMNS,
     "id bigint, project_id text, session_id text, timestamp text, phase text, requirement text, "
     "severity text, recovery text, run_uid text",
     {"INSERT INTO violations(machine, " VIOLATION_COLUMNS ") SELECT $1::text, id, project_id, "
      "session_id, timestamp, phase, requirement, severity, recovery, coalesce(run_uid, '') "
      "FROM pg_temp.stage_violations ON CONFLICT(id, machine, run_uid) DO UPDATE SET "
      "project_id=excluded.project_id, session_id=excluded.session_id, "
      "timestamp=excluded.timestamp, phase=excluded.phase, requirement=excluded.requirement, "
      "severity=excluded.severity, recovery=excluded.recovery",
      nullptr}},
    {"stage_phase_events",
     PHASE_COLUMNS,
     "id bigint, project_id text, entity text, entity_id text, from_phase text, to_phase text, "
     "actor text, forced bigint, at text, run_uid text",
     {"INSERT INTO phase_events(machine, " PHASE_COLUMNS
      ") SELECT $1::text, id, project_id, entity, "
      "entity_id, from_phase, to_phase, actor, forced, at, coalesce(run_uid, '') "
      "FROM pg_temp.stage_phase_events ON CONFLICT(id, machine, run_uid) DO UPDATE SET "
      "project_id=excluded.project_id, entity=excluded.entity, entity_id=excluded.entity_id, "
      "from_phase=excluded.from_phase, to_phase=excluded.to_phase, actor=excluded.actor, "
      "forced=excluded.forced, at=excluded.at",
      nullptr}},
    {"stage_work",
     WORK_COLUMNS,
     "id text, project_id text, session_slug text, title text, description text, "
     "session_type text, current_phase text, status text, workflow_status text, working_dir text, "
     "session_dir text, git_branch text, git_worktree text, spec_exists bigint, "
     "plan_exists bigint, checkpoints_total bigint, checkpoints_completed bigint, "
     "current_checkpoint bigint, metadata text, etag text, created_at text, updated_at text, "
     "started_at text, completed_at text",
     {"INSERT INTO sessions(machine, " WORK_COLUMNS ") SELECT $1::text, " WORK_COLUMNS
      " FROM pg_temp.stage_work",
      "INSERT INTO search_pending(machine, project_id, session_slug) SELECT $1::text, project_id, "
      "session_slug FROM pg_temp.stage_work ON CONFLICT DO NOTHING"}},
    {"stage_folders",
     FOLDER_COLUMNS,
     "project_id text, worktree text, slug text, inode bigint, size bigint, mtime_ns bigint, "
     "folder_mtime_ns bigint, spec_mtime_ns bigint, spec_size bigint, updated_at text",
     {"INSERT INTO index_folders(machine, " FOLDER_COLUMNS ") SELECT $1::text, " FOLDER_COLUMNS
      " FROM pg_temp.stage_folders",
      nullptr}},
    // Of one text that came twice, the last words count and the first number.
    {"stage_documents",
     "place, " DOCUMENT_COLUMNS,
     "place bigint, number bigint, kind text, project_id text, owner text, part text, "
     "title text, body text, at text",
     {"INSERT INTO search_documents(machine, " DOCUMENT_COLUMNS ") SELECT DISTINCT ON "
      "(owner, kind, project_id, part) $1::text, first_value(number) OVER (PARTITION BY owner, "
      "kind, "
      "project_id, part ORDER BY place), coalesce(kind, ''), coalesce(project_id, ''), "
      "coalesce(owner, ''), coalesce(part, ''), title, body, at FROM pg_temp.stage_documents "
      "ORDER BY owner, kind, project_id, part, place DESC "
      "ON CONFLICT(machine, owner, kind, project_id, part) DO UPDATE SET title=excluded.title, "
      "body=excluded.body, at=excluded.at WHERE (search_documents.title, search_documents.body, "
      "search_documents.at) IS DISTINCT FROM (excluded.title, excluded.body, excluded.at)",
      nullptr}},
}};

#undef EVENT_COLUMNS
#undef LOG_COLUMNS
#undef DENIAL_COLUMNS
#undef VIOLATION_COLUMNS
#undef PHASE_COLUMNS
#undef WORK_COLUMNS
#undef FOLDER_COLUMNS
#undef DOCUMENT_COLUMNS

// Gone with the transaction: a table that stays would be emptied by every later one, and is a row
// in a dozen of the server's own tables.
std::string make_stage(const Target& target) {
  return std::string("CREATE TEMP TABLE IF NOT EXISTS ") + target.stage + "(" + target.types +
         ") ON COMMIT DROP;";
}

// The same statement with arrays, $2 and on, in the place of the table: one of each column.
std::string put_of_arrays(const Target& target, std::string_view put) {
  std::string arrays;
  std::string names;
  std::string_view types = target.types;
  for (int number = 2; !types.empty(); ++number) {
    const std::string_view column = types.substr(0, types.find(", "));
    types.remove_prefix(std::min(types.size(), column.size() + 2));
    const std::size_t space = column.find(' ');
    arrays += (arrays.empty() ? "$" : ", $") + std::to_string(number) +
              "::" + std::string(column.substr(space + 1)) + "[]";
    names += (names.empty() ? "" : ", ") + std::string(column.substr(0, space));
  }
  const std::string stage = std::string("pg_temp.") + target.stage;
  std::string sql(put);
  sql.replace(sql.find(stage), stage.size(), "unnest(" + arrays + ") AS stage(" + names + ")");
  return sql;
}

// Made once: a connection knows a statement by the address of its text.
using Puts = std::array<std::string, 2>;
const Puts& puts_of_arrays(std::size_t kind) {
  static const std::array<Puts, kBulkKinds> all = [] {
    std::array<Puts, kBulkKinds> made;
    for (std::size_t i = 0; i < kBulkKinds; ++i) {
      for (std::size_t put = 0; put < made[i].size(); ++put) {
        const char* const sql = kTargets[i].puts[put];
        if (sql != nullptr) made[i][put] = put_of_arrays(kTargets[i], sql);
      }
    }
    return made;
  }();
  return all[kind];
}

Values values_of(const std::string& machine, const CopyRows& rows) {
  Values values = Values::of(machine);
  for (const std::string& column : rows.arrays()) values.add(column);
  return values;
}

}  // namespace

std::size_t Staging::bytes() const {
  std::size_t sum = 0;
  for (const CopyRows& rows : rows_) sum += rows.bytes().size();
  return sum;
}

base::Result<void> Staging::send(Connection& connection, const std::string& machine,
                                 bool documents) {
  std::vector<Connection::Step> steps;
  std::string emptied;
  for (std::size_t i = 0; i < kBulkKinds; ++i) {
    const Target& target = kTargets[i];
    const bool is_document = i == static_cast<std::size_t>(Bulk::documents);
    if (rows_[i].rows() == 0 || is_document != documents) continue;
    const bool is_few = rows_[i].rows() <= kFewRows && rows_[i].bytes().size() <= kFewBytes;
    if (!is_few) {
      TRY(connection.execute(make_stage(target)));
      TRY(connection.copy(
          std::string("COPY pg_temp.") + target.stage + "(" + target.columns + ") FROM STDIN",
          rows_[i].bytes()));
      emptied += std::string("TRUNCATE pg_temp.") + target.stage + ";";
    }
    for (std::size_t put = 0; put < target.puts.size(); ++put) {
      if (target.puts[put] == nullptr) continue;
      if (is_few) {
        steps.push_back({puts_of_arrays(i)[put].c_str(), values_of(machine, rows_[i])});
      } else {
        steps.push_back({target.puts[put], Values::of(machine)});
      }
    }
    rows_[i].clear();
  }
  TRY(connection.run_all(steps));
  if (emptied.empty()) return {};
  return connection.execute(emptied);
}

std::string month_of(std::int64_t number) {
  using std::chrono::days;
  constexpr int kFirstYear = 2020;
  constexpr int kLastYear = 2099;
  const std::chrono::sys_days day =
      std::chrono::floor<days>(base::Instant(base::Millis(number_millis(number))));
  const std::chrono::year_month_day date(day);
  const int year = static_cast<int>(date.year());
  if (year < kFirstYear || year > kLastYear) return {};
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%04d-%02u-01", year,
                static_cast<unsigned>(date.month()));
  return text.data();
}

base::Result<bool> has_month(Connection& connection, const std::string& month) {
  // "events_2026_01"
  const std::string name = "events_" + month.substr(0, 4) + "_" + month.substr(5, 2);
  TRY_ASSIGN(Rows found, connection.ask("SELECT to_regclass($1) IS NOT NULL", Values::of(name)));
  return found.next() && found.view(0) == "t";
}

base::Result<void> make_month(const ConnectOptions& options, const std::string& month) {
  TRY_ASSIGN(const auto connection, Connection::open(options));
  TRY(connection->execute("SET lock_timeout TO '20s'"));
  TRY(connection->ask("SELECT make_events_month($1)", Values::of(month)));
  return {};
}

base::Result<void> see_new_months(Connection& connection) {
  // The server looks for what others changed when a transaction takes a lock that it does not hold
  // yet. This one is taken nowhere else, and given back, so that it can be taken again.
  return connection.execute(
      "SAVEPOINT months; LOCK TABLE ONLY events IN ROW SHARE MODE; ROLLBACK TO SAVEPOINT months; "
      "RELEASE SAVEPOINT months");
}

}  // namespace indexing
