#include "web/api/api.h"

#include "web/api/routes.h"

namespace web {

void add_api(Router& router, const ApiContext& context) {
  add_now_routes(router, context);
  add_run_routes(router, context);
  add_run_detail_routes(router, context);
  add_work_routes(router, context);
  add_work_detail_routes(router, context);
  add_requirement_routes(router, context);
  add_continuity_routes(router, context);
  add_cost_routes(router, context);
  add_health_routes(router, context);
  add_search_routes(router, context);
  add_openapi_route(router, context);
  add_action_routes(router, context);
}

}  // namespace web
