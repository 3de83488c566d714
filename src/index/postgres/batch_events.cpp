// The rows that come from the journals: events and what they mean, agents, and what those used.
#include "index/event_number.h"
#include "index/postgres/batch.h"

namespace indexing {
namespace {

// A row that says nothing goes: a rebuild would not make it.
constexpr const char* kTidyActivity =
    "DELETE FROM run_activity WHERE machine=$1 AND run_uid=$2 AND last_tool IS NULL AND last_at IS "
    "NULL AND denials=0 "
    "AND faults=0 AND paused_until IS NULL AND agent_host IS NULL";

}  // namespace

void PostgresBatch::note_month() {
  constexpr std::int64_t kDayMs = 24LL * 3600 * 1000;
  const std::int64_t day = number_millis(number_) / kDayMs;
  if (day == last_day_) return;
  last_day_ = day;
  const std::string month = month_of(number_);
  if (!month.empty() && !months_.contains(month)) new_months_.insert(month);
}

base::Result<void> PostgresBatch::put_event(const EventRow& row) {
  if (failed_) return *failed_;
  if (run_ != row.run_uid) {
    run_ = row.run_uid;
    slot_ = run_slot(row.run_uid);
  }
  number_ = event_number(row.millis, slot_, row.number);
  violations_ = phases_ = texts_ = 0;
  has_log_ = has_denial_ = has_metric_ = false;
  const std::string key = std::to_string(number_) + run_;
  if (events_.contains(key)) TRY(flush());
  events_.insert(key);
  note_month();
  touch(row.run_uid);
  staging_.rows(Bulk::events)
      .add(number_, row.at, row.project_id, row.run_uid, row.kind, row.actor, row.payload,
           row.prev_hash, row.hash);
  return grown();
}

base::Result<void> PostgresBatch::put_log(const AgentLogRow& row) {
  TRY(once(has_log_));
  staging_.rows(Bulk::agent_logs)
      .add(number_, row.agent_id, row.session_id, row.sdk_session_id, row.category, row.type,
           row.content, row.payload, row.summary, row.tool, row.entry_index, row.checkpoint_id,
           row.at, row.duration_ms, run_);
  return grown();
}

base::Result<void> PostgresBatch::put(const ViolationRow& row) {
  if (violations_ == kNumbersOfEvent) return {};
  staging_.rows(Bulk::violations)
      .add(number_ + violations_++, row.project_id, row.session_id, row.at, row.phase,
           row.requirement, row.severity, row.recovery, run_);
  return grown();
}

base::Result<void> PostgresBatch::put(const DenialRow& row) {
  TRY(once(has_denial_));
  staging_.rows(Bulk::denials)
      .add(number_, row.project_id, row.run_uid, row.line, row.at, row.tool, row.rule, row.message,
           row.next_step);
  return grown();
}

base::Result<void> PostgresBatch::put(const PhaseEventRow& row) {
  if (phases_ == kNumbersOfEvent) return {};
  staging_.rows(Bulk::phase_events)
      .add(number_ + phases_++, row.project_id, row.entity, row.entity_id, row.from, row.to,
           row.actor, row.forced, row.at, run_);
  return grown();
}

base::Result<void> PostgresBatch::put(const MetricRow& row) {
  TRY(once(has_metric_));
  staging_.rows(Bulk::metrics).add(number_, row.at, row.name, row.run_uid, row.fields);
  return grown();
}

base::Result<void> PostgresBatch::put_event_document(const DocumentRow& row) {
  return add_document(number_ + texts_++, row);
}

base::Result<void> PostgresBatch::put_activity(std::string_view run,
                                               const std::optional<LastToolRow>& last) {
  const LastToolRow none;
  const LastToolRow& tool = last ? *last : none;
  // Counted anew each time: lines that are taken in twice count once.
  TRY(tell(
      "INSERT INTO run_activity AS a(machine, run_uid, last_tool, last_at, last_allowed, "
      "last_summary, denials, faults) VALUES($1, $2, $3::text, $4::text, $5::bigint, $6::text, "
      "(SELECT count(*) FROM denials WHERE machine=$1 AND run_uid=$2), "
      "(SELECT count(*) FROM events WHERE machine=$1 AND run_uid=$2 AND "
      "strpos(payload, 'fault\":\"')>0)) "
      "ON CONFLICT(machine, run_uid) DO UPDATE SET last_tool=coalesce($3::text, a.last_tool), "
      "last_at=coalesce($4::text, a.last_at), "
      "last_allowed=CASE WHEN $3::text IS NULL OR ($7::bigint<>0 AND a.last_tool IS NOT DISTINCT "
      "FROM $3::text) THEN a.last_allowed ELSE $5::bigint END, "
      "last_summary=CASE WHEN $3::text IS NULL OR ($7::bigint<>0 AND a.last_tool IS NOT DISTINCT "
      "FROM $3::text) THEN a.last_summary ELSE $6::text END, "
      "denials=excluded.denials, faults=excluded.faults",
      run, tool.tool, tool.at, last ? std::optional<bool>(tool.allowed) : std::nullopt,
      tool.summary, tool.is_call));
  return tell(kTidyActivity, run);
}

base::Result<void> PostgresBatch::forget_journal(std::string_view run) {
  // By the events of the run: those tables are found by the numbers of their rows.
  static constexpr const char* kForget[] = {
      "DELETE FROM violations v USING events e WHERE e.machine=$1 AND e.run_uid=$2 AND "
      "v.machine=$1 AND v.run_uid=$2 AND v.id>=e.seq AND v.id<e.seq+8",
      "DELETE FROM phase_events p USING events e WHERE e.machine=$1 AND e.run_uid=$2 AND "
      "p.machine=$1 AND p.run_uid=$2 AND p.id>=e.seq AND p.id<e.seq+8",
      "DELETE FROM denials WHERE machine=$1 AND run_uid=$2",
      "UPDATE run_activity SET last_tool=NULL, last_at=NULL, last_allowed=NULL, last_summary=NULL, "
      "denials=0, faults=0 WHERE machine=$1 AND run_uid=$2",
      kTidyActivity,
      "DELETE FROM agent_logs l USING events e WHERE e.machine=$1 AND e.run_uid=$2 AND "
      "l.machine=$1 AND l.run_uid=$2 AND l.id=e.seq",
      "DELETE FROM metrics WHERE machine=$1 AND run_uid=$2",
      "DELETE FROM agents WHERE machine=$1 AND run_uid=$2",
      "DELETE FROM events WHERE machine=$1 AND run_uid=$2",
      "DELETE FROM search_documents WHERE machine=$1 AND owner=$2 AND kind='prompt'",
  };
  // What was told before must be there to be forgotten, what is told after it must not.
  TRY(flush());
  agents_.clear();
  touch(run);
  for (const char* sql : kForget) TRY(tell(sql, run));
  return flush();
}

base::Result<void> PostgresBatch::put(const AgentRow& row) {
  // Where the table's row is known, what it is from now on is too: model, run and role stay.
  const auto known = agents_.find(row.id);
  if (known != agents_.end() && known->second) {
    AgentRow merged = row;
    merged.model = known->second->model;
    merged.run_uid = known->second->run_uid;
    merged.role = known->second->role;
    known->second = std::move(merged);
  } else if (known != agents_.end()) {
    known->second = row;
  } else {
    blind_agents_.insert(row.id);
  }
  return tell(
      "INSERT INTO agents(machine, id, session_id, agent_type, name, sdk_session_id, model, "
      "working_dir, status, checkpoint_id, error_message, created_at, updated_at, started_at, "
      "completed_at, session_slug, run_uid, agent_role) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, "
      "$10, $11, $12, $13, $14, $15, $16, $17, $18) ON CONFLICT(machine, id) DO UPDATE SET "
      "session_id=excluded.session_id, agent_type=excluded.agent_type, name=excluded.name, "
      "sdk_session_id=excluded.sdk_session_id, working_dir=excluded.working_dir, "
      "status=excluded.status, checkpoint_id=excluded.checkpoint_id, "
      "error_message=excluded.error_message, created_at=excluded.created_at, "
      "updated_at=excluded.updated_at, started_at=excluded.started_at, "
      "completed_at=excluded.completed_at, session_slug=excluded.session_slug",
      row.id, row.session_id, row.type, row.name, row.sdk_session_id, row.model, row.working_dir,
      row.status, row.checkpoint_id, row.error_message, row.created_at, row.updated_at,
      row.started_at, row.completed_at, row.session_slug, row.run_uid, row.role);
}

base::Result<std::optional<AgentRow>> PostgresBatch::agent(const std::string& id) {
  if (failed_) return *failed_;
  if (const auto known = agents_.find(id); known != agents_.end()) return known->second;
  // It may be among what waits.
  if (has_usage_ || blind_agents_.contains(id)) TRY(flush());
  auto answer = connection_.ask(
      "SELECT session_id, agent_type, name, sdk_session_id, model, working_dir, status, "
      "checkpoint_id, error_message, created_at, updated_at, started_at, completed_at, "
      "session_slug, run_uid, agent_role FROM agents WHERE machine=$1 AND id=$2",
      Values::of(machine_, id));
  if (!answer.ok()) {
    failed_ = answer.error();
    return *failed_;
  }
  Rows& find = *answer;
  if (!find.next()) return agents_[id] = std::nullopt;
  AgentRow row;
  row.id = id;
  std::string* const fields[] = {
      &row.session_id,    &row.type,         &row.name,       &row.sdk_session_id,
      &row.model,         &row.working_dir,  &row.status,     &row.checkpoint_id,
      &row.error_message, &row.created_at,   &row.updated_at, &row.started_at,
      &row.completed_at,  &row.session_slug, &row.run_uid,    &row.role};
  int column = 0;
  for (std::string* const field : fields) *field = find.text(column++);
  return agents_[id] = std::move(row);
}

base::Result<void> PostgresBatch::set_usage(const std::vector<UsageRow>& rows) {
  agents_.clear();
  has_usage_ = true;
  for (const UsageRow& row : rows) {
    TRY(
        tell("UPDATE agents SET input_tokens=$3, output_tokens=$4, cost=$5, "
             "model=coalesce($6, model) WHERE machine=$1 AND id=$2",
             agent_id(row.run_uid, row.agent), row.input_tokens, row.output_tokens, row.cost,
             row.model));
  }
  // `agents` keeps the slug as text, so that its rows outlive those of the work sessions.
  return tell(
      "UPDATE sessions s SET (total_input_tokens, total_output_tokens, total_cost)="
      "(SELECT sum(a.input_tokens)::bigint, sum(a.output_tokens)::bigint, sum(a.cost) "
      "FROM agents a JOIN runs r ON r.machine=$1 AND r.uid=a.run_uid WHERE a.machine=$1 AND "
      "a.session_slug=s.session_slug AND r.project_id=s.project_id) WHERE s.machine=$1 AND "
      "s.session_slug IN (SELECT session_slug FROM agents WHERE machine=$1 AND "
      "input_tokens IS NOT NULL)");
}

}  // namespace indexing
