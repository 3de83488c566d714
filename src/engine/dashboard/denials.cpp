#include "engine/dashboard/denials.h"

#include "engine/dashboard/list_source.h"
#include "engine/dashboard/places.h"
#include "engine/decision_record.h"

namespace engine::dashboard {
namespace {

constexpr std::string_view kDenialList = "denials";

Denial denial_of(ListSource& source, indexing::DenialListRow row) {
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
  denial.machine = source.machine_of(std::move(row.machine));
  denial.machine_name = source.name_of(denial.machine);
  return denial;
}

}  // namespace

base::Result<Page<Denial>> list_denials(Dashboard& dashboard, const DenialsQuestion& question) {
  ListSource source = question.machine ? ListSource(dashboard.parts(), *question.machine)
                                       : ListSource(dashboard.parts(), question.scope);
  const std::string list = source.cursor_name(kDenialList);
  indexing::DenialListQuery query{.limit = question.page.limit + 1};
  TRY_ASSIGN(query.before, read_number(list, question.page.cursor));
  TRY_ASSIGN(query.project, project_id_of(dashboard, source, question.project));
  if (question.run && source.is_team()) {
    TRY_ASSIGN(query.run, team_run_id(source, *question.run));
  } else if (question.run) {
    TRY_ASSIGN(const RunPlace place, find_run_place(dashboard, *question.run));
    query.run = place.run.text;
  }
  TRY_ASSIGN(auto rows, source.ask([&](indexing::Lists& lists) { return lists.denials(query); }));
  Page<Denial> page;
  if (rows.size() > question.page.limit) {
    rows.resize(question.page.limit);
    page.next = make_cursor(list, rows.back().number);
  }
  for (indexing::DenialListRow& row : rows) {
    page.items.push_back(denial_of(source, std::move(row)));
  }
  return page;
}

}  // namespace engine::dashboard
