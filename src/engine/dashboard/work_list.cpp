#include "engine/dashboard/work_list.h"

#include "engine/dashboard/parts.h"
#include "engine/dashboard/places.h"

namespace engine::dashboard {
namespace {

constexpr std::string_view kList = "work";

WorkSummary summary_of(indexing::WorkRow row) {
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
  return work;
}

}  // namespace

base::Result<Page<WorkSummary>> list_work(Dashboard& dashboard, const WorkQuestion& question) {
  indexing::WorkPageQuery query{
      .status = question.status, .phase = question.phase, .limit = question.page.limit + 1};
  if (question.page.cursor) {
    TRY_ASSIGN(const auto values, read_cursor(kList, *question.page.cursor, 2));
    query.after = indexing::WorkCursor{values[0], values[1]};
  }
  TRY_ASSIGN(query.project, project_id_of(dashboard, question.project));
  auto rows =
      dashboard.parts().index.ask([&](indexing::Lists& lists) { return lists.work(query); });
  Page<WorkSummary> page;
  if (rows.size() > question.page.limit) {
    rows.resize(question.page.limit);
    page.next = make_cursor(kList, {rows.back().updated_at, rows.back().id});
  }
  for (indexing::WorkRow& row : rows) page.items.push_back(summary_of(std::move(row)));
  return page;
}

base::Result<WorkSummary> work_summary(Dashboard& dashboard, const std::string& project,
                                       const std::string& slug) {
  auto row = dashboard.parts().index.ask(
      [&](indexing::Lists& lists) { return lists.work_row(project, slug); });
  if (row) return summary_of(*std::move(row));
  return base::Error{base::Code::not_found, "there is no work session '" + slug + "'", ""};
}

}  // namespace engine::dashboard
