#include "index/postgres/run_query.h"
#include "index/row_columns.h"

#include "base/text.h"

namespace indexing {
namespace {

constexpr std::string_view kRunColumns =
    "SELECT uid, project_id, note_id, version, signature, mode, phase, started_at, ended_at, "
    "end_reason, host, boot_id, pid, pid_start, heartbeat_at, channel, branch, worktree, "
    "transcript, resumed_from, work_slug, trust, missing_since FROM runs r WHERE ";
constexpr std::size_t kPrefixCharsMin = 6;

base::Result<std::vector<RunRow>> runs_of(const Scope& scope, const Query& query) {
  TRY_ASSIGN(Rows at, scope.connection.ask(query));
  std::vector<RunRow> rows;
  while (at.next()) rows.push_back(run_row_from(at));
  return rows;
}

FileMark mark_of(const Rows& row, std::string_view project) {
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

base::Result<std::vector<NamedRun>> named_runs(const Scope& scope, const Query& query) {
  TRY_ASSIGN(Rows rows, scope.connection.ask(query));
  std::vector<NamedRun> runs;
  while (rows.next()) {
    runs.push_back({rows.text(0), rows.text(1), scope.shown(rows.view(2))});
  }
  return runs;
}

}  // namespace

base::Result<std::vector<ProjectRow>> all_projects(const Scope& scope) {
  Query query(
      "SELECT id, root, git_common_dir, name, working_dir, created_at FROM projects p WHERE ");
  scope.only(query, "p");
  query.sql("true ORDER BY id, machine");
  TRY_ASSIGN(Rows all, scope.connection.ask(query));
  std::vector<ProjectRow> rows;
  while (all.next()) {
    rows.push_back({all.text(0), all.text(1), all.text(2), all.text(3), all.text(4), all.text(5)});
  }
  return rows;
}

base::Result<std::vector<RunRow>> list_runs(const Scope& scope, const RunQuery& query) {
  Query list(kRunColumns);
  scope.only(list, "r");
  if (query.project) list.sql("project_id=").value(*query.project).sql(" AND ");
  if (query.after) {
    // A run without a beginning is on the first page or on none, as with SQLite.
    list.sql("started_at IS NOT NULL AND (coalesce(started_at, ''), uid, machine)<(")
        .value(query.after->started_at)
        .sql("::text, ")
        .value(query.after->uid)
        .sql("::text, ")
        .value(scope.is_all ? scope.meant(query.after->machine) : std::string())
        .sql("::text) AND ");
  }
  list.sql("true ORDER BY coalesce(started_at, '') DESC, uid DESC, machine DESC");
  list.limit(query.limit);
  return runs_of(scope, list);
}

base::Result<std::vector<RunRow>> list_recent_runs(const Scope& scope,
                                                   const RecentRunQuery& query) {
  Query list(kRunColumns);
  scope.only(list, "r");
  if (query.project) list.sql("project_id=").value(*query.project).sql(" AND ");
  list.sql("ended_at>=").value(query.since);
  list.sql(" ORDER BY ended_at DESC, uid DESC, machine DESC").limit(query.limit);
  return runs_of(scope, list);
}

base::Result<std::vector<FileMark>> file_marks(const Scope& scope, std::string_view project) {
  Query query(
      "SELECT kind, name, inode, size, mtime_ns, \"offset\", tail, carry FROM index_files WHERE "
      "machine=");
  query.value(scope.machine).sql(" AND project_id=").value(project).sql(" ORDER BY kind, name");
  TRY_ASSIGN(Rows rows, scope.connection.ask(query));
  std::vector<FileMark> marks;
  while (rows.next()) marks.push_back(mark_of(rows, project));
  return marks;
}

base::Result<std::optional<FileMark>> file_mark(const Scope& scope, std::string_view project,
                                                std::string_view kind, std::string_view name) {
  Query query(
      "SELECT kind, name, inode, size, mtime_ns, \"offset\", tail, carry FROM index_files WHERE "
      "machine=");
  query.value(scope.machine).sql(" AND project_id=").value(project);
  query.sql(" AND kind=").value(kind).sql(" AND name=").value(name);
  TRY_ASSIGN(Rows row, scope.connection.ask(query));
  if (!row.next()) return std::optional<FileMark>();
  return std::optional<FileMark>(mark_of(row, project));
}

base::Result<std::vector<ProjectListRow>> list_projects(const Scope& scope) {
  // A step along an index for each. Of all machines, the last run of a project is the team's.
  Query query(
      "SELECT id, root, git_common_dir, name, working_dir, created_at, "
      "(SELECT coalesce(r.started_at, '') FROM runs r WHERE r.project_id=p.id");
  if (!scope.is_all) query.sql(" AND r.machine=p.machine");
  query.sql(" ORDER BY coalesce(r.started_at, '') DESC LIMIT 1), machine FROM projects p WHERE ");
  scope.only(query, "p");
  query.sql("true ORDER BY name NULLS FIRST, id, machine");
  TRY_ASSIGN(Rows all, scope.connection.ask(query));
  std::vector<ProjectListRow> rows;
  while (all.next()) {
    rows.push_back({{all.text(0), all.text(1), all.text(2), all.text(3), all.text(4), all.text(5)},
                    all.text(6),
                    scope.shown(all.view(7))});
  }
  return rows;
}

base::Result<std::vector<std::string>> projects_named(const Scope& scope, const std::string& text) {
  Query by_id("SELECT DISTINCT id FROM projects p WHERE ");
  scope.only(by_id, "p");
  by_id.sql("id=").value(text);
  TRY_ASSIGN(std::vector<std::string> found, first_column(scope, by_id));
  if (!found.empty()) return found;
  Query by_name("SELECT DISTINCT id FROM projects p WHERE ");
  scope.only(by_name, "p");
  by_name.sql("name=").value(text).sql(" ORDER BY id LIMIT 2");
  return first_column(scope, by_name);
}

base::Result<std::vector<NamedRun>> runs_named(const Scope& scope, const std::string& text) {
  const std::string lower = base::to_lower(text);
  Query by_id("SELECT uid, project_id, machine FROM runs r WHERE ");
  scope.only(by_id, "r");
  by_id.sql("uid=").value(lower).sql(" ORDER BY machine LIMIT 3");
  TRY_ASSIGN(std::vector<NamedRun> found, named_runs(scope, by_id));
  if (!found.empty()) return found;
  Query by_alias(
      "SELECT DISTINCT r.uid, r.project_id, r.machine FROM run_aliases a JOIN runs r ON "
      "r.machine=a.machine AND r.uid=a.uid WHERE ");
  scope.only(by_alias, "a");
  by_alias.sql("a.value=").value(text).sql(" ORDER BY r.uid, r.machine LIMIT 3");
  TRY_ASSIGN(found, named_runs(scope, by_alias));
  if (!found.empty() || text.size() < kPrefixCharsMin) return found;
  Query by_prefix("SELECT uid, project_id, machine FROM runs r WHERE ");
  scope.only(by_prefix, "r");
  // Behind every id that begins so.
  by_prefix.sql("uid>=").value(lower).sql(" AND uid<").value(lower + "~");
  by_prefix.sql(" ORDER BY uid, machine LIMIT 3");
  return named_runs(scope, by_prefix);
}

}  // namespace indexing
