#include "engine/dashboard/work_list.h"
#include "web/api/page_json_impl.h"
#include "web/api/routes.h"
#include "web/api/work_summary_json.h"

namespace web {

void add_work_routes(Router& router, const ApiContext& context) {
  router.add(
      {"GET", "/api/v1/work",
       [&dashboard = context.dashboard](const Question& question) -> base::Result<base::JsonBox> {
         engine::dashboard::WorkQuestion asked{.project = question.query.text("project"),
                                               .phase = question.query.text("phase"),
                                               .status = question.query.text("status")};
         TRY_ASSIGN(asked.scope, scope_of(question));
         TRY_ASSIGN(asked.page, page_question(question));
         TRY_ASSIGN(const auto page, engine::dashboard::list_work(dashboard, asked));
         return base::JsonBox(
             page_to_json(page, [](const auto& work) { return work_summary_to_json(work); }));
       }});
}

}  // namespace web
