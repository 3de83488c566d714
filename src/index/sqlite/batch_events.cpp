// The rows that come from the journals: events and what they mean, agents, and what those used.
#include "index/event_number.h"
#include "index/sqlite/batch.h"
#include "index/sqlite/documents.h"

namespace indexing {
namespace {

constexpr int kNeighboursMax = 1024;

// The tables that number their rows by the event they come from.
constexpr const char* kMoves[] = {
    "UPDATE events SET seq=?2 WHERE seq=?1",
    "UPDATE agent_logs SET id=?2 WHERE id=?1",
    "UPDATE violations SET id=id+(?2-?1) WHERE id>=?1 AND id<?1+8",
    "UPDATE phase_events SET id=id+(?2-?1) WHERE id>=?1 AND id<?1+8",
    "UPDATE metrics SET seq=?2 WHERE seq=?1",
    "UPDATE denials SET id=?2 WHERE id=?1",
};

base::Error too_many_neighbours() {
  return {base::Code::failed, "the journals have too many events in one millisecond", ""};
}

}  // namespace

base::Result<std::optional<bool>> SqliteBatch::goes_before(std::int64_t number,
                                                           std::string_view run,
                                                           std::string_view hash) {
  Statement& find = database_.cached("SELECT run_uid, hash FROM events WHERE seq=?1");
  find.start(number);
  TRY_ASSIGN(const bool is_taken, find.next());
  if (!is_taken) return std::optional<bool>();
  const int order = run.compare(find.view(0));
  const bool is_before = order != 0 ? order < 0 : hash < find.view(1);
  find.done();
  return std::optional<bool>(is_before);
}

base::Result<void> SqliteBatch::move_on(std::int64_t number, int depth) {
  if (depth > 64) return too_many_neighbours();
  Statement& find = database_.cached("SELECT run_uid, hash FROM events WHERE seq=?1");
  find.start(number);
  TRY_ASSIGN(const bool is_there, find.next());
  if (!is_there) return {};
  const std::string run = find.text(0);
  const std::string hash = find.text(1);
  find.done();
  std::int64_t to = number + kNumbersOfEvent;
  for (int step = 0;; ++step, to += kNumbersOfEvent) {
    if (step == kNeighboursMax) return too_many_neighbours();
    TRY_ASSIGN(const std::optional<bool> is_before, goes_before(to, run, hash));
    if (!is_before) break;
    if (!*is_before) continue;
    TRY(move_on(to, depth + 1));
    break;
  }
  for (const char* sql : kMoves) TRY(database_.cached(sql).run(number, to));
  return {};
}

base::Result<std::int64_t> SqliteBatch::place_for(const EventRow& row) {
  std::int64_t number = event_number(row.millis, slot_, row.number);
  for (int step = 0; step < kNeighboursMax; ++step, number += kNumbersOfEvent) {
    TRY_ASSIGN(const std::optional<bool> is_before, goes_before(number, row.run_uid, row.hash));
    if (!is_before) return number;
    if (!*is_before) continue;
    TRY(move_on(number, 0));
    return number;
  }
  return too_many_neighbours();
}

base::Result<void> SqliteBatch::put_event(const EventRow& row) {
  if (slot_run_ != row.run_uid) {
    slot_run_ = row.run_uid;
    slot_ = run_slot(row.run_uid);
  }
  violations_ = phases_ = 0;
  Statement& insert = database_.cached(
      "INSERT OR IGNORE INTO events(seq, at, project_id, run_uid, kind, actor, payload, prev_hash, "
      "hash) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
  number_ = event_number(row.millis, slot_, row.number);
  const auto write = [&] {
    return insert.run(number_, row.at, row.project_id, row.run_uid, row.kind, row.actor,
                      row.payload, row.prev_hash, row.hash);
  };
  TRY(write());
  if (database_.changes() != 0) return {};
  // Another event of the same millisecond has the number, or the very same one.
  Statement& same = database_.cached("SELECT 1 FROM events WHERE run_uid=?1 AND hash=?2");
  same.start(row.run_uid, row.hash);
  TRY_ASSIGN(const bool is_there, same.next());
  same.done();
  if (is_there) return {};
  TRY_ASSIGN(number_, place_for(row));
  return write();
}

base::Result<void> SqliteBatch::put_log(const AgentLogRow& row) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO agent_logs(id, agent_id, session_id, sdk_session_id, "
          "event_category, event_type, content, payload, summary, tool_name, entry_index, "
          "checkpoint_id, timestamp, duration_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
          "?10, ?11, ?12, ?13, ?14)")
      .run(number_, row.agent_id, row.session_id, row.sdk_session_id, row.category, row.type,
           row.content, row.payload, row.summary, row.tool, row.entry_index, row.checkpoint_id,
           row.at, row.duration_ms);
}

base::Result<void> SqliteBatch::put(const ViolationRow& row) {
  if (violations_ == kNumbersOfEvent) return {};
  return database_
      .cached(
          "INSERT OR REPLACE INTO violations(id, project_id, session_id, timestamp, phase, "
          "requirement, severity, recovery) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      .run(number_ + violations_++, row.project_id, row.session_id, row.at, row.phase,
           row.requirement, row.severity, row.recovery);
}

base::Result<void> SqliteBatch::put(const DenialRow& row) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO denials(id, project_id, run_uid, line, at, tool, rule, message, "
          "next_step) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
      .run(number_, row.project_id, row.run_uid, row.line, row.at, row.tool, row.rule, row.message,
           row.next_step);
}

base::Result<void> SqliteBatch::put_activity(std::string_view run,
                                             const std::optional<LastToolRow>& last) {
  const LastToolRow none;
  const LastToolRow& tool = last ? *last : none;
  // Counted anew each time: lines that are taken in twice count once.
  TRY(database_
          .cached(
              "INSERT INTO run_activity(run_uid, last_tool, last_at, last_allowed, last_summary, "
              "denials, faults) VALUES(?1, ?2, ?3, ?4, ?5, "
              "(SELECT count(*) FROM denials WHERE run_uid=?1), "
              "(SELECT count(*) FROM events WHERE run_uid=?1 AND instr(payload, 'fault\":\"')>0)) "
              "ON CONFLICT(run_uid) DO UPDATE SET last_tool=coalesce(?2, last_tool), "
              "last_at=coalesce(?3, last_at), "
              "last_allowed=CASE WHEN ?2 IS NULL OR (?6 AND last_tool IS ?2) THEN last_allowed "
              "ELSE ?4 END, "
              "last_summary=CASE WHEN ?2 IS NULL OR (?6 AND last_tool IS ?2) THEN last_summary "
              "ELSE ?5 END, denials=excluded.denials, "
              "faults=excluded.faults")
          .run(run, tool.tool, tool.at, last ? std::optional<bool>(tool.allowed) : std::nullopt,
               tool.summary, tool.is_call));
  return database_.cached(kTidyActivity).run(run);
}

base::Result<void> SqliteBatch::put(const PhaseEventRow& row) {
  if (phases_ == kNumbersOfEvent) return {};
  return database_
      .cached(
          "INSERT OR REPLACE INTO phase_events(id, project_id, entity, entity_id, from_phase, "
          "to_phase, actor, forced, at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
      .run(number_ + phases_++, row.project_id, row.entity, row.entity_id, row.from, row.to,
           row.actor, row.forced, row.at);
}

base::Result<void> SqliteBatch::put(const MetricRow& row) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO metrics(seq, at, name, run_uid, fields) "
          "VALUES(?1, ?2, ?3, ?4, ?5)")
      .run(number_, row.at, row.name, row.run_uid, row.fields);
}

base::Result<void> SqliteBatch::put_event_document(const DocumentRow& row) {
  return add_document(database_, number_, row);
}

base::Result<void> SqliteBatch::forget_journal(std::string_view run) {
  static constexpr const char* kForget[] = {
      "DELETE FROM violations WHERE id-id%8 IN (SELECT seq FROM events WHERE run_uid=?1)",
      "DELETE FROM phase_events WHERE id-id%8 IN (SELECT seq FROM events WHERE run_uid=?1)",
      "DELETE FROM denials WHERE run_uid=?1",
      "UPDATE run_activity SET last_tool=NULL, last_at=NULL, last_allowed=NULL, last_summary=NULL, "
      "denials=0, faults=0 WHERE run_uid=?1",
      kTidyActivity,
      "DELETE FROM agent_logs WHERE id IN (SELECT seq FROM events WHERE run_uid=?1)",
      "DELETE FROM metrics WHERE run_uid=?1",
      "DELETE FROM agents WHERE run_uid=?1",
      "DELETE FROM events WHERE run_uid=?1",
  };
  Statement& projects = database_.cached(
      "SELECT DISTINCT project_id FROM search_documents "
      "WHERE owner=?1 AND kind='prompt'");
  projects.start(run);
  std::vector<std::string> owners;
  while (true) {
    TRY_ASSIGN(const bool has_row, projects.next());
    if (!has_row) break;
    owners.push_back(projects.text(0));
  }
  for (const std::string& project : owners) TRY(remove_documents("prompt", project, run));
  for (const char* sql : kForget) TRY(database_.cached(sql).run(run));
  return {};
}

base::Result<void> SqliteBatch::put(const AgentRow& row) {
  return database_
      .cached(
          "INSERT INTO agents(id, session_id, agent_type, name, sdk_session_id, model, "
          "working_dir, status, checkpoint_id, error_message, created_at, updated_at, "
          "started_at, completed_at, session_slug, run_uid, agent_role) VALUES(?1, ?2, ?3, ?4,"
          " ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17) "
          "ON CONFLICT(id) DO UPDATE SET session_id=?2, agent_type=?3, name=?4, "
          "sdk_session_id=?5, working_dir=?7, status=?8, checkpoint_id=?9, error_message=?10, "
          "created_at=?11, updated_at=?12, started_at=?13, completed_at=?14, session_slug=?15")
      .run(row.id, row.session_id, row.type, row.name, row.sdk_session_id, row.model,
           row.working_dir, row.status, row.checkpoint_id, row.error_message, row.created_at,
           row.updated_at, row.started_at, row.completed_at, row.session_slug, row.run_uid,
           row.role);
}

base::Result<std::optional<AgentRow>> SqliteBatch::agent(const std::string& id) {
  Statement& find = database_.cached(
      "SELECT session_id, agent_type, name, sdk_session_id, model, working_dir, status, "
      "checkpoint_id, error_message, created_at, updated_at, started_at, completed_at, "
      "session_slug, run_uid, agent_role FROM agents WHERE id=?1");
  find.start(id);
  TRY_ASSIGN(const bool is_there, find.next());
  if (!is_there) return std::optional<AgentRow>();
  AgentRow row;
  row.id = id;
  std::string* const fields[] = {
      &row.session_id,    &row.type,         &row.name,       &row.sdk_session_id,
      &row.model,         &row.working_dir,  &row.status,     &row.checkpoint_id,
      &row.error_message, &row.created_at,   &row.updated_at, &row.started_at,
      &row.completed_at,  &row.session_slug, &row.run_uid,    &row.role};
  int column = 0;
  for (std::string* const field : fields) *field = find.text(column++);
  find.done();
  return std::optional<AgentRow>(std::move(row));
}

base::Result<void> SqliteBatch::set_usage(const std::vector<UsageRow>& rows) {
  Statement& update = database_.cached(
      "UPDATE agents SET input_tokens=?2, output_tokens=?3, cost=?4, model=coalesce(?5, model) "
      "WHERE id=?1");
  for (const UsageRow& row : rows) {
    TRY(update.run(agent_id(row.run_uid, row.agent), row.input_tokens, row.output_tokens, row.cost,
                   row.model));
  }
  // `agents` keeps the slug as text, so that its rows outlive those of the work sessions.
  return database_
      .cached(
          "UPDATE sessions SET (total_input_tokens, total_output_tokens, total_cost)="
          "(SELECT sum(a.input_tokens), sum(a.output_tokens), sum(a.cost) FROM agents a JOIN "
          "runs r ON r.uid=a.run_uid WHERE a.session_slug=sessions.session_slug AND "
          "r.project_id=sessions.project_id) WHERE session_slug IN "
          "(SELECT session_slug FROM agents WHERE input_tokens IS NOT NULL)")
      .run();
}

}  // namespace indexing
