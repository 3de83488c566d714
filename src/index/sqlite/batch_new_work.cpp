// Work sessions that come for the first time, by the hundred thousand: many rows in one statement.
// SQLite then stays at the place where it put the row before, instead of looking for the end of
// each table and each of its indexes again.
#include "index/sqlite/batch.h"

namespace indexing {
namespace {

constexpr std::size_t kRowsAtOnce = 32;

std::string insert_sql(std::string_view into, std::size_t columns, std::size_t rows) {
  std::string row = "(";
  for (std::size_t i = 0; i < columns; ++i) row += i == 0 ? "?" : ",?";
  row += ")";
  // FAIL: one that fails undoes nothing, which keeps SQLite from writing down what each page was
  // before. The transaction is not committed then.
  std::string sql = "INSERT OR FAIL INTO " + std::string(into) + " VALUES";
  for (std::size_t i = 0; i < rows; ++i) sql += (i == 0 ? "" : ",") + row;
  return sql;
}

// For `kRowsAtOnce` rows and for one. Both live as long as the program: statements are found by the
// address of their text.
struct Insert {
  Insert(std::string_view into, std::size_t columns)
      : many(insert_sql(into, columns, kRowsAtOnce)), one(insert_sql(into, columns, 1)) {}
  Statement& statement(Database& database, std::size_t rows) const {
    return database.cached(rows == 1 ? one.c_str() : many.c_str());
  }

  std::string many;
  std::string one;
};

base::Result<void> put_rows(Database& database, std::span<const Batch::NewWork> works) {
  static const Insert insert(
      "sessions(id, project_id, session_slug, title, description, session_type, current_phase, "
      "status, workflow_status, working_dir, session_dir, git_branch, git_worktree, spec_exists, "
      "plan_exists, checkpoints_total, checkpoints_completed, current_checkpoint, metadata, etag, "
      "created_at, updated_at, started_at, completed_at)",
      24);
  Statement& statement = insert.statement(database, works.size());
  statement.done();
  for (const Batch::NewWork& work : works) {
    const WorkRow& row = *work.row;
    statement.add(row.id, row.project_id, row.slug, row.title, row.description, row.type, row.phase,
                  row.status, row.workflow_status, row.working_dir, row.session_dir, row.git_branch,
                  row.git_worktree, row.spec_exists, row.plan_exists, row.checkpoints_total,
                  row.checkpoints_completed, row.current_checkpoint, row.metadata, row.etag,
                  row.created_at, row.updated_at, row.started_at, row.completed_at);
  }
  return statement.finish();
}

base::Result<void> put_marks(Database& database, std::int64_t worktree,
                             std::span<const Batch::NewWork> works) {
  static const Insert insert(
      "index_folders(worktree, slug, inode, size, mtime_ns, folder_mtime_ns, spec_mtime_ns, "
      "spec_size, updated_at)",
      9);
  Statement& statement = insert.statement(database, works.size());
  statement.done();
  for (const Batch::NewWork& work : works) {
    const WorkMark& mark = *work.mark;
    statement.add(worktree, mark.slug, mark.inode, mark.size, mark.mtime_ns, mark.folder_mtime_ns,
                  mark.spec_mtime_ns, mark.spec_size, mark.updated_at);
  }
  return statement.finish();
}

// Of rows that were put just now: they have the highest numbers, one after the other.
base::Result<void> put_pending(Database& database, std::int64_t last, std::size_t rows) {
  static const Insert insert("search_pending(session)", 1);
  Statement& statement = insert.statement(database, rows);
  statement.done();
  for (std::size_t i = rows; i > 0; --i) statement.add(last - static_cast<std::int64_t>(i - 1));
  return statement.finish();
}

}  // namespace

base::Result<void> SqliteBatch::put_new(std::string_view project, std::string_view worktree,
                                        std::span<const NewWork> works) {
  TRY_ASSIGN(const std::int64_t number, worktree_number(project, worktree));
  while (!works.empty()) {
    const auto some = works.first(works.size() < kRowsAtOnce ? 1 : kRowsAtOnce);
    works = works.subspan(some.size());
    TRY(put_marks(database_, number, some));
    TRY(put_rows(database_, some));
    TRY(put_pending(database_, database_.last_inserted(), some.size()));
  }
  return {};
}

}  // namespace indexing
