#include "index/postgres/schema.h"

#include <algorithm>
#include <array>

namespace indexing {
namespace {

struct Migration {
  std::int64_t version;
  const char* name;
  const char* sql;
};

// TEXT stands for text in the order of its bytes, which is SQLite's. Columns of keys are never
// NULL: where a name is missing, the empty text stands there and is read as none.
constexpr const char* kTables = R"(
CREATE TABLE machines(id TEXT PRIMARY KEY, name TEXT, joined_at TEXT, seen_at TEXT,
  owner name NOT NULL DEFAULT session_user);
CREATE TABLE projects(machine TEXT, id TEXT, root TEXT, git_common_dir TEXT, name TEXT,
  working_dir TEXT, created_at TEXT, PRIMARY KEY(machine, id), UNIQUE(machine, working_dir));
CREATE TABLE runs(machine TEXT, uid TEXT, project_id TEXT, note_id TEXT, version BIGINT,
  signature TEXT, mode TEXT, phase TEXT, started_at TEXT, ended_at TEXT, end_reason TEXT,
  host TEXT, boot_id TEXT, pid BIGINT, pid_start TEXT, heartbeat_at TEXT, channel TEXT,
  branch TEXT, worktree TEXT, transcript TEXT, resumed_from TEXT, work_slug TEXT, trust TEXT,
  missing_since TEXT, PRIMARY KEY(machine, uid));
CREATE TABLE run_aliases(machine TEXT, project_id TEXT, kind TEXT, value TEXT, uid TEXT,
  PRIMARY KEY(machine, project_id, kind, value));
CREATE TABLE sessions(machine TEXT, id TEXT, project_id TEXT, session_slug TEXT, title TEXT,
  description TEXT, session_type TEXT, current_phase TEXT, status TEXT, workflow_status TEXT,
  working_dir TEXT, session_dir TEXT, git_branch TEXT, git_worktree TEXT, spec_exists BIGINT,
  plan_exists BIGINT, checkpoints_total BIGINT, checkpoints_completed BIGINT,
  current_checkpoint BIGINT, total_input_tokens BIGINT, total_output_tokens BIGINT,
  total_cost DOUBLE PRECISION, error_message TEXT, error_phase TEXT, metadata TEXT, etag TEXT,
  created_at TEXT, updated_at TEXT, started_at TEXT, completed_at TEXT, missing_since TEXT,
  PRIMARY KEY(machine, id), UNIQUE(machine, project_id, session_slug),
  FOREIGN KEY(machine, project_id) REFERENCES projects(machine, id));
CREATE TABLE agents(machine TEXT, id TEXT, session_id TEXT, agent_type TEXT, name TEXT,
  sdk_session_id TEXT, model TEXT, model_alias TEXT, system_prompt TEXT, working_dir TEXT,
  status TEXT, checkpoint_id TEXT, task_group_id TEXT, input_tokens BIGINT, output_tokens BIGINT,
  cost DOUBLE PRECISION, error_message TEXT, allowed_tools TEXT, metadata TEXT, created_at TEXT,
  updated_at TEXT, started_at TEXT, completed_at TEXT, session_slug TEXT, run_uid TEXT,
  agent_role TEXT, PRIMARY KEY(machine, id));
CREATE TABLE protocol_history(machine TEXT, session_id TEXT, project_id TEXT, objective TEXT,
  outcome TEXT, commit_sha TEXT, key_decisions TEXT, next_notes TEXT, ended_at TEXT,
  PRIMARY KEY(machine, session_id, project_id));
CREATE TABLE session_states(machine TEXT, id TEXT, start_time TEXT NOT NULL, end_time TEXT,
  channel TEXT DEFAULT 'unknown', working_memory TEXT NOT NULL DEFAULT '[]',
  hot_topics TEXT NOT NULL DEFAULT '[]', active_projects TEXT NOT NULL DEFAULT '[]',
  pending_tasks TEXT NOT NULL DEFAULT '[]', recent_learnings TEXT NOT NULL DEFAULT '[]',
  confidence_updates TEXT NOT NULL DEFAULT '[]', sop_interactions TEXT NOT NULL DEFAULT '[]',
  previous_session_id TEXT, continued_by TEXT, crash_recovered BIGINT DEFAULT 0,
  schema_version BIGINT DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT,
  PRIMARY KEY(machine, id));
CREATE TABLE session_links(machine TEXT, from_id TEXT, to_id TEXT, score DOUBLE PRECISION, at TEXT,
  PRIMARY KEY(machine, from_id, to_id));
CREATE TABLE requirement_states(machine TEXT, project_id TEXT, branch TEXT, requirement TEXT,
  session TEXT, satisfied BIGINT, satisfied_at BIGINT, satisfied_by TEXT, expires_at BIGINT,
  triggered BIGINT, triggered_at BIGINT);
CREATE INDEX idx_requirement_states ON requirement_states(machine, project_id, branch);
CREATE TABLE run_activity(machine TEXT, run_uid TEXT, last_tool TEXT, last_at TEXT,
  last_allowed BIGINT, last_summary TEXT, denials BIGINT NOT NULL, faults BIGINT NOT NULL,
  paused_until TEXT, agent_host TEXT, PRIMARY KEY(machine, run_uid));
CREATE TABLE index_files(machine TEXT, project_id TEXT, kind TEXT, name TEXT, inode BIGINT,
  size BIGINT, mtime_ns BIGINT, "offset" BIGINT, tail TEXT, carry TEXT,
  PRIMARY KEY(machine, project_id, kind, name));
CREATE TABLE index_folders(machine TEXT, project_id TEXT, worktree TEXT, slug TEXT, inode BIGINT,
  size BIGINT, mtime_ns BIGINT, folder_mtime_ns BIGINT, spec_mtime_ns BIGINT, spec_size BIGINT,
  updated_at TEXT, PRIMARY KEY(machine, project_id, worktree, slug));
)";

// Rows that journals give, by the number of their event, which follows time. `run_uid` is in every
// key: two events of different runs may have one number here.
//
// A month's partition is attached to the table by a function that has its owner's rights, so that
// writers need none; attaching locks out neither those who read nor those who write. What is dated
// before 2020 or after 2099 goes to two partitions that are always there: with a default partition
// each new month would have to lock and search that one.
constexpr const char* kJournals = R"(
CREATE TABLE events(machine TEXT, seq BIGINT, at TEXT, project_id TEXT, run_uid TEXT, kind TEXT,
  actor TEXT, payload TEXT, prev_hash TEXT, hash TEXT, PRIMARY KEY(seq, machine, run_uid))
  PARTITION BY RANGE(seq);
CREATE INDEX idx_events_run ON events(machine, run_uid);
CREATE INDEX idx_events_faults ON events(seq, machine, run_uid) WHERE strpos(payload, 'fault":"')>0;
CREATE INDEX idx_events_run_faults ON events(machine, run_uid)
  WHERE strpos(payload, 'fault":"')>0;
CREATE TABLE events_early PARTITION OF events FOR VALUES FROM (MINVALUE)
  TO (3308963600793600000);
CREATE TABLE events_late PARTITION OF events FOR VALUES FROM (8603450317209600000) TO (MAXVALUE);
CREATE FUNCTION make_events_month(first date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  part text := 'events_' || to_char(first, 'YYYY_MM');
BEGIN
  IF first <> date_trunc('month', first) OR first < '2020-01-01' OR first >= '2100-01-01' THEN
    RAISE EXCEPTION 'no month of events: %', first;
  END IF;
  IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
  LOCK TABLE ONLY events IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS)', part);
  EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', part,
    (extract(epoch FROM first::timestamp)*1000)::bigint << 21,
    (extract(epoch FROM first + interval '1 month')*1000)::bigint << 21);
END $$;
REVOKE ALL ON FUNCTION make_events_month(date) FROM PUBLIC;
CREATE TABLE agent_logs(machine TEXT, id BIGINT, agent_id TEXT, session_id TEXT,
  sdk_session_id TEXT, event_category TEXT, event_type TEXT, content TEXT, payload TEXT,
  summary TEXT, tool_name TEXT, tool_input TEXT, tool_output TEXT, entry_index BIGINT,
  checkpoint_id TEXT, timestamp TEXT, duration_ms BIGINT, run_uid TEXT,
  PRIMARY KEY(id, machine, run_uid));
CREATE INDEX idx_agent_logs_agent ON agent_logs(machine, agent_id);
CREATE INDEX idx_agent_logs_tools ON agent_logs(id, machine)
  WHERE event_type IN ('tool', 'tool_failed');
CREATE TABLE violations(machine TEXT, id BIGINT, project_id TEXT, session_id TEXT, timestamp TEXT,
  phase TEXT, requirement TEXT, severity TEXT, recovery TEXT, run_uid TEXT,
  PRIMARY KEY(id, machine, run_uid));
CREATE TABLE phase_events(machine TEXT, id BIGINT, project_id TEXT, entity TEXT, entity_id TEXT,
  from_phase TEXT, to_phase TEXT, actor TEXT, forced BIGINT, at TEXT, run_uid TEXT,
  PRIMARY KEY(id, machine, run_uid));
CREATE TABLE metrics(machine TEXT, seq BIGINT, at TEXT, name TEXT, run_uid TEXT, fields TEXT,
  PRIMARY KEY(seq, machine, run_uid));
CREATE INDEX idx_metrics_run ON metrics(machine, run_uid);
CREATE TABLE denials(machine TEXT, id BIGINT, project_id TEXT, run_uid TEXT, line BIGINT, at TEXT,
  tool TEXT, rule TEXT, message TEXT, next_step TEXT, PRIMARY KEY(id, machine, run_uid));
CREATE INDEX idx_denials_run ON denials(machine, run_uid, id);
)";

// Words as SQLite makes them: everything that is neither letter nor digit stands between two, each
// is brought to its stem by Porter's rules, and none is too common to be found. What is in the
// title and what is in the text are kept apart by a word that nobody says, so that no phrase is
// found half in each. A vector of words has a limit, which 150,000 characters keep to.
constexpr const char* kSearch = R"(
CREATE TEXT SEARCH DICTIONARY stem (TEMPLATE = pg_catalog.snowball, Language = porter);
CREATE TEXT SEARCH CONFIGURATION words (PARSER = pg_catalog.default);
ALTER TEXT SEARCH CONFIGURATION words ADD MAPPING FOR asciiword, word, numword, hword_asciipart,
  hword_part, hword_numpart, asciihword, hword, numhword, int, uint, float, sfloat, version, host,
  url, url_path, file, email WITH stem;
CREATE FUNCTION plain(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(left(coalesce(said, ''), 150000), E'!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~',
    '                                ') $$;
CREATE FUNCTION words_of(title text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE
  PARALLEL SAFE SET search_path FROM CURRENT AS $$
  SELECT to_tsvector('words', plain(title) || ' holdfasttitleends ' || plain(body)) $$;
CREATE TABLE search_documents(machine TEXT, number BIGINT NOT NULL, kind TEXT, project_id TEXT,
  owner TEXT, part TEXT, title TEXT, body TEXT, at TEXT,
  words tsvector GENERATED ALWAYS AS (words_of(title, body)) STORED,
  PRIMARY KEY(machine, owner, kind, project_id, part));
CREATE INDEX idx_search_words ON search_documents USING gin(words);
CREATE INDEX idx_search_newest ON search_documents(number);
CREATE TABLE search_pending(machine TEXT, project_id TEXT, session_slug TEXT,
  PRIMARY KEY(machine, project_id, session_slug));
)";

// What lists need so that each of their pages is a walk along an index from where it begins: of
// all machines, and of one. What has no time is behind all that has.
constexpr const char* kLists = R"(
CREATE INDEX idx_runs_started ON runs((coalesce(started_at, '')), uid, machine);
CREATE INDEX idx_runs_started_own ON runs(machine, (coalesce(started_at, '')), uid);
CREATE INDEX idx_runs_project ON runs(project_id, (coalesce(started_at, '')), uid, machine);
CREATE INDEX idx_runs_ended ON runs(ended_at, uid, machine);
CREATE INDEX idx_runs_project_ended ON runs(project_id, ended_at, uid, machine);
CREATE INDEX idx_runs_standing ON runs((CASE WHEN trust NOT IN ('verified', 'journal')
  THEN 'broken' WHEN ended_at IS NULL THEN 'open' ELSE 'ended' END), (coalesce(started_at, '')),
  uid, machine);
CREATE INDEX idx_runs_standing_own ON runs(machine, (CASE WHEN trust NOT IN ('verified', 'journal')
  THEN 'broken' WHEN ended_at IS NULL THEN 'open' ELSE 'ended' END), (coalesce(started_at, '')),
  uid);
CREATE INDEX idx_runs_project_standing ON runs(project_id, (CASE WHEN trust NOT IN
  ('verified', 'journal') THEN 'broken' WHEN ended_at IS NULL THEN 'open' ELSE 'ended' END),
  (coalesce(started_at, '')), uid, machine);
CREATE INDEX idx_runs_work ON runs(project_id, work_slug, (coalesce(started_at, '')), uid, machine)
  WHERE work_slug IS NOT NULL;
CREATE INDEX idx_runs_boot ON runs(boot_id, (coalesce(heartbeat_at, '')), uid, machine)
  WHERE ended_at IS NULL;
CREATE INDEX idx_runs_heartbeat ON runs((coalesce(heartbeat_at, '')), uid, machine)
  WHERE ended_at IS NULL;
CREATE INDEX idx_runs_uid ON runs(uid);
CREATE INDEX idx_run_aliases_value ON run_aliases(value);
CREATE INDEX idx_agents_run_cost ON agents(machine, run_uid, cost);
CREATE INDEX idx_agents_slug ON agents(machine, session_slug);
CREATE INDEX idx_work_updated ON sessions((coalesce(updated_at, '')), id, machine, status,
  current_phase);
CREATE INDEX idx_work_updated_own ON sessions(machine, (coalesce(updated_at, '')), id, status,
  current_phase);
CREATE INDEX idx_work_project ON sessions(project_id, (coalesce(updated_at, '')), id, machine,
  status, current_phase);
CREATE INDEX idx_sessions_missing ON sessions(machine, project_id)
  WHERE missing_since IS NOT NULL;
CREATE INDEX idx_violations_own ON violations(machine, id);
CREATE INDEX idx_violations_project ON violations(project_id, id, machine);
CREATE INDEX idx_denials_own ON denials(machine, id);
CREATE INDEX idx_denials_project ON denials(project_id, id, machine);
)";

// What the people of a team leave for each other. `member` is who logged in, written by the server.
//
// A handoff is accepted by one statement, so that of many who try at once one does; by a function
// with its owner's rights, since the row is another machine's, which asks whether the machine that
// is named belongs to who logged in. Whoever comes late, or again, is told how the row stands. When
// it was is the server's word: machines have clocks of their own. What one machine says all others
// read, so nothing of it may be long.
constexpr const char* kTeam = R"(
CREATE TABLE team_handoffs(machine TEXT, id TEXT CHECK(length(id)<=100),
  machine_name TEXT CHECK(length(machine_name)<=200),
  member name NOT NULL DEFAULT session_user, repository TEXT CHECK(length(repository)<=100),
  project TEXT CHECK(length(project)<=300), created_at TEXT CHECK(length(created_at)<=40),
  packet TEXT CHECK(octet_length(packet)<=524288), accepted_at TEXT, accepted_machine TEXT,
  accepted_name TEXT, accepted_member name, PRIMARY KEY(machine, id));
CREATE INDEX idx_team_handoffs ON team_handoffs(repository, created_at);
CREATE TABLE team_runs(machine TEXT, run_uid TEXT CHECK(length(run_uid)<=100),
  repository TEXT CHECK(length(repository)<=100),
  machine_name TEXT CHECK(length(machine_name)<=200),
  member name NOT NULL DEFAULT session_user, work_slug TEXT CHECK(length(work_slug)<=300),
  heard_at TEXT CHECK(length(heard_at)<=40), PRIMARY KEY(machine, run_uid, repository));
CREATE INDEX idx_team_runs ON team_runs(repository, heard_at);
CREATE TABLE claims(machine TEXT, run_uid TEXT CHECK(length(run_uid)<=100),
  file TEXT CHECK(length(file)<=100), repository TEXT CHECK(length(repository)<=100),
  machine_name TEXT CHECK(length(machine_name)<=200),
  member name NOT NULL DEFAULT session_user, path TEXT CHECK(length(path)<=1000),
  touched_at TEXT CHECK(length(touched_at)<=40), PRIMARY KEY(machine, run_uid, file));
CREATE INDEX idx_claims ON claims(repository, touched_at);
CREATE FUNCTION accept_handoff(acceptor text, acceptor_name text, sender text, wanted text)
  RETURNS SETOF team_handoffs LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS(SELECT FROM machines m WHERE m.id=acceptor) THEN
    RAISE EXCEPTION 'the machine % has never sent anything: `holdfast fleet push` comes first',
      acceptor USING ERRCODE='insufficient_privilege';
  END IF;
  IF NOT EXISTS(SELECT FROM machines m WHERE m.id=acceptor AND m.owner=session_user) THEN
    RAISE EXCEPTION 'the machine % belongs to another role', acceptor
      USING ERRCODE='insufficient_privilege';
  END IF;
  UPDATE team_handoffs h SET accepted_machine=acceptor, accepted_name=left(acceptor_name, 200),
    accepted_member=session_user, accepted_at=to_char(clock_timestamp() AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    WHERE h.machine=sender AND h.id=wanted AND h.accepted_at IS NULL;
  RETURN QUERY SELECT * FROM team_handoffs h WHERE h.machine=sender AND h.id=wanted;
END $$;
REVOKE ALL ON FUNCTION accept_handoff(text, text, text, text) FROM PUBLIC;
)";

constexpr std::array<Migration, 5> kMigrations{{
    {1, "tables", kTables},
    {2, "journals", kJournals},
    {3, "full-text search", kSearch},
    {4, "lists", kLists},
    {5, "handoffs and claims of a team", kTeam},
}};
static_assert(kMigrations.back().version == kPostgresSchemaVersion);

// In the order of bytes, as SQLite has it.
std::string with_types(std::string_view sql) {
  constexpr std::string_view kText = " TEXT";
  std::string typed;
  while (true) {
    const std::size_t at = sql.find(kText);
    typed += sql.substr(0, at);
    if (at == std::string_view::npos) return typed;
    sql.remove_prefix(at + kText.size());
    // CREATE TEXT SEARCH is another word.
    typed += sql.starts_with(" SEARCH") ? " TEXT" : " text COLLATE \"C\"";
  }
}

base::Result<void> apply(Connection& connection, std::int64_t from, const std::string& now) {
  for (const Migration& migration : kMigrations) {
    if (migration.version <= from) continue;
    TRY(connection.execute(with_types(migration.sql)));
    TRY(connection.ask(
        "INSERT INTO schema_migrations(version, name, applied_at) VALUES($1, $2, $3)",
        Values::of(migration.version, migration.name, now)));
  }
  return {};
}

base::Error other_version(Connection& connection, std::int64_t version) {
  const bool is_newer = version > kPostgresSchemaVersion;
  return {base::Code::unavailable,
          "the index on " + connection.place() +
              (is_newer ? " was made by a newer version" : " is not up to date yet"),
          is_newer ? "Update holdfast, or name another schema."
                   : "The next machine that writes to it with rights to make tables brings it "
                     "there."};
}

}  // namespace

base::Result<std::int64_t> schema_version(Connection& connection) {
  // Not to_regclass: what that remembers may be from before the lock that a migration waited for.
  TRY_ASSIGN(Rows known,
             connection.ask("SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid=c.relnamespace "
                            "WHERE n.nspname=$1 AND c.relname='schema_migrations'",
                            Values::of(connection.options().schema)));
  if (!known.next()) return std::int64_t{0};
  TRY_ASSIGN(Rows version,
             connection.ask("SELECT coalesce(max(version), 0) FROM schema_migrations", {}));
  return version.next() ? version.number(0) : std::int64_t{0};
}

base::Result<void> check_version(Connection& connection) {
  TRY_ASSIGN(const std::int64_t version, schema_version(connection));
  if (version != kPostgresSchemaVersion) return other_version(connection, version);
  return {};
}

base::Result<void> migrate(Connection& connection, const std::string& now) {
  TRY_ASSIGN(const std::int64_t version, schema_version(connection));
  if (version == kPostgresSchemaVersion) return {};
  if (version > kPostgresSchemaVersion) return other_version(connection, version);
  const std::string schema = connection.quoted_name(connection.options().schema);
  // A hundred machines may come at once; those behind the first find it done.
  TRY(connection.begin("SET LOCAL lock_timeout TO '60s'; SET LOCAL statement_timeout TO 0"));
  connection.be_patient();
  const auto make = [&]() -> base::Result<void> {
    TRY(connection.ask("SELECT pg_advisory_xact_lock(hashtext('holdfast migrate'), hashtext($1))",
                       Values::of(connection.options().schema)));
    TRY_ASSIGN(const std::int64_t standing, schema_version(connection));
    if (standing > kPostgresSchemaVersion) return other_version(connection, standing);
    if (standing == 0) {
      TRY_ASSIGN(Rows there, connection.ask("SELECT 1 FROM pg_namespace WHERE nspname=$1",
                                            Values::of(connection.options().schema)));
      if (!there.next()) TRY(connection.execute("CREATE SCHEMA " + schema));
      TRY(connection.execute("CREATE TABLE IF NOT EXISTS " + schema +
                             ".schema_migrations(version bigint PRIMARY KEY, name text, "
                             "applied_at text)"));
    }
    TRY(apply(connection, standing, now));
    return connection.commit();
  };
  auto made = make();
  if (made.ok()) return made;
  connection.roll_back();
  if (version == 0 || made.error().code != base::Code::unavailable) return made;
  return base::Error{base::Code::unavailable, made.error().message,
                     "The tables there are an older version's. Let a machine whose role may make "
                     "tables push once with this version, and run data/fleet/roles.sql again."};
}

const std::vector<std::string>& fleet_tables() {
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

bool is_dumped(std::string_view table) {
  const auto& tables = fleet_tables();
  return std::find(tables.begin(), tables.end(), table) != tables.end() || table == "index_files" ||
         table == "index_folders" || table == "search_pending";
}

}  // namespace indexing
