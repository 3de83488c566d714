// What a rebuild keeps of the index before it: rows whose files are gone, and tables that no file
// of ours gives back.
#include "index/sqlite/database.h"
#include "index/sqlite/documents.h"
#include "index/sqlite/schema.h"
#include "index/sqlite/sqlite_index.h"

namespace indexing {
namespace {

// ?1 is now. Columns are named, since the two files may have been made by different versions.
constexpr const char* kCopyProjects =
    "INSERT OR IGNORE INTO projects(id, root, git_common_dir, name, created_at) "
    "SELECT id, root, git_common_dir, name, created_at FROM old.projects";

// Another program's table may have more of them, or in another order.
#define SESSION_COLUMNS                                                              \
  "id, start_time, end_time, channel, working_memory, hot_topics, active_projects, " \
  "pending_tasks, recent_learnings, confidence_updates, sop_interactions, "          \
  "previous_session_id, continued_by, crash_recovered, schema_version, created_at, updated_at"

// Rows of ours beside another program's, whose columns that are not ours stay.
constexpr const char* kSessionsInto =
    "INSERT INTO main.session_states(" SESSION_COLUMNS ") SELECT " SESSION_COLUMNS
    " FROM fresh.session_states WHERE true ON CONFLICT(id) DO UPDATE SET "
    "start_time=excluded.start_time, end_time=excluded.end_time, channel=excluded.channel, "
    "working_memory=excluded.working_memory, hot_topics=excluded.hot_topics, "
    "active_projects=excluded.active_projects, pending_tasks=excluded.pending_tasks, "
    "recent_learnings=excluded.recent_learnings, "
    "confidence_updates=excluded.confidence_updates, "
    "sop_interactions=excluded.sop_interactions, "
    "previous_session_id=excluded.previous_session_id, continued_by=excluded.continued_by, "
    "crash_recovered=excluded.crash_recovered, schema_version=excluded.schema_version, "
    "updated_at=excluded.updated_at WHERE updated_at IS NULL OR excluded.updated_at IS NULL OR "
    "updated_at<=excluded.updated_at";
constexpr std::string_view kSharedTable = "session_states";

constexpr const char* kGone =
    "CREATE TEMP TABLE gone AS SELECT o.uid FROM old.runs o LEFT JOIN main.runs n ON n.uid=o.uid "
    "WHERE n.uid IS NULL";

constexpr const char* kCopyRuns =
    "INSERT OR REPLACE INTO runs(uid, project_id, note_id, version, signature, mode, phase, "
    "started_at, ended_at, end_reason, host, boot_id, pid, pid_start, heartbeat_at, channel, "
    "branch, worktree, transcript, resumed_from, work_slug, trust, missing_since) "
    "SELECT o.uid, o.project_id, o.note_id, o.version, o.signature, o.mode, o.phase, o.started_at, "
    "o.ended_at, o.end_reason, o.host, o.boot_id, o.pid, o.pid_start, o.heartbeat_at, o.channel, "
    "o.branch, o.worktree, o.transcript, o.resumed_from, o.work_slug, o.trust, "
    "coalesce(o.missing_since, ?1) FROM old.runs o LEFT JOIN main.runs n ON n.uid=o.uid "
    "WHERE n.uid IS NULL OR (n.trust='journal' AND o.trust<>'journal')";

// A journal that is gone while its note is there takes its rows with it no more than a note does.
constexpr const char* kJournals =
    "INSERT INTO gone SELECT DISTINCT o.run_uid FROM old.events o WHERE o.run_uid NOT IN "
    "(SELECT uid FROM gone) AND NOT EXISTS(SELECT 1 FROM main.events n WHERE n.run_uid=o.run_uid)";

constexpr const char* kCopyExecution[] = {
    "INSERT OR IGNORE INTO violations SELECT * FROM old.violations WHERE id-id%8 IN "
    "(SELECT seq FROM old.events WHERE run_uid IN (SELECT uid FROM gone))",
    "INSERT OR IGNORE INTO phase_events SELECT * FROM old.phase_events WHERE id-id%8 IN "
    "(SELECT seq FROM old.events WHERE run_uid IN (SELECT uid FROM gone))",
    "INSERT OR IGNORE INTO agent_logs SELECT * FROM old.agent_logs WHERE id IN "
    "(SELECT seq FROM old.events WHERE run_uid IN (SELECT uid FROM gone))",
    "INSERT OR IGNORE INTO agents SELECT * FROM old.agents WHERE run_uid IN (SELECT uid FROM gone)",
    "INSERT OR IGNORE INTO metrics SELECT * FROM old.metrics WHERE run_uid IN "
    "(SELECT uid FROM gone)",
    "INSERT OR IGNORE INTO events SELECT * FROM old.events WHERE run_uid IN (SELECT uid FROM gone)",
    "INSERT OR IGNORE INTO denials SELECT * FROM old.denials WHERE run_uid IN "
    "(SELECT uid FROM gone)",
    "INSERT OR IGNORE INTO run_activity SELECT * FROM old.run_activity WHERE run_uid IN "
    "(SELECT uid FROM gone)",
    "INSERT OR IGNORE INTO protocol_history SELECT * FROM old.protocol_history",
    "INSERT OR IGNORE INTO session_states(" SESSION_COLUMNS ") SELECT " SESSION_COLUMNS
    " FROM old.session_states",
    "UPDATE runs SET channel=(SELECT channel FROM session_states WHERE id=uid) WHERE uid IN "
    "(SELECT id FROM session_states WHERE channel<>'unknown')",
    "INSERT OR IGNORE INTO session_links SELECT * FROM old.session_links",
};

#undef SESSION_COLUMNS

constexpr const char* kCopyWork =
    "INSERT OR IGNORE INTO sessions(id, project_id, session_slug, title, description, "
    "session_type, current_phase, status, workflow_status, working_dir, session_dir, git_branch, "
    "git_worktree, spec_exists, plan_exists, checkpoints_total, checkpoints_completed, "
    "current_checkpoint, total_input_tokens, total_output_tokens, total_cost, error_message, "
    "error_phase, metadata, etag, created_at, updated_at, started_at, completed_at, missing_since) "
    "SELECT id, project_id, session_slug, title, description, session_type, current_phase, status, "
    "workflow_status, working_dir, session_dir, git_branch, git_worktree, spec_exists, "
    "plan_exists, checkpoints_total, checkpoints_completed, current_checkpoint, "
    "total_input_tokens, total_output_tokens, total_cost, error_message, error_phase, metadata, "
    "etag, created_at, updated_at, started_at, completed_at, coalesce(missing_since, ?1) "
    "FROM old.sessions";

constexpr const char* kTexts =
    "SELECT number, kind, project_id, owner, part, title, body, at FROM old.search_documents o "
    "WHERE (o.kind IN ('prompt', 'decision') AND o.owner IN (SELECT uid FROM gone)) OR "
    "(o.kind='session' AND NOT EXISTS(SELECT 1 FROM main.search_documents n WHERE "
    "n.owner=o.owner AND n.kind=o.kind)) OR (o.kind IN ('work', 'spec') AND EXISTS(SELECT 1 FROM "
    "main.sessions s WHERE s.project_id=o.project_id AND s.session_slug=o.owner AND "
    "s.missing_since IS NOT NULL))";

base::Result<void> run_once(Database& database, const char* sql) {
  TRY_ASSIGN(Statement statement, database.prepare(sql));
  return statement.run();
}

base::Result<void> run_once(Database& database, const char* sql, const std::string& value) {
  TRY_ASSIGN(Statement statement, database.prepare(sql));
  return statement.run(value);
}

base::Result<void> copy_texts(Database& database) {
  TRY_ASSIGN(Statement texts, database.prepare(kTexts));
  texts.start();
  while (true) {
    TRY_ASSIGN(const bool has_row, texts.next());
    if (!has_row) return {};
    DocumentRow row{.kind = texts.text(1),
                    .project_id = texts.text(2),
                    .owner = texts.text(3),
                    .part = texts.text(4),
                    .title = texts.text(5),
                    .body = texts.text(6),
                    .at = texts.text(7)};
    TRY(add_document(database, texts.number(0), row));
  }
}

base::Result<void> copy(Database& database, const std::string& now) {
  TRY(run_once(database, kCopyProjects));
  TRY(run_once(database, kGone));
  TRY(run_once(database, kCopyRuns, now));
  TRY(run_once(database, kJournals));
  for (const char* sql : kCopyExecution) TRY(run_once(database, sql));
  TRY(run_once(database, kCopyWork, now));
  return copy_texts(database);
}

}  // namespace

bool has_foreign_tables(const std::string& path) {
  const auto database = Database::open(path, {.read_only = true});
  if (!database.ok()) return false;
  auto names = (*database)->prepare("SELECT name FROM sqlite_master WHERE type='table'");
  if (!names.ok()) return false;
  names->start();
  while (true) {
    const auto has_row = names->next();
    if (!has_row.ok() || !*has_row) return false;
    if (!is_own_table(names->text(0))) return true;
  }
}

base::Result<void> copy_tables(const std::string& from, const std::string& to,
                               const std::string& now) {
  TRY_ASSIGN(auto database, Database::open(to, {}));
  TRY(migrate(*database, now));
  TRY(run_once(*database, "ATTACH DATABASE ?1 AS fresh", from));
  TRY(database->begin());
  const auto copy_all = [&]() -> base::Result<void> {
    std::vector<std::string> tables = data_tables();
    tables.insert(tables.end(),
                  {"index_files", "index_worktrees", "index_folders", "search_pending"});
    // A row that others refer to goes last.
    for (auto table = tables.rbegin(); table != tables.rend(); ++table) {
      if (*table == kSharedTable) continue;
      TRY(database->execute(("DELETE FROM main." + *table).c_str()));
    }
    for (const std::string& table : tables) {
      if (table == kSharedTable) {
        TRY(database->execute(kSessionsInto));
        continue;
      }
      TRY(database->execute(
          ("INSERT INTO main." + table + " SELECT * FROM fresh." + table).c_str()));
    }
    TRY(database->execute("INSERT INTO search_text(search_text) VALUES('rebuild')"));
    return database->commit();
  };
  auto copied = copy_all();
  if (!copied.ok()) database->roll_back();
  return copied;
}

base::Result<void> carry_over(const std::string& from, const std::string& to,
                              const std::string& now) {
  {
    // Migrated first, so that both have the same columns; one that cannot be is left out.
    auto older = Database::open(from, {});
    if (!older.ok() || !migrate(**older, now).ok()) return {};
  }
  TRY_ASSIGN(auto database, Database::open(to, {.is_private = true}));
  TRY(run_once(*database, "ATTACH DATABASE ?1 AS old", from));
  TRY(database->begin());
  auto copied = copy(*database, now);
  if (copied.ok()) copied = database->commit();
  if (!copied.ok()) database->roll_back();
  return copied;
}

}  // namespace indexing
