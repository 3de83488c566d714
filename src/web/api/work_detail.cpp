// One work session: manifest, spec, plan, and who worked on it.
#include "engine/dashboard/work_detail.h"

#include <algorithm>

#include "engine/dashboard/team_detail.h"
#include "web/api/markdown_json.h"
#include "web/api/page_json_impl.h"
#include "web/api/routes.h"
#include "web/api/run_summary_json.h"
#include "web/api/work_summary_json.h"

namespace web {
namespace {

using base::Json;
using base::JsonBox;
namespace dashboard = engine::dashboard;

Json phases_to_json(const model::WorkSession& session) {
  Json list = Json::array();
  for (std::size_t i = 0; i < model::kTimedPhases; ++i) {
    list.push_back(Json{{"phase", model::name_of(model::kWorkPhases[i])},
                        {"started_at", or_null(session.phases[i].started_at)},
                        {"completed_at", or_null(session.phases[i].completed_at)}});
  }
  return list;
}

Json commits_to_json(const model::WorkSession& session) {
  Json list = Json::array();
  for (const model::WorkCommit& commit : session.commits) {
    list.push_back(Json{{"sha", commit.sha},
                        {"message", commit.message},
                        {"checkpoint", or_null(commit.checkpoint)},
                        {"at", text_or_null(commit.created_at)}});
  }
  return list;
}

Json groups_to_json(const std::vector<model::PlanTaskGroup>& groups) {
  Json list = Json::array();
  for (const model::PlanTaskGroup& group : groups) {
    Json tasks = Json::array();
    for (const model::PlanTask& task : group.tasks) {
      tasks.push_back(Json{{"id", task.id},
                           {"title", task.title},
                           {"file", text_or_null(task.file_path)},
                           {"status", text_or_null(task.status)}});
    }
    list.push_back(Json{{"id", group.id},
                        {"title", group.title},
                        {"objective", text_or_null(group.objective)},
                        {"status", text_or_null(group.status)},
                        {"tasks", std::move(tasks)}});
  }
  return list;
}

// What the manifest says counts, not the plan, which nobody has to keep up to date.
const char* status_of(const model::BuildProgress& build, std::int64_t checkpoint) {
  const auto& done = build.completed;
  if (std::find(done.begin(), done.end(), checkpoint) != done.end()) return "done";
  return build.current == checkpoint ? "current" : "open";
}

Json plan_to_json(const model::Plan& plan, const model::BuildProgress& build) {
  Json list = Json::array();
  for (const model::PlanCheckpoint& one : plan.checkpoints) {
    list.push_back(Json{{"id", one.id},
                        {"title", one.title},
                        {"goal", text_or_null(one.goal)},
                        {"status", status_of(build, one.id)},
                        {"prerequisites", one.prerequisites},
                        {"verification", one.verification_steps},
                        {"groups", groups_to_json(one.task_groups)}});
  }
  return Json{{"checkpoints", std::move(list)}};
}

Json detail_json(const dashboard::WorkDetail& detail) {
  const model::WorkSession& session = detail.work.session;
  Json runs = Json::array();
  for (const dashboard::RunSummary& run : detail.runs) runs.push_back(run_summary_to_json(run));
  return Json{{"work", work_summary_to_json(detail.summary)},
              {"folder", detail.work.folder},
              {"created_at", text_or_null(session.created_at)},
              {"base_branch", or_null(session.git.base_branch)},
              {"worktree", or_null(session.git.worktree)},
              {"phases", phases_to_json(session)},
              {"commits", commits_to_json(session)},
              {"spec", detail.spec ? markdown_to_json(*detail.spec) : Json()},
              {"plan", detail.plan ? plan_to_json(*detail.plan, session.build) : Json()},
              {"plan_problem", text_or_null(detail.plan_problem)},
              {"runs", std::move(runs)},
              {"warnings", detail.warnings},
              {"sent_at", text_or_null(detail.sent_at)}};
}

}  // namespace

void add_work_detail_routes(Router& router, const ApiContext& context) {
  dashboard::Dashboard& dashboard = context.dashboard;
  router.add({"GET", "/api/v1/work/{project}/{slug}",
              [&dashboard](const Question& question) -> base::Result<JsonBox> {
                const std::string& project = question.parts[0];
                const std::string& slug = question.parts[1];
                const auto machine = question.query.text("machine");
                TRY_ASSIGN(const auto detail,
                           machine ? dashboard::team_work_detail(dashboard, *machine, project, slug)
                                   : dashboard::work_detail(dashboard, project, slug));
                return JsonBox(detail_json(detail));
              }});
}

}  // namespace web
