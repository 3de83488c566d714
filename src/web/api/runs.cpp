#include "engine/dashboard/runs.h"

#include "engine/dashboard/denials.h"
#include "web/api/denial_json.h"
#include "web/api/page_json_impl.h"
#include "web/api/routes.h"
#include "web/api/run_summary_json.h"

namespace web {
namespace {

using engine::RunHealth;
using engine::dashboard::Dashboard;

base::Result<std::optional<RunHealth>> health_of(const Query& query) {
  const auto text = query.text("health");
  if (!text) return std::optional<RunHealth>();
  for (const RunHealth health :
       {RunHealth::live, RunHealth::idle, RunHealth::ended, RunHealth::broken}) {
    if (engine::name_of(health) == *text) return std::optional(health);
  }
  return base::Error{base::Code::invalid_params, "health must be one of live, idle, ended, broken",
                     ""};
}

base::Result<base::JsonBox> runs_answer(Dashboard& dashboard, const Question& question) {
  engine::dashboard::RunsQuestion asked{.project = question.query.text("project")};
  TRY_ASSIGN(asked.scope, scope_of(question));
  TRY_ASSIGN(asked.health, health_of(question.query));
  TRY_ASSIGN(asked.page, page_question(question));
  TRY_ASSIGN(const auto page, engine::dashboard::list_runs(dashboard, asked));
  return base::JsonBox(
      page_to_json(page, [](const auto& run) { return run_summary_to_json(run); }));
}

base::Result<base::JsonBox> denials_answer(Dashboard& dashboard, const Question& question) {
  engine::dashboard::DenialsQuestion asked{.project = question.query.text("project"),
                                           .run = question.query.text("run")};
  TRY_ASSIGN(asked.scope, scope_of(question));
  asked.machine = question.query.text("machine");
  TRY_ASSIGN(asked.page, page_question(question));
  TRY_ASSIGN(const auto page, engine::dashboard::list_denials(dashboard, asked));
  return base::JsonBox(
      page_to_json(page, [](const auto& denial) { return denial_to_json(denial); }));
}

}  // namespace

void add_run_routes(Router& router, const ApiContext& context) {
  Dashboard& dashboard = context.dashboard;
  router.add({"GET", "/api/v1/runs",
              [&dashboard](const Question& question) { return runs_answer(dashboard, question); }});
  router.add({"GET", "/api/v1/denials", [&dashboard](const Question& question) {
                return denials_answer(dashboard, question);
              }});
}

}  // namespace web
