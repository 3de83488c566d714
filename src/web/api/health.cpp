// What is not as it should be: violations, faults, and what doctor finds.
#include "engine/dashboard/health.h"

#include "engine/dashboard/faults.h"
#include "engine/dashboard/violations.h"
#include "web/api/page_json_impl.h"
#include "web/api/routes.h"

namespace web {
namespace {

using base::Json;
using base::JsonBox;
namespace dashboard = engine::dashboard;

const char* name_of(engine::Severity severity) {
  switch (severity) {
    case engine::Severity::good:
      return "good";
    case engine::Severity::remark:
      return "remark";
    case engine::Severity::problem:
      return "problem";
  }
  return "problem";
}

Json finding_json(const engine::Finding& finding) {
  return Json{{"severity", name_of(finding.severity)},
              {"subject", finding.subject},
              {"message", finding.message},
              {"repair", text_or_null(finding.repair)}};
}

Json project_json(const dashboard::ProjectFindings& project) {
  Json findings = Json::array();
  for (const engine::Finding& finding : project.findings) findings.push_back(finding_json(finding));
  return Json{{"project", project.project},
              {"project_name", project.project_name},
              {"findings", std::move(findings)}};
}

Json fault_json(const dashboard::Fault& fault) {
  return Json{{"run", fault.run},
              {"run_short_id", fault.run_short_id},
              {"project", fault.project},
              {"project_name", fault.project_name},
              {"at", fault.at},
              {"summary", fault.summary},
              {"machine", text_or_null(fault.machine)},
              {"machine_name", text_or_null(fault.machine_name)}};
}

Json violation_json(const dashboard::Violation& violation) {
  return Json{{"project", violation.project},
              {"project_name", violation.project_name},
              {"session", text_or_null(violation.session)},
              {"run", text_or_null(violation.run)},
              {"at", text_or_null(violation.at)},
              {"phase", text_or_null(violation.phase)},
              {"requirement", text_or_null(violation.requirement)},
              {"severity", text_or_null(violation.severity)},
              {"recovery", text_or_null(violation.recovery)},
              {"machine", text_or_null(violation.machine)},
              {"machine_name", text_or_null(violation.machine_name)}};
}

base::Result<JsonBox> violations(dashboard::Dashboard& dashboard, const Question& question) {
  dashboard::ViolationsQuestion wanted;
  TRY_ASSIGN(wanted.scope, scope_of(question));
  wanted.project = question.query.text("project");
  wanted.page.cursor = question.query.text("cursor");
  TRY_ASSIGN(wanted.page.limit, question.limit());
  TRY_ASSIGN(const auto page, dashboard::list_violations(dashboard, wanted));
  return JsonBox(page_to_json(page, violation_json));
}

base::Result<JsonBox> health(const ApiContext& context, const Question& question) {
  TRY_ASSIGN(const auto scope, scope_of(question));
  TRY_ASSIGN(const auto listed, dashboard::list_faults(context.dashboard, {.scope = scope}));
  Json faults = Json::array();
  for (const dashboard::Fault& fault : listed) faults.push_back(fault_json(fault));
  Json projects = Json::array();
  for (const dashboard::ProjectFindings& project : dashboard::project_findings(context.dashboard)) {
    projects.push_back(project_json(project));
  }
  // This page is where somebody looks whose team does not answer: it is asked anew.
  [[maybe_unused]] const auto team = context.dashboard.team({.look = true});
  return JsonBox(Json{{"server", to_json(context.server)},
                      {"faults", std::move(faults)},
                      {"projects", std::move(projects)}});
}

}  // namespace

void add_health_routes(Router& router, const ApiContext& context) {
  router.add({"GET", "/api/v1/health",
              [context](const Question& question) { return health(context, question); }});
  router.add({"GET", "/api/v1/violations", [context](const Question& question) {
                return violations(context.dashboard, question);
              }});
}

}  // namespace web
