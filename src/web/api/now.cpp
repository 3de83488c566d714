#include "engine/dashboard/now.h"

#include <algorithm>

#include "engine/dashboard/projects.h"
#include "web/api/denial_json.h"
#include "web/api/page_json_impl.h"
#include "web/api/routes.h"
#include "web/api/run_summary_json.h"

namespace web {
namespace {

using base::Json;
using engine::dashboard::Dashboard;

// What the server says of itself, with what the lists have found out about the index.
Json server_json(const ApiContext& context) {
  Json server = to_json(context.server);
  const std::string problem = context.dashboard.index_problem();
  Json& problems = server["index"]["problems"];
  const bool is_told = std::find(problems.begin(), problems.end(), problem) != problems.end();
  if (!problem.empty() && !is_told) problems.push_back(problem);
  return server;
}

base::Result<base::JsonBox> now_answer(const ApiContext& context, const Question& question) {
  TRY_ASSIGN(const auto scope, scope_of(question));
  TRY_ASSIGN(const auto now, engine::dashboard::now(context.dashboard, scope));
  Json runs = Json::array();
  for (const auto& run : now.runs) runs.push_back(run_summary_to_json(run));
  Json denials = Json::array();
  for (const auto& denial : now.recent_denials) denials.push_back(denial_to_json(denial));
  return base::JsonBox(Json{{"server", server_json(context)},
                            {"runs", std::move(runs)},
                            {"recent_denials", std::move(denials)},
                            {"today",
                             {{"usd", or_null(now.today.usd)},
                              {"runs", now.today.runs},
                              {"tool_calls", now.today.tool_calls},
                              {"denials", now.today.denials}}}});
}

base::Result<base::JsonBox> projects_answer(Dashboard& dashboard, const Question& question) {
  TRY_ASSIGN(const auto scope, scope_of(question));
  TRY_ASSIGN(const auto projects, engine::dashboard::list_projects(dashboard, scope));
  Json items = Json::array();
  for (const auto& project : projects) {
    items.push_back(Json{{"id", project.id},
                         {"name", project.name},
                         {"root", project.root},
                         {"is_here", project.is_here},
                         {"live_runs", project.live_runs},
                         {"last_run_at", text_or_null(project.last_run_at)},
                         {"machine", text_or_null(project.machine)},
                         {"machine_name", text_or_null(project.machine_name)}});
  }
  return base::JsonBox(Json{{"items", std::move(items)}, {"next", nullptr}});
}

}  // namespace

void add_now_routes(Router& router, const ApiContext& context) {
  router.add({"GET", "/api/v1/now",
              [context](const Question& question) { return now_answer(context, question); }});
  router.add({"GET", "/api/v1/projects", [context](const Question& question) {
                return projects_answer(context.dashboard, question);
              }});
}

}  // namespace web
