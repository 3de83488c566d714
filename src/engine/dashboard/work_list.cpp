#include "engine/dashboard/work_list.h"

#include "engine/dashboard/list_source.h"
#include "engine/dashboard/places.h"

namespace engine::dashboard {
namespace {

constexpr std::string_view kWorkList = "work";

WorkSummary summary_of_row(ListSource& source, indexing::WorkRow row) {
  WorkSummary work;
  work.project_name = row.project_name.empty() ? row.project_id : std::move(row.project_name);
  work.project = std::move(row.project_id);
  work.title = row.title.empty() ? row.slug : std::move(row.title);
  work.slug = std::move(row.slug);
  work.description = std::move(row.description);
  work.type = std::move(row.type);
  work.phase = std::move(row.phase);
  work.status = std::move(row.status);
  work.branch = std::move(row.git_branch);
  work.checkpoints_total = row.checkpoints_total;
  work.checkpoints_completed = row.checkpoints_completed;
  work.current_checkpoint = row.current_checkpoint;
  work.cost_usd = row.cost;
  work.updated_at = std::move(row.updated_at);
  work.is_missing = !row.missing_since.empty();
  work.machine = source.machine_of(std::move(row.machine));
  work.machine_name = source.name_of(work.machine);
  return work;
}

}  // namespace

base::Result<Page<WorkSummary>> list_work(Dashboard& dashboard, const WorkQuestion& question) {
  ListSource source(dashboard.parts(), question.scope);
  const std::string list = source.cursor_name(kWorkList);
  indexing::WorkPageQuery query{
      .status = question.status, .phase = question.phase, .limit = question.page.limit + 1};
  if (question.page.cursor) {
    TRY_ASSIGN(const auto values,
               read_cursor(list, *question.page.cursor, source.is_team() ? 3 : 2));
    query.after = indexing::WorkCursor{values[0], values[1], source.is_team() ? values[2] : ""};
  }
  TRY_ASSIGN(query.project, project_id_of(dashboard, source, question.project));
  TRY_ASSIGN(auto rows, source.ask([&](indexing::Lists& lists) { return lists.work(query); }));
  Page<WorkSummary> page;
  if (rows.size() > question.page.limit) {
    rows.resize(question.page.limit);
    std::vector<std::string> end{rows.back().updated_at, rows.back().id};
    if (source.is_team()) end.push_back(rows.back().machine);
    page.next = make_cursor(list, end);
  }
  for (indexing::WorkRow& row : rows) page.items.push_back(summary_of_row(source, std::move(row)));
  return page;
}

base::Result<WorkSummary> work_summary(Dashboard& dashboard, const std::string& project,
                                       const std::string& slug) {
  ListSource source(dashboard.parts(), Scope::machine);
  return work_summary(source, project, slug);
}

base::Result<WorkSummary> work_summary(ListSource& source, const std::string& project,
                                       const std::string& slug) {
  TRY_ASSIGN(auto row,
             source.ask([&](indexing::Lists& lists) { return lists.work_row(project, slug); }));
  if (row) return summary_of_row(source, *std::move(row));
  return base::Error{base::Code::not_found, "there is no work session '" + slug + "'", ""};
}

}  // namespace engine::dashboard
