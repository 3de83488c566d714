#include "index/sqlite/run_query.h"
#include "index/row_columns.h"

namespace indexing {
namespace {

#define RUN_COLUMNS                                                                          \
  "SELECT uid, project_id, note_id, version, signature, mode, phase, started_at, ended_at, " \
  "end_reason, host, boot_id, pid, pid_start, heartbeat_at, channel, branch, worktree, "     \
  "transcript, resumed_from, work_slug, trust, missing_since FROM runs "

// Each is answered by an index from where the page begins: see schema.cpp.
constexpr const char* kFirstOfAll =
    RUN_COLUMNS "INDEXED BY idx_runs_started ORDER BY started_at DESC, uid DESC LIMIT ?1";
constexpr const char* kNextOfAll = RUN_COLUMNS
    "INDEXED BY idx_runs_started WHERE (started_at, uid)<(?2, ?3) "
    "ORDER BY started_at DESC, uid DESC LIMIT ?1";
constexpr const char* kFirstOfProject = RUN_COLUMNS
    "INDEXED BY idx_runs_project WHERE project_id=?2 ORDER BY started_at DESC, uid DESC LIMIT ?1";
constexpr const char* kNextOfProject = RUN_COLUMNS
    "INDEXED BY idx_runs_project WHERE project_id=?2 AND (started_at, uid)<(?3, ?4) "
    "ORDER BY started_at DESC, uid DESC LIMIT ?1";
constexpr const char* kRecent = RUN_COLUMNS
    "INDEXED BY idx_runs_ended WHERE ended_at>=?2 ORDER BY ended_at DESC, uid DESC LIMIT ?1";
constexpr const char* kRecentOfProject = RUN_COLUMNS
    "INDEXED BY idx_runs_project_ended WHERE project_id=?3 AND ended_at>=?2 "
    "ORDER BY ended_at DESC, uid DESC LIMIT ?1";

#undef RUN_COLUMNS

base::Result<std::vector<RunRow>> rows_of(Statement& statement) {
  std::vector<RunRow> rows;
  while (true) {
    TRY_ASSIGN(const bool has_row, statement.next());
    if (!has_row) return rows;
    rows.push_back(run_row_from(statement));
  }
}

}  // namespace

base::Result<std::vector<ProjectRow>> all_projects(Database& database) {
  std::vector<ProjectRow> rows;
  Statement& all = database.cached(
      "SELECT id, root, git_common_dir, name, working_dir, created_at FROM projects ORDER BY id");
  all.start();
  while (true) {
    TRY_ASSIGN(const bool has_row, all.next());
    if (!has_row) return rows;
    rows.push_back({all.text(0), all.text(1), all.text(2), all.text(3), all.text(4), all.text(5)});
  }
}

base::Result<std::vector<RunRow>> list_runs(Database& database, const RunQuery& query) {
  const std::string project = query.project.value_or("");
  const RunCursor after = query.after.value_or(RunCursor{});
  if (query.project) {
    Statement& list = database.cached(query.after ? kNextOfProject : kFirstOfProject);
    if (query.after) {
      list.start(query.limit, project, after.started_at, after.uid);
    } else {
      list.start(query.limit, project);
    }
    return rows_of(list);
  }
  Statement& list = database.cached(query.after ? kNextOfAll : kFirstOfAll);
  if (query.after) {
    list.start(query.limit, after.started_at, after.uid);
  } else {
    list.start(query.limit);
  }
  return rows_of(list);
}

base::Result<std::vector<RunRow>> list_recent_runs(Database& database,
                                                   const RecentRunQuery& query) {
  if (query.project) {
    Statement& list = database.cached(kRecentOfProject);
    list.start(query.limit, query.since, *query.project);
    return rows_of(list);
  }
  Statement& list = database.cached(kRecent);
  list.start(query.limit, query.since);
  return rows_of(list);
}

namespace {

FileMark mark_of(const Statement& row, std::string_view project) {
  FileMark mark;
  mark.project_id = project;
  mark.kind = row.text(0);
  mark.name = row.text(1);
  mark.inode = static_cast<std::uint64_t>(row.number(2));
  mark.size = static_cast<std::uint64_t>(row.number(3));
  mark.mtime_ns = row.number(4);
  mark.offset = static_cast<std::uint64_t>(row.number(5));
  mark.tail = row.text(6);
  mark.carry = row.text(7);
  return mark;
}

}  // namespace

base::Result<std::vector<FileMark>> file_marks(Database& database, std::string_view project) {
  std::vector<FileMark> marks;
  Statement& all = database.cached(
      "SELECT kind, name, inode, size, mtime_ns, offset, tail, carry FROM index_files "
      "WHERE project_id=?1");
  all.start(project);
  while (true) {
    TRY_ASSIGN(const bool has_row, all.next());
    if (!has_row) return marks;
    marks.push_back(mark_of(all, project));
  }
}

base::Result<std::optional<FileMark>> file_mark(Database& database, std::string_view project,
                                                std::string_view kind, std::string_view name) {
  Statement& one = database.cached(
      "SELECT kind, name, inode, size, mtime_ns, offset, tail, carry FROM index_files "
      "WHERE project_id=?1 AND kind=?2 AND name=?3");
  one.start(project, kind, name);
  TRY_ASSIGN(const bool has_row, one.next());
  if (!has_row) return std::optional<FileMark>();
  std::optional<FileMark> mark = mark_of(one, project);
  one.done();
  return mark;
}

}  // namespace indexing
