#include "engine/dashboard/violations.h"

#include "engine/dashboard/list_source.h"
#include "engine/dashboard/places.h"

namespace engine::dashboard {
namespace {

constexpr std::string_view kViolationList = "violations";

Violation violation_of(ListSource& source, indexing::ViolationListRow row) {
  indexing::ViolationRow& told = row.violation;
  Violation violation;
  violation.project_name = row.project_name.empty() ? told.project_id : std::move(row.project_name);
  violation.project = std::move(told.project_id);
  violation.session = std::move(told.session_id);
  violation.run = std::move(row.run_uid);
  violation.at = std::move(told.at);
  violation.phase = std::move(told.phase);
  violation.requirement = std::move(told.requirement);
  violation.severity = std::move(told.severity);
  violation.recovery = std::move(told.recovery);
  violation.machine = source.machine_of(std::move(row.machine));
  violation.machine_name = source.name_of(violation.machine);
  return violation;
}

}  // namespace

base::Result<Page<Violation>> list_violations(Dashboard& dashboard,
                                              const ViolationsQuestion& question) {
  ListSource source(dashboard.parts(), question.scope);
  const std::string list = source.cursor_name(kViolationList);
  indexing::ViolationListQuery query{.limit = question.page.limit + 1};
  TRY_ASSIGN(query.before, read_number(list, question.page.cursor));
  TRY_ASSIGN(query.project, project_id_of(dashboard, source, question.project));
  TRY_ASSIGN(auto rows,
             source.ask([&](indexing::Lists& lists) { return lists.violations(query); }));
  Page<Violation> page;
  if (rows.size() > question.page.limit) {
    rows.resize(question.page.limit);
    page.next = make_cursor(list, rows.back().number);
  }
  for (indexing::ViolationListRow& row : rows) {
    page.items.push_back(violation_of(source, std::move(row)));
  }
  return page;
}

}  // namespace engine::dashboard
