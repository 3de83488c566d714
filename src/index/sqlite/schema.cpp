#include "index/sqlite/schema.h"

#include <algorithm>
#include <array>

namespace indexing {
namespace {

struct Migration {
  std::int64_t version;
  const char* name;
  const char* sql;
};

constexpr const char* kRuns = R"(
CREATE TABLE IF NOT EXISTS projects(id TEXT PRIMARY KEY, root TEXT, git_common_dir TEXT, name TEXT,
  working_dir TEXT UNIQUE, created_at TEXT);
CREATE TABLE IF NOT EXISTS runs(uid TEXT PRIMARY KEY, project_id TEXT, note_id TEXT,
  version INTEGER, signature TEXT, mode TEXT, phase TEXT, started_at TEXT, ended_at TEXT,
  end_reason TEXT, host TEXT, boot_id TEXT, pid INTEGER, pid_start TEXT, heartbeat_at TEXT,
  channel TEXT, branch TEXT, worktree TEXT, transcript TEXT, resumed_from TEXT, work_slug TEXT,
  trust TEXT, missing_since TEXT);
CREATE INDEX IF NOT EXISTS idx_runs_project ON runs(project_id, started_at, uid);
CREATE INDEX IF NOT EXISTS idx_runs_started ON runs(started_at, uid);
CREATE INDEX IF NOT EXISTS idx_runs_ended ON runs(ended_at, uid);
CREATE INDEX IF NOT EXISTS idx_runs_project_ended ON runs(project_id, ended_at, uid);
CREATE TABLE IF NOT EXISTS run_aliases(project_id TEXT, kind TEXT, value TEXT, uid TEXT,
  PRIMARY KEY(project_id, kind, value));
)";

constexpr const char* kWork = R"(
CREATE TABLE IF NOT EXISTS sessions(id TEXT PRIMARY KEY, project_id TEXT REFERENCES projects(id),
  session_slug TEXT, title TEXT, description TEXT, session_type TEXT, current_phase TEXT,
  status TEXT, workflow_status TEXT, working_dir TEXT, session_dir TEXT, git_branch TEXT,
  git_worktree TEXT, spec_exists INT, plan_exists INT, checkpoints_total INT,
  checkpoints_completed INT, current_checkpoint INT, total_input_tokens INT,
  total_output_tokens INT, total_cost REAL, error_message TEXT, error_phase TEXT, metadata TEXT,
  etag TEXT, created_at TEXT, updated_at TEXT, started_at TEXT, completed_at TEXT,
  missing_since TEXT, UNIQUE(project_id, session_slug));
CREATE INDEX IF NOT EXISTS idx_sessions_updated ON sessions(updated_at);
CREATE INDEX IF NOT EXISTS idx_sessions_missing ON sessions(project_id)
  WHERE missing_since IS NOT NULL;
)";

constexpr const char* kExecution = R"(
CREATE TABLE IF NOT EXISTS agents(id TEXT PRIMARY KEY, session_id TEXT, agent_type TEXT, name TEXT,
  sdk_session_id TEXT, model TEXT, model_alias TEXT, system_prompt TEXT, working_dir TEXT,
  status TEXT, checkpoint_id INTEGER, task_group_id TEXT, input_tokens INT, output_tokens INT,
  cost REAL, error_message TEXT, allowed_tools TEXT, metadata TEXT, created_at TEXT,
  updated_at TEXT, started_at TEXT, completed_at TEXT, session_slug TEXT, run_uid TEXT,
  agent_role TEXT);
CREATE INDEX IF NOT EXISTS idx_agents_run ON agents(run_uid);
CREATE INDEX IF NOT EXISTS idx_agents_slug ON agents(session_slug);
CREATE TABLE IF NOT EXISTS agent_logs(id INTEGER PRIMARY KEY, agent_id TEXT, session_id TEXT,
  sdk_session_id TEXT, event_category TEXT, event_type TEXT, content TEXT, payload TEXT,
  summary TEXT, tool_name TEXT, tool_input TEXT, tool_output TEXT, entry_index INTEGER,
  checkpoint_id INTEGER, timestamp TEXT, duration_ms INTEGER);
CREATE INDEX IF NOT EXISTS idx_agent_logs_agent ON agent_logs(agent_id);
CREATE TABLE IF NOT EXISTS protocol_history(session_id TEXT, project_id TEXT,
  objective TEXT, outcome TEXT, commit_sha TEXT, key_decisions TEXT, next_notes TEXT,
  ended_at TEXT, PRIMARY KEY(session_id, project_id));
CREATE TABLE IF NOT EXISTS violations(id INTEGER PRIMARY KEY, project_id TEXT, session_id TEXT,
  timestamp TEXT, phase TEXT, requirement TEXT, severity TEXT, recovery TEXT);
CREATE TABLE IF NOT EXISTS phase_events(id INTEGER PRIMARY KEY, project_id TEXT, entity TEXT,
  entity_id TEXT, from_phase TEXT, to_phase TEXT, actor TEXT, forced INT, at TEXT);
CREATE TABLE IF NOT EXISTS events(seq INTEGER PRIMARY KEY, at TEXT, project_id TEXT, run_uid TEXT,
  kind TEXT, actor TEXT, payload TEXT, prev_hash TEXT, hash TEXT);
CREATE INDEX IF NOT EXISTS idx_events_run ON events(run_uid);
CREATE TABLE IF NOT EXISTS metrics(seq INTEGER PRIMARY KEY, at TEXT, name TEXT, run_uid TEXT,
  fields TEXT);
)";

// Document S3's table, word for word: an existing brain.db has it already.
constexpr const char* kSessionStates = R"(
CREATE TABLE IF NOT EXISTS session_states(
  id TEXT PRIMARY KEY,
  start_time TEXT NOT NULL,
  end_time TEXT,
  channel TEXT DEFAULT 'unknown',
  working_memory TEXT NOT NULL DEFAULT '[]',
  hot_topics TEXT NOT NULL DEFAULT '[]',
  active_projects TEXT NOT NULL DEFAULT '[]',
  pending_tasks TEXT NOT NULL DEFAULT '[]',
  recent_learnings TEXT NOT NULL DEFAULT '[]',
  confidence_updates TEXT NOT NULL DEFAULT '[]',
  sop_interactions TEXT NOT NULL DEFAULT '[]',
  previous_session_id TEXT,
  continued_by TEXT,
  crash_recovered INTEGER DEFAULT 0,
  schema_version INTEGER DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT);
CREATE INDEX IF NOT EXISTS idx_session_endtime ON session_states(end_time, start_time);
CREATE INDEX IF NOT EXISTS idx_session_prev ON session_states(previous_session_id);
CREATE INDEX IF NOT EXISTS idx_session_channel ON session_states(channel, start_time);
)";

constexpr const char* kAdditions = R"(
CREATE TABLE IF NOT EXISTS session_links(from_id TEXT, to_id TEXT, score REAL, at TEXT,
  PRIMARY KEY(from_id, to_id));
CREATE TABLE IF NOT EXISTS requirement_states(project_id TEXT, branch TEXT, requirement TEXT,
  session TEXT, satisfied INT, satisfied_at INT, satisfied_by TEXT, expires_at INT, triggered INT,
  triggered_at INT);
CREATE INDEX IF NOT EXISTS idx_requirement_states ON requirement_states(project_id, branch);
CREATE TABLE IF NOT EXISTS index_files(project_id TEXT NOT NULL, kind TEXT NOT NULL,
  name TEXT NOT NULL, inode INT, size INT, mtime_ns INT, offset INT, tail TEXT, carry TEXT,
  PRIMARY KEY(project_id, kind, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS index_worktrees(id INTEGER PRIMARY KEY, project_id TEXT NOT NULL,
  path TEXT NOT NULL, UNIQUE(project_id, path));
CREATE TABLE IF NOT EXISTS index_folders(worktree INT NOT NULL, slug TEXT NOT NULL, inode INT,
  size INT, mtime_ns INT, folder_mtime_ns INT, spec_mtime_ns INT, spec_size INT, updated_at TEXT,
  PRIMARY KEY(worktree, slug)) WITHOUT ROWID;
)";

// The texts stand in a table of their own, which the full-text index refers to by number; newer
// ones have higher numbers, so that a search can begin with them. The project is a word too: so a
// search in one project passes over the others' texts. `search_pending` has the rows of
// `sessions` whose text is to be taken in before the next search.
constexpr const char* kSearch = R"(
CREATE TABLE IF NOT EXISTS search_documents(number INTEGER PRIMARY KEY, kind TEXT, project_id TEXT,
  owner TEXT, part TEXT, title TEXT, body TEXT, at TEXT);
CREATE INDEX IF NOT EXISTS idx_search_owner ON search_documents(owner, kind);
CREATE TABLE IF NOT EXISTS search_pending(session INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE IF NOT EXISTS search_text USING fts5(title, body, project_id,
  content='search_documents', content_rowid='number',
  tokenize='porter unicode61 remove_diacritics 2');
)";

// What lists need so that each of their pages is a walk along an index from where it begins.
// `denials` and `run_activity` are filled from the events of an index that is older than they are,
// as the journals fill them from then on: in a journal that was read without gaps, the place of a
// line is the number of the events up to it. A fault is noted in the event that it befell, as
// `fault`, `work_fault` or `continuity_fault`; within a text the quotes would have backslashes.
constexpr const char* kLists = R"(
CREATE TABLE IF NOT EXISTS denials(id INTEGER PRIMARY KEY, project_id TEXT, run_uid TEXT,
  line INTEGER, at TEXT, tool TEXT, rule TEXT, message TEXT, next_step TEXT);
CREATE TABLE IF NOT EXISTS run_activity(run_uid TEXT PRIMARY KEY, last_tool TEXT, last_at TEXT,
  last_allowed INT, last_summary TEXT, denials INT NOT NULL, faults INT NOT NULL,
  paused_until TEXT, agent_host TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS idx_runs_standing ON runs(
  (CASE WHEN trust NOT IN ('verified', 'journal') THEN 'broken' WHEN ended_at IS NULL THEN 'open'
   ELSE 'ended' END), started_at, uid);
CREATE INDEX IF NOT EXISTS idx_runs_project_standing ON runs(project_id,
  (CASE WHEN trust NOT IN ('verified', 'journal') THEN 'broken' WHEN ended_at IS NULL THEN 'open'
   ELSE 'ended' END), started_at, uid);
CREATE INDEX IF NOT EXISTS idx_runs_work ON runs(project_id, work_slug, started_at, uid)
  WHERE work_slug IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_runs_boot ON runs(boot_id, heartbeat_at, uid)
  WHERE ended_at IS NULL;
CREATE INDEX IF NOT EXISTS idx_runs_heartbeat ON runs(heartbeat_at, uid) WHERE ended_at IS NULL;
CREATE INDEX IF NOT EXISTS idx_run_aliases_value ON run_aliases(value);
DROP INDEX IF EXISTS idx_agents_run;
CREATE INDEX IF NOT EXISTS idx_agents_run_cost ON agents(run_uid, cost);
DROP INDEX IF EXISTS idx_sessions_updated;
CREATE INDEX IF NOT EXISTS idx_work_updated ON sessions(updated_at, id, status, current_phase);
CREATE INDEX IF NOT EXISTS idx_work_project ON sessions(project_id, updated_at, id, status,
  current_phase);
CREATE INDEX IF NOT EXISTS idx_violations_project ON violations(project_id, id);
CREATE INDEX IF NOT EXISTS idx_events_faults ON events(seq)
  WHERE instr(payload, 'fault":"')>0;
CREATE INDEX IF NOT EXISTS idx_events_run_faults ON events(run_uid)
  WHERE instr(payload, 'fault":"')>0;
CREATE INDEX IF NOT EXISTS idx_agent_logs_tools ON agent_logs(id)
  WHERE event_type IN ('tool', 'tool_failed');
INSERT OR IGNORE INTO denials(id, project_id, run_uid, line, at, tool, rule, message, next_step)
  SELECT seq, project_id, run_uid,
    (SELECT count(*) FROM events b WHERE b.run_uid=e.run_uid AND b.seq<=e.seq), at,
    json_extract(payload, '$.tool'), json_extract(payload, '$.rule'),
    json_extract(payload, '$.message'), json_extract(payload, '$.next')
  FROM events e WHERE kind IN ('gate', 'permission') AND
    CASE WHEN json_valid(payload) THEN json_extract(payload, '$.allowed')=0 END;
CREATE INDEX IF NOT EXISTS idx_denials_run ON denials(run_uid, id);
CREATE INDEX IF NOT EXISTS idx_denials_project ON denials(project_id, id);
INSERT OR IGNORE INTO run_activity(run_uid, last_tool, last_at, last_allowed, last_summary, denials,
    faults)
  SELECT e.run_uid, json_extract(payload, '$.tool'), at, json_extract(payload, '$.allowed'),
    substr(CASE json_extract(payload, '$.allowed') WHEN 0 THEN 'denied ' ELSE 'allowed ' END ||
      coalesce(json_extract(payload, '$.tool'), '') ||
      coalesce(' ' || json_extract(payload, '$.targets[0]'), '') ||
      coalesce(' ' || json_extract(payload, '$.command'), ''), 1, 200),
    (SELECT count(*) FROM denials d WHERE d.run_uid=e.run_uid),
    (SELECT count(*) FROM events f WHERE f.run_uid=e.run_uid AND
      instr(f.payload, 'fault":"')>0)
  FROM (SELECT max(seq) AS last FROM events WHERE kind IN ('gate', 'permission') AND
    CASE WHEN json_valid(payload) THEN json_type(payload, '$.allowed') IN ('true', 'false') END
    GROUP BY run_uid) JOIN events e ON e.seq=last;
INSERT OR IGNORE INTO run_activity(run_uid, denials, faults)
  SELECT run_uid, 0, count(*) FROM events WHERE instr(payload, 'fault":"')>0 AND run_uid IS NOT NULL
  GROUP BY run_uid;
)";

constexpr std::array<Migration, 7> kMigrations{{
    {1, "projects, runs", kRuns},
    {2, "work sessions", kWork},
    {3, "execution", kExecution},
    {4, "session_states", kSessionStates},
    {5, "requirements, links, marks", kAdditions},
    {6, "full-text search", kSearch},
    {7, "lists", kLists},
}};
static_assert(kMigrations.back().version == kSchemaVersion);

// A name of ours may be another program's in a file that was there before.
struct Shape {
  const char* table;
  const char* columns;
};
constexpr std::array<Shape, 13> kShapes{{
    {"schema_migrations", "version, name, applied_at"},
    {"holdfast_meta", "key, value"},
    {"search_documents", "number, kind, project_id, owner, part, title, body, at"},
    {"projects", "id, root, git_common_dir, name, working_dir, created_at"},
    {"runs", "uid, project_id, version, started_at, ended_at, trust, missing_since"},
    {"sessions", "id, project_id, session_slug, etag, missing_since"},
    {"agents", "id, session_id, sdk_session_id, run_uid, agent_role"},
    {"agent_logs", "id, agent_id, event_type, tool_name, duration_ms"},
    {"events", "seq, at, project_id, run_uid, kind, actor, payload, prev_hash, hash"},
    {"metrics", "seq, at, name, run_uid, fields"},
    {"session_states", "id, start_time, end_time, working_memory, schema_version"},
    {"denials", "id, project_id, run_uid, line, at, tool, rule, message, next_step"},
    {"run_activity", "run_uid, last_tool, last_at, denials, faults, paused_until, agent_host"},
}};

base::Result<void> check_shapes(Database& database) {
  TRY_ASSIGN(Statement known, database.prepare("SELECT 1 FROM sqlite_master WHERE name=?1"));
  for (const Shape& shape : kShapes) {
    known.start(std::string_view(shape.table));
    TRY_ASSIGN(const bool is_there, known.next());
    known.done();
    if (!is_there) continue;
    const std::string sql = std::string("SELECT ") + shape.columns + " FROM " + shape.table;
    if (database.prepare(sql).ok()) continue;
    return base::Error{base::Code::unavailable,
                       "the index " + database.path() + ": the table `" + shape.table +
                           "` belongs to another program",
                       "Set index.path to another file."};
  }
  return {};
}

base::Result<void> apply(Database& database, std::int64_t from, const std::string& now) {
  for (const Migration& migration : kMigrations) {
    if (migration.version <= from) continue;
    TRY(database.execute(migration.sql));
    // A brain.db counts its own steps in this table; where the number is taken, it stays so.
    TRY_ASSIGN(Statement note, database.prepare("INSERT OR IGNORE INTO schema_migrations"
                                                "(version, name, applied_at) VALUES(?1, ?2, ?3)"));
    TRY(note.run(migration.version, std::string_view(migration.name), now));
  }
  TRY_ASSIGN(Statement set, database.prepare("INSERT OR REPLACE INTO holdfast_meta(key, value) "
                                             "VALUES('schema', ?1)"));
  return set.run(kSchemaVersion);
}

}  // namespace

base::Result<std::int64_t> schema_version(Database& database) {
  TRY_ASSIGN(Statement known,
             database.prepare("SELECT 1 FROM sqlite_master WHERE name='holdfast_meta'"));
  known.start();
  TRY_ASSIGN(const bool is_there, known.next());
  known.done();
  if (!is_there) return std::int64_t{0};
  TRY_ASSIGN(Statement version,
             database.prepare("SELECT value FROM holdfast_meta WHERE key='schema'"));
  version.start();
  TRY_ASSIGN(const bool is_told, version.next());
  return is_told ? version.number(0) : std::int64_t{0};
}

base::Result<void> migrate(Database& database, const std::string& now) {
  TRY_ASSIGN(const std::int64_t version, schema_version(database));
  if (version == kSchemaVersion) return {};
  if (version > kSchemaVersion) {
    return base::Error{base::Code::unavailable,
                       "the index " + database.path() + " was made by a newer version",
                       "Update holdfast, or set index.path to another file."};
  }
  TRY(database.begin());
  const auto made = [&]() -> base::Result<void> {
    TRY(check_shapes(database));
    TRY(
        database.execute("CREATE TABLE IF NOT EXISTS schema_migrations(version INTEGER PRIMARY KEY,"
                         " name TEXT, applied_at TEXT);"
                         "CREATE TABLE IF NOT EXISTS holdfast_meta(key TEXT PRIMARY KEY, value)"));
    // Another process may have been first.
    TRY_ASSIGN(const std::int64_t standing, schema_version(database));
    TRY(apply(database, standing, now));
    return database.commit();
  }();
  if (!made.ok()) database.roll_back();
  return made;
}

const std::vector<std::string>& data_tables() {
  static const std::vector<std::string> tables{"projects",         "runs",
                                               "run_aliases",      "sessions",
                                               "agents",           "agent_logs",
                                               "protocol_history", "violations",
                                               "phase_events",     "events",
                                               "metrics",          "session_states",
                                               "session_links",    "requirement_states",
                                               "search_documents", "denials",
                                               "run_activity"};
  return tables;
}

bool is_own_table(std::string_view name) {
  const std::vector<std::string>& tables = data_tables();
  return name.starts_with("sqlite_") || name.starts_with("search_text") ||
         name == "schema_migrations" || name == "holdfast_meta" || name.starts_with("index_") ||
         name == "search_pending" || std::find(tables.begin(), tables.end(), name) != tables.end();
}

}  // namespace indexing
