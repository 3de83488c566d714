#include "index/postgres/work_query.h"
#include "index/row_columns.h"

namespace indexing {
namespace {

constexpr std::string_view kWorkColumns =
    "SELECT s.id, s.project_id, s.session_slug, s.title, s.description, s.session_type, "
    "s.current_phase, s.status, s.workflow_status, s.working_dir, s.session_dir, s.git_branch, "
    "s.git_worktree, s.spec_exists, s.plan_exists, s.checkpoints_total, s.checkpoints_completed, "
    "s.current_checkpoint, s.total_input_tokens, s.total_output_tokens, s.total_cost, s.metadata, "
    "s.etag, s.created_at, s.updated_at, s.started_at, s.completed_at, s.missing_since, p.name, "
    "s.machine FROM (SELECT * FROM sessions s WHERE ";
constexpr std::string_view kWorkJoin =
    ") s LEFT JOIN projects p ON p.machine=s.machine AND p.id=s.project_id ";
constexpr std::string_view kListed =
    " ORDER BY coalesce(s.updated_at, '') DESC, s.session_slug, s.project_id, s.machine";
constexpr std::string_view kPaged =
    " ORDER BY coalesce(s.updated_at, '') DESC, s.id DESC, s.machine DESC";

WorkRow work_row(const Scope& scope, const Rows& at) {
  WorkRow row = work_row_from(at);
  row.machine = scope.shown(at.view(29));
  return row;
}

// `page` has come as far as the conditions on `s`.
base::Result<std::vector<WorkRow>> cut_work_page(const Scope& scope, Query& page,
                                                 std::string_view order, std::size_t limit) {
  page.sql(order).limit(limit).sql(kWorkJoin).sql(order);
  TRY_ASSIGN(Rows found, scope.connection.ask(page));
  std::vector<WorkRow> rows;
  while (found.next()) rows.push_back(work_row(scope, found));
  return rows;
}

template <typename Asked>
Query filtered(const Scope& scope, const Asked& query) {
  Query page(kWorkColumns);
  scope.only(page, "s");
  if (query.project) page.sql("project_id=").value(*query.project).sql(" AND ");
  if (query.status) page.sql("status=").value(*query.status).sql(" AND ");
  if (query.phase) page.sql("current_phase=").value(*query.phase).sql(" AND ");
  return page;
}

}  // namespace

base::Result<std::vector<WorkRow>> list_work(const Scope& scope, const WorkListQuery& query) {
  Query page = filtered(scope, query);
  page.sql("true");
  return cut_work_page(scope, page, kListed, query.limit);
}

base::Result<std::vector<WorkRow>> page_of_work(const Scope& scope, const WorkPageQuery& query) {
  Query page = filtered(scope, query);
  if (query.after) {
    page.sql("(coalesce(updated_at, ''), id, machine)<(coalesce(").value(query.after->updated_at);
    page.sql("::text, ''), ").value(query.after->id).sql("::text, ");
    page.value(scope.is_all ? scope.meant(query.after->machine) : std::string());
    page.sql("::text) AND ");
  }
  page.sql("true");
  return cut_work_page(scope, page, kPaged, query.limit);
}

base::Result<std::optional<WorkRow>> find_work(const Scope& scope, std::string_view project,
                                               std::string_view slug) {
  Query page(kWorkColumns);
  scope.only(page, "s");
  page.sql("project_id=").value(project).sql(" AND session_slug=").value(slug);
  TRY_ASSIGN(std::vector<WorkRow> rows, cut_work_page(scope, page, kPaged, 1));
  if (rows.empty()) return std::optional<WorkRow>();
  return std::optional<WorkRow>(std::move(rows.front()));
}

base::Result<std::vector<WorkMark>> work_marks(const Scope& scope, std::string_view project,
                                               std::string_view worktree) {
  Query query(
      "SELECT slug, inode, size, mtime_ns, folder_mtime_ns, spec_mtime_ns, spec_size, updated_at "
      "FROM index_folders WHERE machine=");
  query.value(scope.machine).sql(" AND project_id=").value(project);
  query.sql(" AND worktree=").value(worktree).sql(" ORDER BY slug");
  TRY_ASSIGN(Rows all, scope.connection.ask(query));
  std::vector<WorkMark> marks;
  while (all.next()) {
    WorkMark& mark = marks.emplace_back();
    mark.slug = all.view(0);
    mark.inode = static_cast<std::uint64_t>(all.number(1));
    mark.size = static_cast<std::uint64_t>(all.number(2));
    mark.mtime_ns = all.number(3);
    mark.folder_mtime_ns = all.number(4);
    mark.spec_mtime_ns = all.number(5);
    mark.spec_size = static_cast<std::uint64_t>(all.number(6));
    mark.updated_at = all.view(7);
  }
  return marks;
}

base::Result<std::vector<std::string>> marked_worktrees(const Scope& scope,
                                                        std::string_view project) {
  Query query("SELECT DISTINCT worktree FROM index_folders WHERE machine=");
  query.value(scope.machine).sql(" AND project_id=").value(project).sql(" ORDER BY worktree");
  return first_column(scope, query);
}

base::Result<std::vector<std::string>> missing_slugs(const Scope& scope, std::string_view project) {
  Query query("SELECT session_slug FROM sessions WHERE machine=");
  query.value(scope.machine).sql(" AND project_id=").value(project);
  query.sql(" AND missing_since IS NOT NULL ORDER BY session_slug");
  return first_column(scope, query);
}

}  // namespace indexing
