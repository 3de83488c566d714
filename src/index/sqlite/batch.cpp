// The rows of projects, runs and work sessions; batch_events.cpp has those of the journals.
#include "index/sqlite/batch.h"

#include "index/sqlite/documents.h"

namespace indexing {
namespace {

// What lists show of a note that `runs` has no column for: its channel is the session's.
base::Result<void> put_note_activity(Database& database, const RunRow& row) {
  if (!row.paused_until.empty() || !row.channel.empty()) {
    return database
        .cached(
            "INSERT INTO run_activity(run_uid, denials, faults, paused_until, agent_host) "
            "VALUES(?1, 0, 0, ?2, ?3) "
            "ON CONFLICT(run_uid) DO UPDATE SET paused_until=?2, agent_host=?3")
        .run(row.uid, row.paused_until, row.channel);
  }
  TRY(database.cached("UPDATE run_activity SET paused_until=NULL, agent_host=NULL WHERE run_uid=?1")
          .run(row.uid));
  if (database.changes() == 0) return {};
  return database.cached(kTidyActivity).run(row.uid);
}

}  // namespace

SqliteBatch::~SqliteBatch() {
  if (!is_committed_) database_.roll_back();
}

base::Result<void> SqliteBatch::commit() {
  TRY(database_.commit());
  is_committed_ = true;
  return {};
}

base::Result<void> SqliteBatch::put(const ProjectRow& row) {
  // A folder that became a repository is another project; the older one keeps its rows.
  TRY(database_.cached("UPDATE projects SET working_dir=NULL WHERE working_dir=?1 AND id<>?2")
          .run(row.working_dir, row.id));
  return database_
      .cached(
          "INSERT INTO projects(id, root, git_common_dir, name, working_dir, created_at) "
          "VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(id) DO UPDATE SET root=?2, "
          "git_common_dir=?3, name=?4, working_dir=?5, created_at=?6")
      .run(row.id, row.root, row.git_common_dir, row.name, row.working_dir, row.created_at);
}

base::Result<void> SqliteBatch::put(const RunRow& row) {
  TRY(database_
          .cached(
              "INSERT OR REPLACE INTO runs(uid, project_id, note_id, version, signature, mode, "
              "phase, started_at, ended_at, end_reason, host, boot_id, pid, pid_start, "
              "heartbeat_at, channel, branch, worktree, transcript, resumed_from, work_slug, trust,"
              " missing_since) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce(?8, (SELECT at FROM "
              "events "
              "WHERE run_uid=?1 ORDER BY seq LIMIT 1)), ?9, ?10, ?11, ?12, ?13, ?14,"
              " ?15, coalesce((SELECT nullif(channel, 'unknown') FROM session_states WHERE id=?1), "
              "?16), ?17, ?18, ?19, ?20, ?21, ?22, ?23)")
          .run(row.uid, row.project_id, row.note_id, row.version, row.signature, row.mode,
               row.phase, row.started_at, row.ended_at, row.end_reason, row.host, row.boot_id,
               row.pid, row.pid_start, row.heartbeat_at, row.channel, row.branch, row.worktree,
               row.transcript, row.resumed_from, row.work_slug, row.trust, row.missing_since));
  return put_note_activity(database_, row);
}

base::Result<void> SqliteBatch::put_journal_only(const RunRow& row) {
  return database_
      .cached(
          "INSERT INTO runs(uid, project_id, version, started_at, ended_at, heartbeat_at, pid, "
          "trust, channel) VALUES(?1, ?2, 0, ?3, ?4, ?5, 0, ?6, "
          "(SELECT nullif(channel, 'unknown') FROM session_states WHERE id=?1)) "
          "ON CONFLICT(uid) DO UPDATE SET started_at=coalesce(started_at, ?3), "
          "ended_at=CASE trust WHEN 'journal' THEN ?4 ELSE ended_at END, "
          "heartbeat_at=CASE trust WHEN 'journal' THEN ?5 ELSE heartbeat_at END "
          "WHERE ?5 IS NOT NULL AND (started_at IS NULL OR trust='journal')")
      .run(row.uid, row.project_id, row.started_at, row.ended_at, row.heartbeat_at, row.trust);
}

base::Result<void> SqliteBatch::put(const AliasRow& row) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO run_aliases(project_id, kind, value, uid) "
          "VALUES(?1, ?2, ?3, ?4)")
      .run(row.project_id, row.kind, row.value, row.uid);
}

base::Result<void> SqliteBatch::remove_alias(std::string_view project, std::string_view kind,
                                             std::string_view value) {
  return database_.cached("DELETE FROM run_aliases WHERE project_id=?1 AND kind=?2 AND value=?3")
      .run(project, kind, value);
}

base::Result<void> SqliteBatch::put(const ProtocolRow& row) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO protocol_history(session_id, project_id, objective, outcome, "
          "commit_sha, key_decisions, next_notes, ended_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7,"
          " ?8)")
      .run(row.session_id, row.project_id, row.objective, row.outcome, row.commit_sha,
           row.key_decisions, row.next_notes, row.ended_at);
}

base::Result<void> SqliteBatch::put(const DocumentRow& row) { return put_document(database_, row); }

base::Result<void> SqliteBatch::remove_documents(std::string_view kind, std::string_view project,
                                                 std::string_view owner) {
  return indexing::remove_documents(database_, kind, project, owner);
}

base::Result<void> SqliteBatch::put_requirements(std::string_view project, std::string_view branch,
                                                 const std::vector<RequirementRow>& rows) {
  TRY(database_.cached("DELETE FROM requirement_states WHERE project_id=?1 AND branch=?2")
          .run(project, branch));
  Statement& insert = database_.cached(
      "INSERT INTO requirement_states(project_id, branch, requirement, session, satisfied, "
      "satisfied_at, satisfied_by, expires_at, triggered, triggered_at) "
      "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
  for (const RequirementRow& row : rows) {
    TRY(insert.run(project, branch, row.requirement, row.session, row.satisfied, row.satisfied_at,
                   row.satisfied_by, row.expires_at, row.triggered, row.triggered_at));
  }
  return {};
}

base::Result<void> SqliteBatch::put(const FileMark& mark) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO index_files(project_id, kind, name, inode, size, mtime_ns, "
          "offset, tail, carry) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
      .run(mark.project_id, mark.kind, mark.name, mark.inode, mark.size, mark.mtime_ns, mark.offset,
           mark.tail, mark.carry);
}

base::Result<void> SqliteBatch::remove_mark(std::string_view project, std::string_view kind,
                                            std::string_view name) {
  return database_.cached("DELETE FROM index_files WHERE project_id=?1 AND kind=?2 AND name=?3")
      .run(project, kind, name);
}

base::Result<void> SqliteBatch::mark_run_missing(std::string_view uid, std::string_view since) {
  return database_
      .cached(
          "UPDATE runs SET missing_since=CASE WHEN ?2 IS NULL THEN NULL "
          "ELSE coalesce(missing_since, ?2) END WHERE uid=?1")
      .run(uid, since);
}

base::Result<void> SqliteBatch::put(const WorkRow& row, const PutWork& how) {
  database_.forget_inserted();
  TRY(database_
          .cached(
              "INSERT INTO sessions(id, project_id, session_slug, title, description, "
              "session_type, "
              "current_phase, status, workflow_status, working_dir, session_dir, git_branch, "
              "git_worktree, spec_exists, plan_exists, checkpoints_total, checkpoints_completed, "
              "current_checkpoint, metadata, etag, created_at, updated_at, started_at, "
              "completed_at) "
              "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, "
              "?18,"
              " ?19, ?20, ?21, ?22, ?23, ?24) ON CONFLICT(project_id, session_slug) DO UPDATE SET "
              "title=?4, description=?5, session_type=?6, current_phase=?7, status=?8, "
              "workflow_status=?9, working_dir=?10, session_dir=?11, git_branch=?12, "
              "git_worktree=?13, "
              "spec_exists=?14, plan_exists=?15, checkpoints_total=?16, checkpoints_completed=?17, "
              "current_checkpoint=?18, metadata=?19, etag=?20, created_at=?21, updated_at=?22, "
              "started_at=?23, completed_at=?24, missing_since=NULL, error_message=NULL "
              "WHERE ?25 OR missing_since IS NOT NULL OR session_dir=?11 OR "
              "coalesce(?22, '')>coalesce(updated_at, '') OR "
              "(?22 IS updated_at AND ?11<session_dir)")
          .run(row.id, row.project_id, row.slug, row.title, row.description, row.type, row.phase,
               row.status, row.workflow_status, row.working_dir, row.session_dir, row.git_branch,
               row.git_worktree, row.spec_exists, row.plan_exists, row.checkpoints_total,
               row.checkpoints_completed, row.current_checkpoint, row.metadata, row.etag,
               row.created_at, row.updated_at, row.started_at, row.completed_at, how.always));
  // Its text waits for the next search: making words of it takes longer than all of the above.
  if (const std::int64_t fresh = database_.last_inserted(); fresh != 0) {
    return database_.cached("INSERT OR IGNORE INTO search_pending(session) VALUES(?1)").run(fresh);
  }
  return database_
      .cached(
          "INSERT OR IGNORE INTO search_pending(session) SELECT rowid FROM sessions "
          "WHERE project_id=?1 AND session_slug=?2")
      .run(row.project_id, row.slug);
}

base::Result<std::int64_t> SqliteBatch::worktree_number(std::string_view project,
                                                        std::string_view worktree) {
  std::string key = std::string(project) + "\n" + std::string(worktree);
  if (key == worktree_key_) return worktree_;
  TRY(database_.cached("INSERT OR IGNORE INTO index_worktrees(project_id, path) VALUES(?1, ?2)")
          .run(project, worktree));
  Statement& find =
      database_.cached("SELECT id FROM index_worktrees WHERE project_id=?1 AND path=?2");
  find.start(project, worktree);
  TRY(find.next());
  worktree_ = find.number(0);
  find.done();
  worktree_key_ = std::move(key);
  return worktree_;
}

base::Result<void> SqliteBatch::put(std::string_view project, std::string_view worktree,
                                    const WorkMark& mark) {
  TRY_ASSIGN(const std::int64_t number, worktree_number(project, worktree));
  return database_
      .cached(
          "INSERT OR REPLACE INTO index_folders(worktree, slug, inode, size, mtime_ns, "
          "folder_mtime_ns, spec_mtime_ns, spec_size, updated_at) "
          "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
      .run(number, mark.slug, mark.inode, mark.size, mark.mtime_ns, mark.folder_mtime_ns,
           mark.spec_mtime_ns, mark.spec_size, mark.updated_at);
}

base::Result<void> SqliteBatch::remove_work_mark(std::string_view project,
                                                 std::string_view worktree, std::string_view slug) {
  TRY_ASSIGN(const std::int64_t number, worktree_number(project, worktree));
  return database_.cached("DELETE FROM index_folders WHERE worktree=?1 AND slug=?2")
      .run(number, slug);
}

base::Result<void> SqliteBatch::mark_work_missing(std::string_view project, std::string_view slug,
                                                  std::string_view since) {
  return database_
      .cached(
          "UPDATE sessions SET missing_since=coalesce(missing_since, ?3) "
          "WHERE project_id=?1 AND session_slug=?2")
      .run(project, slug, since);
}

base::Result<void> SqliteBatch::remove_work(std::string_view project, std::string_view slug) {
  TRY(database_.cached("DELETE FROM sessions WHERE project_id=?1 AND session_slug=?2")
          .run(project, slug));
  TRY(database_
          .cached("DELETE FROM index_folders WHERE slug=?2 AND worktree IN "
                  "(SELECT id FROM index_worktrees WHERE project_id=?1)")
          .run(project, slug));
  for (const char* kind : {"work", "spec"}) TRY(remove_documents(kind, project, slug));
  return {};
}

}  // namespace indexing
