// The rows of projects, runs, requirements and sessions, and the marks of files.
#include "index/postgres/batch.h"

namespace indexing {

base::Result<void> PostgresBatch::put(const ProjectRow& row) {
  // A folder that became a repository is another project; the older one keeps its rows.
  TRY(tell("UPDATE projects SET working_dir=NULL WHERE machine=$1 AND working_dir=$2 AND id<>$3",
           row.working_dir, row.id));
  return tell(
      "INSERT INTO projects(machine, id, root, git_common_dir, name, working_dir, created_at) "
      "VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT(machine, id) DO UPDATE SET "
      "root=excluded.root, git_common_dir=excluded.git_common_dir, name=excluded.name, "
      "working_dir=excluded.working_dir, created_at=excluded.created_at",
      row.id, row.root, row.git_common_dir, row.name, row.working_dir, row.created_at);
}

base::Result<void> PostgresBatch::put(const RunRow& row) {
  // One whose beginning only the journal knows: the lines that were told before count, those that
  // come after do not.
  const bool needs_events = row.started_at.empty();
  if (needs_events) TRY(flush());
  touch(row.uid);
  TRY(tell(
      "INSERT INTO runs(machine, uid, project_id, note_id, version, signature, mode, phase, "
      "started_at, ended_at, end_reason, host, boot_id, pid, pid_start, heartbeat_at, channel, "
      "branch, worktree, transcript, resumed_from, work_slug, trust, missing_since) VALUES($1, "
      "$2, $3, $4, $5, $6, $7, $8, coalesce($9, (SELECT at FROM events WHERE machine=$1 AND "
      "run_uid=$2 ORDER BY seq LIMIT 1)), $10, $11, $12, $13, $14, $15, $16, "
      "coalesce((SELECT nullif(channel, 'unknown') FROM session_states WHERE machine=$1 AND "
      "id=$2), $17), $18, $19, $20, $21, $22, $23, $24) ON CONFLICT(machine, uid) DO UPDATE SET "
      "project_id=excluded.project_id, note_id=excluded.note_id, version=excluded.version, "
      "signature=excluded.signature, mode=excluded.mode, phase=excluded.phase, "
      "started_at=excluded.started_at, ended_at=excluded.ended_at, "
      "end_reason=excluded.end_reason, host=excluded.host, boot_id=excluded.boot_id, "
      "pid=excluded.pid, pid_start=excluded.pid_start, heartbeat_at=excluded.heartbeat_at, "
      "channel=excluded.channel, branch=excluded.branch, worktree=excluded.worktree, "
      "transcript=excluded.transcript, resumed_from=excluded.resumed_from, "
      "work_slug=excluded.work_slug, trust=excluded.trust, missing_since=excluded.missing_since",
      row.uid, row.project_id, row.note_id, row.version, row.signature, row.mode, row.phase,
      row.started_at, row.ended_at, row.end_reason, row.host, row.boot_id, row.pid, row.pid_start,
      row.heartbeat_at, row.channel, row.branch, row.worktree, row.transcript, row.resumed_from,
      row.work_slug, row.trust, row.missing_since));
  // What lists show of a note that `runs` has no column for: its channel is the session's.
  if (!row.paused_until.empty() || !row.channel.empty()) {
    TRY(
        tell("INSERT INTO run_activity(machine, run_uid, denials, faults, paused_until, "
             "agent_host) VALUES($1, $2, 0, 0, $3, $4) ON CONFLICT(machine, run_uid) DO UPDATE "
             "SET paused_until=excluded.paused_until, agent_host=excluded.agent_host",
             row.uid, row.paused_until, row.channel));
  } else {
    TRY(
        tell("UPDATE run_activity SET paused_until=NULL, agent_host=NULL WHERE machine=$1 AND "
             "run_uid=$2",
             row.uid));
    TRY(
        tell("DELETE FROM run_activity WHERE machine=$1 AND run_uid=$2 AND last_tool IS NULL AND "
             "last_at IS NULL AND "
             "denials=0 AND faults=0 AND paused_until IS NULL AND agent_host IS NULL",
             row.uid));
  }
  return needs_events ? flush() : base::Result<void>();
}

base::Result<void> PostgresBatch::put_journal_only(const RunRow& row) {
  touch(row.uid);
  return tell(
      "INSERT INTO runs AS r(machine, uid, project_id, version, started_at, ended_at, "
      "heartbeat_at, pid, trust, channel) VALUES($1, $2, $3, 0, $4::text, $5::text, $6::text, 0, "
      "$7, (SELECT nullif(channel, 'unknown') FROM session_states WHERE machine=$1 AND id=$2)) "
      "ON CONFLICT(machine, uid) DO UPDATE SET started_at=coalesce(r.started_at, $4::text), "
      "ended_at=CASE r.trust WHEN 'journal' THEN $5::text ELSE r.ended_at END, "
      "heartbeat_at=CASE r.trust WHEN 'journal' THEN $6::text ELSE r.heartbeat_at END "
      "WHERE $6::text IS NOT NULL AND (r.started_at IS NULL OR r.trust='journal')",
      row.uid, row.project_id, row.started_at, row.ended_at, row.heartbeat_at, row.trust);
}

base::Result<void> PostgresBatch::put(const AliasRow& row) {
  return tell(
      "INSERT INTO run_aliases(machine, project_id, kind, value, uid) VALUES($1, "
      "coalesce($2, ''), coalesce($3, ''), coalesce($4, ''), $5) "
      "ON CONFLICT(machine, project_id, kind, value) DO UPDATE SET uid=excluded.uid",
      row.project_id, row.kind, row.value, row.uid);
}

base::Result<void> PostgresBatch::remove_alias(std::string_view project, std::string_view kind,
                                               std::string_view value) {
  return tell("DELETE FROM run_aliases WHERE machine=$1 AND project_id=$2 AND kind=$3 AND value=$4",
              project, kind, value);
}

base::Result<void> PostgresBatch::put(const ProtocolRow& row) {
  return tell(
      "INSERT INTO protocol_history(machine, session_id, project_id, objective, outcome, "
      "commit_sha, key_decisions, next_notes, ended_at) VALUES($1, coalesce($2, ''), "
      "coalesce($3, ''), $4, $5, $6, $7, $8, $9) ON CONFLICT(machine, session_id, project_id) DO "
      "UPDATE SET objective=excluded.objective, outcome=excluded.outcome, "
      "commit_sha=excluded.commit_sha, key_decisions=excluded.key_decisions, "
      "next_notes=excluded.next_notes, ended_at=excluded.ended_at",
      row.session_id, row.project_id, row.objective, row.outcome, row.commit_sha, row.key_decisions,
      row.next_notes, row.ended_at);
}

base::Result<void> PostgresBatch::put(const SessionStateRow& row) {
  TRY(tell(
      "INSERT INTO session_states AS s(machine, id, start_time, end_time, channel, "
      "working_memory, hot_topics, active_projects, pending_tasks, recent_learnings, "
      "confidence_updates, sop_interactions, previous_session_id, continued_by, crash_recovered, "
      "schema_version, created_at, updated_at) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, "
      "$11, $12, $13, $14, $15, $16, $17, $18::text) ON CONFLICT(machine, id) DO UPDATE SET "
      "start_time=excluded.start_time, end_time=excluded.end_time, channel=excluded.channel, "
      "working_memory=excluded.working_memory, hot_topics=excluded.hot_topics, "
      "active_projects=excluded.active_projects, pending_tasks=excluded.pending_tasks, "
      "recent_learnings=excluded.recent_learnings, "
      "confidence_updates=excluded.confidence_updates, "
      "sop_interactions=excluded.sop_interactions, "
      "previous_session_id=excluded.previous_session_id, continued_by=excluded.continued_by, "
      "crash_recovered=excluded.crash_recovered, schema_version=excluded.schema_version, "
      "updated_at=excluded.updated_at WHERE s.updated_at IS NULL OR $18::text IS NULL OR "
      "s.updated_at<=$18::text",
      row.id, row.start_time, row.end_time, row.channel, row.working_memory, row.hot_topics,
      row.active_projects, row.pending_tasks, row.recent_learnings, row.confidence_updates,
      row.sop_interactions, row.previous_session_id, row.continued_by, row.crash_recovered,
      row.schema_version, row.created_at, row.updated_at));
  // As the row of the run does that comes later, whichever of the two does.
  return tell(
      "UPDATE runs SET channel=$3::text WHERE machine=$1 AND uid=$2 AND $3::text<>'unknown' AND "
      "channel IS DISTINCT FROM $3::text",
      row.id, row.channel);
}

base::Result<void> PostgresBatch::put(const SessionLinkRow& row) {
  return tell(
      "INSERT INTO session_links(machine, from_id, to_id, score, at) VALUES($1, "
      "coalesce($2, ''), coalesce($3, ''), $4, $5) ON CONFLICT(machine, from_id, to_id) DO UPDATE "
      "SET score=excluded.score, at=excluded.at",
      row.from_id, row.to_id, row.score, row.at);
}

base::Result<void> PostgresBatch::put_requirements(std::string_view project,
                                                   std::string_view branch,
                                                   const std::vector<RequirementRow>& rows) {
  TRY(tell("DELETE FROM requirement_states WHERE machine=$1 AND project_id=$2 AND branch=$3",
           project, branch));
  for (const RequirementRow& row : rows) {
    TRY(
        tell("INSERT INTO requirement_states(machine, project_id, branch, requirement, session, "
             "satisfied, satisfied_at, satisfied_by, expires_at, triggered, triggered_at) "
             "VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
             project, branch, row.requirement, row.session, row.satisfied, row.satisfied_at,
             row.satisfied_by, row.expires_at, row.triggered, row.triggered_at));
  }
  return {};
}

base::Result<void> PostgresBatch::put(const FileMark& mark) {
  return tell(
      "INSERT INTO index_files(machine, project_id, kind, name, inode, size, mtime_ns, \"offset\", "
      "tail, carry) VALUES($1, coalesce($2, ''), coalesce($3, ''), coalesce($4, ''), $5, $6, $7, "
      "$8, $9, $10) ON CONFLICT(machine, project_id, kind, name) DO UPDATE SET "
      "inode=excluded.inode, size=excluded.size, mtime_ns=excluded.mtime_ns, "
      "\"offset\"=excluded.\"offset\", tail=excluded.tail, carry=excluded.carry",
      mark.project_id, mark.kind, mark.name, mark.inode, mark.size, mark.mtime_ns, mark.offset,
      mark.tail, mark.carry);
}

base::Result<void> PostgresBatch::remove_mark(std::string_view project, std::string_view kind,
                                              std::string_view name) {
  return tell("DELETE FROM index_files WHERE machine=$1 AND project_id=$2 AND kind=$3 AND name=$4",
              project, kind, name);
}

base::Result<void> PostgresBatch::mark_run_missing(std::string_view uid, std::string_view since) {
  touch(uid);
  return tell(
      "UPDATE runs SET missing_since=CASE WHEN $3::text IS NULL THEN NULL "
      "ELSE coalesce(missing_since, $3::text) END WHERE machine=$1 AND uid=$2",
      uid, since);
}

}  // namespace indexing
