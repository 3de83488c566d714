// What sessions left to those after them.
#include "engine/dashboard/continuity.h"

#include <cmath>

#include "web/api/page_json_impl.h"
#include "web/api/pin_json.h"
#include "web/api/routes.h"

namespace web {
namespace {

using base::Json;
using base::JsonBox;
namespace dashboard = engine::dashboard;

constexpr std::int64_t kDepth = 5;  // As for `session chain`.

Json session_json(const model::SessionState& state) {
  constexpr std::size_t kShortId = 8;
  Json tasks = Json::array();
  for (const model::PendingTask& task : state.pending_tasks) {
    tasks.push_back(task.title.empty() ? task.task_id : task.title);
  }
  return Json{{"id", state.session_id},
              {"short_id", state.session_id.substr(0, kShortId)},
              {"start_time", state.start_time},
              {"end_time", or_null(state.end_time)},
              {"channel", text_or_null(state.channel)},
              {"topics", state.hot_topics},
              {"pending_tasks", std::move(tasks)},
              {"pins", pins_to_json(state.working_memory)},
              {"previous", or_null(state.previous_session_id)},
              {"continued_by", or_null(state.continued_by)},
              {"crash_recovered", state.crash_recovered},
              {"projects", state.active_projects}};
}

Json page_json(const dashboard::ContinuityPage& page) {
  Json json = page_to_json(page.sessions,
                           [](const model::SessionState& state) { return session_json(state); });
  Json links = Json::array();
  for (const dashboard::ContinuityLink& link : page.links) {
    links.push_back(Json{{"from", link.from},
                         {"to", link.to},
                         {"score", or_null(link.score)},
                         {"at", text_or_null(link.at)}});
  }
  json["links"] = std::move(links);
  return json;
}

// Digits that nobody reads change with every look, and each answer would be a new one.
double rounded_score(double value) {
  constexpr double kParts = 1000;
  return std::round(value * kParts) / kParts;
}

Json score_json(const engine::SessionScore& score) {
  return Json{{"session", score.session},
              {"end_time", text_or_null(score.end_time)},
              {"channel", text_or_null(score.channel)},
              {"hours", rounded_score(score.hours)},
              {"recency", rounded_score(score.recency)},
              {"overlap", rounded_score(score.overlap)},
              {"pending", rounded_score(score.pending)},
              {"score", rounded_score(score.score)},
              {"shared_topics", score.shared_topics},
              {"chosen", score.chosen},
              {"verdict", score.verdict}};
}

Json scores_json(const dashboard::ProjectScores& scores) {
  Json sessions = Json::array();
  for (const engine::SessionScore& score : scores.report.sessions) {
    sessions.push_back(score_json(score));
  }
  return Json{{"project", scores.project},
              {"keywords", scores.report.keywords},
              {"threshold", scores.report.threshold},
              {"sessions", std::move(sessions)},
              {"preamble", scores.preamble}};
}

base::Result<std::string> needed(const Question& question, const char* name) {
  auto text = question.query.text(name);
  if (text) return *std::move(text);
  return base::Error{base::Code::invalid_params, std::string(name) + " is missing", ""};
}

base::Result<JsonBox> sessions(dashboard::Dashboard& dashboard, const Question& question) {
  TRY_ASSIGN(const std::size_t limit, question.limit());
  TRY_ASSIGN(const auto page,
             dashboard::continuity_sessions(dashboard, {question.query.text("cursor"), limit}));
  return JsonBox(page_json(page));
}

base::Result<JsonBox> chain(dashboard::Dashboard& dashboard, const Question& question) {
  TRY_ASSIGN(const std::string session, needed(question, "session"));
  TRY_ASSIGN(const std::int64_t depth,
             question.query.number("depth", kDepth, 1, engine::kChainDepthMax));
  TRY_ASSIGN(const auto page, dashboard::continuity_chain(dashboard, session, depth));
  return JsonBox(page_json(page));
}

base::Result<JsonBox> scores(dashboard::Dashboard& dashboard, const Question& question) {
  TRY_ASSIGN(const std::string project, needed(question, "project"));
  TRY_ASSIGN(const auto scores, dashboard::continuity_scores(dashboard, project));
  return JsonBox(scores_json(scores));
}

}  // namespace

void add_continuity_routes(Router& router, const ApiContext& context) {
  dashboard::Dashboard& dashboard = context.dashboard;
  router.add({"GET", "/api/v1/continuity",
              [&dashboard](const Question& question) { return sessions(dashboard, question); }});
  router.add({"GET", "/api/v1/continuity/chain",
              [&dashboard](const Question& question) { return chain(dashboard, question); }});
  router.add({"GET", "/api/v1/continuity/scores",
              [&dashboard](const Question& question) { return scores(dashboard, question); }});
}

}  // namespace web
