// Requirements: how they stand on each branch, and how often they stood in the way.
#include "engine/dashboard/requirements.h"

#include "web/api/page_json_impl.h"
#include "web/api/routes.h"

namespace web {
namespace {

using base::Json;
using base::JsonBox;
namespace dashboard = engine::dashboard;

Json rule_json(const model::Requirement& rule) {
  Json source;
  if (!rule.source.file.empty()) {
    source = Json{{"file", rule.source.file}, {"line", rule.source.line}};
  }
  return Json{{"name", rule.name},
              {"description", text_or_null(rule.description)},
              {"type", model::name_of(rule.type)},
              {"scope", model::name_of(rule.scope)},
              {"enforced", model::name_of(rule.enforcing)},
              {"enabled", rule.enabled},
              {"source", std::move(source)}};
}

Json mark_json(const dashboard::RequirementMark& mark) {
  return Json{{"requirement", mark.requirement},
              {"session", text_or_null(mark.session)},
              {"satisfied", mark.is_satisfied},
              {"standing", mark.standing},
              {"satisfied_by", text_or_null(mark.satisfied_by)},
              {"satisfied_at", text_or_null(mark.satisfied_at)},
              {"expires_at", text_or_null(mark.expires_at)},
              {"triggered", mark.is_triggered}};
}

Json branch_json(const dashboard::RequirementBranch& branch) {
  Json marks = Json::array();
  for (const dashboard::RequirementMark& mark : branch.marks) marks.push_back(mark_json(mark));
  return Json{{"branch", branch.branch},
              {"is_checked_out", branch.is_checked_out},
              {"marks", std::move(marks)}};
}

Json requirements_json(const dashboard::ProjectRequirements& found) {
  Json json = page_to_json(found.branches, [](const dashboard::RequirementBranch& branch) {
    return branch_json(branch);
  });
  Json rules = Json::array();
  for (const model::Requirement& rule : found.rules) rules.push_back(rule_json(rule));
  json["project"] = found.project;
  json["project_name"] = found.project_name;
  json["rules"] = std::move(rules);
  json["problems"] = found.problems;
  return json;
}

Json row_json(const engine::RequirementCount& row) {
  const auto rate = row.false_deny_rate();
  const auto wait = row.median_wait();
  return Json{{"name", row.name},
              {"denials", row.denials},
              {"suspect", row.suspect},
              {"false_deny_rate", rate ? Json(*rate) : Json()},
              {"would_deny", row.would_deny},
              {"overrides", row.overrides},
              {"approvals", row.approvals},
              {"holds", row.holds},
              {"violations", row.violations},
              {"median_wait_ms", wait ? Json(wait->count()) : Json()}};
}

Json report_json(const dashboard::ProjectReport& found) {
  const engine::RequirementReport& report = *found.report;
  Json rows = Json::array();
  for (const engine::RequirementCount& row : report.rows) rows.push_back(row_json(row));
  return Json{{"project", found.project},
              {"since", text_or_null(report.since)},
              {"first_at", text_or_null(report.first_at)},
              {"runs", report.runs},
              {"rows", std::move(rows)},
              {"total", row_json(report.total)},
              {"worst", text_or_null(report.worst)}};
}

base::Result<JsonBox> requirements(dashboard::Dashboard& dashboard, const Question& question) {
  dashboard::RequirementsQuestion wanted;
  wanted.project = question.query.text("project");
  wanted.page.cursor = question.query.text("cursor");
  TRY_ASSIGN(wanted.page.limit, question.limit());
  TRY_ASSIGN(const auto found, dashboard::project_requirements(dashboard, wanted));
  return JsonBox(requirements_json(found));
}

base::Result<JsonBox> report(dashboard::Dashboard& dashboard, const Question& question) {
  constexpr std::int64_t kDaysMax = 3650;
  dashboard::ReportQuestion wanted;
  wanted.project = question.query.text("project");
  if (question.query.text("days")) {
    TRY_ASSIGN(wanted.days, question.query.number("days", 0, 1, kDaysMax));
  }
  TRY_ASSIGN(const auto found, dashboard::project_report(dashboard, wanted));
  return JsonBox(report_json(found));
}

}  // namespace

void add_requirement_routes(Router& router, const ApiContext& context) {
  dashboard::Dashboard& dashboard = context.dashboard;
  router.add({"GET", "/api/v1/requirements", [&dashboard](const Question& question) {
                return requirements(dashboard, question);
              }});
  router.add({"GET", "/api/v1/requirements/report",
              [&dashboard](const Question& question) { return report(dashboard, question); }});
}

}  // namespace web
