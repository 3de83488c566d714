#include "engine/dashboard/search.h"

#include "web/api/page_json_impl.h"
#include "web/api/routes.h"

namespace web {
namespace {

using base::Json;

Json hit_to_json(const engine::dashboard::SearchHit& hit) {
  Json excerpt = Json::array();
  for (const auto& part : hit.excerpt) {
    excerpt.push_back(Json{{"text", part.text}, {"match", part.is_match}});
  }
  return Json{{"kind", hit.kind},
              {"project", hit.project},
              {"id", hit.id},
              {"title", hit.title},
              {"excerpt", std::move(excerpt)},
              {"at", text_or_null(hit.at)},
              {"machine", text_or_null(hit.machine)},
              {"machine_name", text_or_null(hit.machine_name)}};
}

base::Result<base::JsonBox> search_answer(engine::dashboard::Dashboard& dashboard,
                                          const Question& question) {
  constexpr std::size_t kHits = 20;
  TRY_ASSIGN(const std::size_t limit, question.limit(kHits));
  const auto text = question.query.text("q");
  if (!text) return base::Error{base::Code::invalid_params, "q must have a word to look for", ""};
  TRY_ASSIGN(const auto scope, scope_of(question));
  TRY_ASSIGN(const auto hits,
             engine::dashboard::search(dashboard, {.scope = scope,
                                                   .text = *text,
                                                   .project = question.query.text("project"),
                                                   .limit = limit}));
  Json items = Json::array();
  for (const auto& hit : hits) items.push_back(hit_to_json(hit));
  return base::JsonBox(Json{{"items", std::move(items)}, {"next", nullptr}});
}

}  // namespace

void add_search_routes(Router& router, const ApiContext& context) {
  router.add({"GET", "/api/v1/search", [&dashboard = context.dashboard](const Question& question) {
                return search_answer(dashboard, question);
              }});
}

}  // namespace web
