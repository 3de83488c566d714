#include "index/sqlite/work_query.h"
#include "index/row_columns.h"

namespace indexing {
namespace {

#define WORK_SELECT                                                                               \
  "SELECT s.id, s.project_id, s.session_slug, s.title, s.description, s.session_type, "           \
  "s.current_phase, s.status, s.workflow_status, s.working_dir, s.session_dir, s.git_branch, "    \
  "s.git_worktree, s.spec_exists, s.plan_exists, s.checkpoints_total, s.checkpoints_completed, "  \
  "s.current_checkpoint, s.total_input_tokens, s.total_output_tokens, s.total_cost, s.metadata, " \
  "s.etag, s.created_at, s.updated_at, s.started_at, s.completed_at, s.missing_since, p.name "    \
  "FROM sessions s "
#define WORK_COLUMNS WORK_SELECT "LEFT JOIN projects p ON p.id=s.project_id "

constexpr const char* kListWork = WORK_COLUMNS
    "WHERE (?2 IS NULL OR s.project_id=?2) AND (?3 IS NULL OR s.status=?3) AND "
    "(?4 IS NULL OR s.current_phase=?4) ORDER BY s.updated_at DESC, s.session_slug LIMIT ?1";
constexpr const char* kFindWork = WORK_COLUMNS "WHERE s.project_id=?1 AND s.session_slug=?2";

// Pages: a walk along one of two indexes, which have status and phase too, so that a row that is
// passed over is not even read. ?1 limit, ?2 project, ?3 status, ?4 phase, ?5 and ?6 the cursor.
#define PAGE(index, where, order)                                                                  \
  WORK_SELECT "INDEXED BY " index " LEFT JOIN projects p ON p.id=s.project_id WHERE " where        \
              "(?3 IS NULL OR s.status=?3) AND (?4 IS NULL OR s.current_phase=?4) ORDER BY " order \
              " LIMIT ?1"
#define NEWEST "s.updated_at DESC, s.id DESC"
#define BEHIND "(s.updated_at, s.id)<(?5, ?6) AND "
#define UNDATED "s.updated_at IS NULL AND s.id<?6 AND "
struct WorkWalk {
  const char* first;
  const char* next;
  const char* undated;  // Those that have no time, which are behind all others.
};
constexpr WorkWalk kAll{PAGE("idx_work_updated", "", NEWEST),
                        PAGE("idx_work_updated", BEHIND, NEWEST),
                        PAGE("idx_work_updated", UNDATED, "s.id DESC")};
#define OWN "s.project_id=?2 AND "
constexpr WorkWalk kOfProject{PAGE("idx_work_project", OWN, NEWEST),
                              PAGE("idx_work_project", OWN BEHIND, NEWEST),
                              PAGE("idx_work_project", OWN UNDATED, "s.id DESC")};
#undef OWN
#undef UNDATED
#undef BEHIND
#undef NEWEST
#undef PAGE
#undef WORK_COLUMNS
#undef WORK_SELECT

base::Result<void> add_rows(Statement& list, std::vector<WorkRow>& rows) {
  while (true) {
    TRY_ASSIGN(const bool has_row, list.next());
    if (!has_row) return {};
    rows.push_back(work_row_from(list));
  }
}

}  // namespace

base::Result<std::vector<WorkRow>> list_work(Database& database, const WorkListQuery& query) {
  std::vector<WorkRow> rows;
  Statement& list = database.cached(kListWork);
  list.start(query.limit, query.project, query.status, query.phase);
  TRY(add_rows(list, rows));
  return rows;
}

base::Result<std::vector<WorkRow>> page_of_work(Database& database, const WorkPageQuery& query) {
  constexpr std::string_view kLastId = "~";  // Behind every id.
  const WorkWalk& walk = query.project ? kOfProject : kAll;
  const WorkCursor after = query.after.value_or(WorkCursor{});
  const bool is_among_undated = query.after && after.updated_at.empty();
  std::vector<WorkRow> rows;
  if (!is_among_undated) {
    Statement& list = database.cached(query.after ? walk.next : walk.first);
    list.start(query.limit, query.project, query.status, query.phase, after.updated_at, after.id);
    TRY(add_rows(list, rows));
    // The first page walks over both kinds.
    if (!query.after || rows.size() == query.limit) return rows;
  }
  Statement& rest = database.cached(walk.undated);
  rest.start(query.limit - rows.size(), query.project, query.status, query.phase,
             std::string_view(), is_among_undated ? std::string_view(after.id) : kLastId);
  TRY(add_rows(rest, rows));
  return rows;
}

std::vector<std::string> work_page_statements() {
  return {kAll.first,       kAll.next,       kAll.undated,
          kOfProject.first, kOfProject.next, kOfProject.undated};
}

base::Result<std::optional<WorkRow>> find_work(Database& database, std::string_view project,
                                               std::string_view slug) {
  Statement& find = database.cached(kFindWork);
  find.start(project, slug);
  TRY_ASSIGN(const bool is_there, find.next());
  if (!is_there) return std::optional<WorkRow>();
  std::optional<WorkRow> row = work_row_from(find);
  find.done();
  return row;
}

base::Result<std::vector<WorkMark>> work_marks(Database& database, std::string_view project,
                                               std::string_view worktree) {
  std::vector<WorkMark> marks;
  Statement& all = database.cached(
      "SELECT slug, inode, size, mtime_ns, folder_mtime_ns, spec_mtime_ns, spec_size, updated_at "
      "FROM index_folders WHERE worktree="
      "(SELECT id FROM index_worktrees WHERE project_id=?1 AND path=?2) ORDER BY slug");
  all.start(project, worktree);
  while (true) {
    TRY_ASSIGN(const bool has_row, all.next());
    if (!has_row) return marks;
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
}

}  // namespace indexing
