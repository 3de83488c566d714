// The rows of work sessions and of the texts that can be searched.
#include "base/time.h"
#include "index/event_number.h"
#include "index/postgres/batch.h"

namespace indexing {
namespace {

std::int64_t millis_of(std::string_view at) {
  const auto instant = base::instant_from_iso(at);
  return instant.ok() ? instant->time_since_epoch().count() : 0;
}

std::string key_of(std::string_view kind, std::string_view project, std::string_view owner) {
  return std::string(kind) + "\n" + std::string(project) + "\n" + std::string(owner);
}

}  // namespace

base::Result<void> PostgresBatch::put(const WorkRow& row, const PutWork& how) {
  TRY(tell(
      "INSERT INTO sessions AS s(machine, id, project_id, session_slug, title, description, "
      "session_type, current_phase, status, workflow_status, working_dir, session_dir, git_branch, "
      "git_worktree, spec_exists, plan_exists, checkpoints_total, checkpoints_completed, "
      "current_checkpoint, metadata, etag, created_at, updated_at, started_at, completed_at) "
      "VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, "
      "$19, $20, $21, $22, $23, $24, $25) ON CONFLICT(machine, project_id, session_slug) DO "
      "UPDATE SET title=excluded.title, description=excluded.description, "
      "session_type=excluded.session_type, current_phase=excluded.current_phase, "
      "status=excluded.status, workflow_status=excluded.workflow_status, "
      "working_dir=excluded.working_dir, session_dir=excluded.session_dir, "
      "git_branch=excluded.git_branch, git_worktree=excluded.git_worktree, "
      "spec_exists=excluded.spec_exists, plan_exists=excluded.plan_exists, "
      "checkpoints_total=excluded.checkpoints_total, "
      "checkpoints_completed=excluded.checkpoints_completed, "
      "current_checkpoint=excluded.current_checkpoint, metadata=excluded.metadata, "
      "etag=excluded.etag, created_at=excluded.created_at, updated_at=excluded.updated_at, "
      "started_at=excluded.started_at, completed_at=excluded.completed_at, missing_since=NULL, "
      "error_message=NULL WHERE $26::bigint<>0 OR s.missing_since IS NOT NULL OR "
      "s.session_dir=excluded.session_dir OR "
      "coalesce(excluded.updated_at, '')>coalesce(s.updated_at, '') OR "
      "(excluded.updated_at IS NOT DISTINCT FROM s.updated_at AND "
      "excluded.session_dir<s.session_dir)",
      row.id, row.project_id, row.slug, row.title, row.description, row.type, row.phase, row.status,
      row.workflow_status, row.working_dir, row.session_dir, row.git_branch, row.git_worktree,
      row.spec_exists, row.plan_exists, row.checkpoints_total, row.checkpoints_completed,
      row.current_checkpoint, row.metadata, row.etag, row.created_at, row.updated_at,
      row.started_at, row.completed_at, how.always));
  return tell(
      "INSERT INTO search_pending(machine, project_id, session_slug) VALUES($1, $2, $3) "
      "ON CONFLICT DO NOTHING",
      row.project_id, row.slug);
}

base::Result<void> PostgresBatch::put(std::string_view project, std::string_view worktree,
                                      const WorkMark& mark) {
  return tell(
      "INSERT INTO index_folders(machine, project_id, worktree, slug, inode, size, mtime_ns, "
      "folder_mtime_ns, spec_mtime_ns, spec_size, updated_at) VALUES($1, coalesce($2, ''), "
      "coalesce($3, ''), coalesce($4, ''), $5, $6, $7, $8, $9, $10, $11) "
      "ON CONFLICT(machine, project_id, worktree, slug) DO UPDATE SET inode=excluded.inode, "
      "size=excluded.size, mtime_ns=excluded.mtime_ns, folder_mtime_ns=excluded.folder_mtime_ns, "
      "spec_mtime_ns=excluded.spec_mtime_ns, spec_size=excluded.spec_size, "
      "updated_at=excluded.updated_at",
      project, worktree, mark.slug, mark.inode, mark.size, mark.mtime_ns, mark.folder_mtime_ns,
      mark.spec_mtime_ns, mark.spec_size, mark.updated_at);
}

base::Result<void> PostgresBatch::put_new(std::string_view project, std::string_view worktree,
                                          std::span<const NewWork> works) {
  // Their project may be among what waits, and has to be there first.
  if (!steps_.empty()) TRY(flush());
  for (const NewWork& work : works) {
    const WorkRow& row = *work.row;
    const WorkMark& mark = *work.mark;
    staging_.rows(Bulk::folders)
        .add(project, worktree, mark.slug, mark.inode, mark.size, mark.mtime_ns,
             mark.folder_mtime_ns, mark.spec_mtime_ns, mark.spec_size, mark.updated_at);
    staging_.rows(Bulk::work)
        .add(row.id, row.project_id, row.slug, row.title, row.description, row.type, row.phase,
             row.status, row.workflow_status, row.working_dir, row.session_dir, row.git_branch,
             row.git_worktree, row.spec_exists, row.plan_exists, row.checkpoints_total,
             row.checkpoints_completed, row.current_checkpoint, row.metadata, row.etag,
             row.created_at, row.updated_at, row.started_at, row.completed_at);
    TRY(grown());
  }
  return {};
}

base::Result<void> PostgresBatch::remove_work_mark(std::string_view project,
                                                   std::string_view worktree,
                                                   std::string_view slug) {
  return tell(
      "DELETE FROM index_folders WHERE machine=$1 AND project_id=$2 AND worktree=$3 AND slug=$4",
      project, worktree, slug);
}

base::Result<void> PostgresBatch::mark_work_missing(std::string_view project, std::string_view slug,
                                                    std::string_view since) {
  return tell(
      "UPDATE sessions SET missing_since=coalesce(missing_since, $4) WHERE machine=$1 AND "
      "project_id=$2 AND session_slug=$3",
      project, slug, since);
}

base::Result<void> PostgresBatch::remove_work(std::string_view project, std::string_view slug) {
  for (const char* sql :
       {"DELETE FROM sessions WHERE machine=$1 AND project_id=$2 AND session_slug=$3",
        "DELETE FROM index_folders WHERE machine=$1 AND project_id=$2 AND slug=$3",
        "DELETE FROM search_pending WHERE machine=$1 AND project_id=$2 AND session_slug=$3"}) {
    TRY(tell(sql, project, slug));
  }
  for (const char* kind : {"work", "spec"}) TRY(remove_documents(kind, project, slug));
  return {};
}

base::Result<void> PostgresBatch::add_document(std::int64_t number, const DocumentRow& row) {
  if (failed_) return *failed_;
  documents_.insert(key_of(row.kind, row.project_id, row.owner));
  CopyRows& rows = staging_.rows(Bulk::documents);
  rows.add(rows.rows(), number, row.kind, row.project_id, row.owner, row.part, row.title, row.body,
           row.at);
  return grown();
}

base::Result<void> PostgresBatch::put(const DocumentRow& row) {
  const std::string name = row.kind + row.owner + row.part;
  return add_document(event_number(millis_of(row.at), run_slot(name), 0), row);
}

base::Result<void> PostgresBatch::remove_documents(std::string_view kind, std::string_view project,
                                                   std::string_view owner) {
  // Texts go in behind the statements: one that waits would come back.
  if (documents_.contains(key_of(kind, project, owner))) TRY(flush());
  return tell(
      "DELETE FROM search_documents WHERE machine=$1 AND kind=$2 AND project_id=$3 AND owner=$4",
      kind, project, owner);
}

base::Result<std::size_t> PostgresBatch::take_in_pending(std::size_t limit) {
  Query next(
      "SELECT p.project_id, p.session_slug, s.title, s.description, s.updated_at, s.id FROM "
      "search_pending p LEFT JOIN sessions s ON s.machine=p.machine AND "
      "s.project_id=p.project_id AND s.session_slug=p.session_slug WHERE p.machine=");
  next.value(machine_).limit(limit);
  TRY_ASSIGN(Rows pending, connection_.ask(next));
  std::size_t taken = 0;
  for (; pending.next(); ++taken) {
    TRY(tell("DELETE FROM search_pending WHERE machine=$1 AND project_id=$2 AND session_slug=$3",
             pending.view(0), pending.view(1)));
    if (pending.is_null(5)) continue;
    TRY(put(DocumentRow{.kind = "work",
                        .project_id = pending.text(0),
                        .owner = pending.text(1),
                        .part = {},
                        .title = pending.text(2),
                        .body = pending.text(3),
                        .at = pending.text(4)}));
  }
  return taken;
}

}  // namespace indexing
