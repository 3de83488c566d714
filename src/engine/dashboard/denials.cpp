#include "engine/dashboard/denials.h"

#include "engine/dashboard/parts.h"
#include "engine/dashboard/places.h"
#include "engine/decision_record.h"

namespace engine::dashboard {
namespace {

constexpr std::string_view kList = "denials";

Denial denial_of(indexing::DenialListRow row) {
  const model::RunId run{row.run_uid};
  Denial denial;
  denial.id = decision_id(run, row.line);
  denial.run_short_id = run.brief();
  denial.run = std::move(row.run_uid);
  denial.project_name = row.project_name.empty() ? row.project_id : std::move(row.project_name);
  denial.project = std::move(row.project_id);
  denial.at = std::move(row.at);
  denial.tool = std::move(row.tool);
  denial.rule = std::move(row.rule);
  denial.message = std::move(row.message);
  denial.next_step = std::move(row.next_step);
  return denial;
}

}  // namespace

base::Result<Page<Denial>> list_denials(Dashboard& dashboard, const DenialsQuestion& question) {
  indexing::DenialListQuery query{.limit = question.page.limit + 1};
  TRY_ASSIGN(query.before, read_number(kList, question.page.cursor));
  TRY_ASSIGN(query.project, project_id_of(dashboard, question.project));
  if (question.run) {
    TRY_ASSIGN(const RunPlace place, find_run_place(dashboard, *question.run));
    query.run = place.run.text;
  }
  auto rows =
      dashboard.parts().index.ask([&](indexing::Lists& lists) { return lists.denials(query); });
  Page<Denial> page;
  if (rows.size() > question.page.limit) {
    rows.resize(question.page.limit);
    page.next = make_cursor(kList, rows.back().number);
  }
  for (indexing::DenialListRow& row : rows) page.items.push_back(denial_of(std::move(row)));
  return page;
}

}  // namespace engine::dashboard
