// Who adds which addresses; one file a function. For api.cpp alone.
#pragma once
#include "web/api/api.h"

namespace web {

// Lists, from the index.
void add_now_routes(Router& router, const ApiContext& context);     // now, projects
void add_run_routes(Router& router, const ApiContext& context);     // runs, denials
void add_work_routes(Router& router, const ApiContext& context);    // work
void add_cost_routes(Router& router, const ApiContext& context);    // costs
void add_search_routes(Router& router, const ApiContext& context);  // search
void add_openapi_route(Router& router, const ApiContext& context);  // openapi.json

// Depth, from the files of one project.
void add_run_detail_routes(Router& router, const ApiContext& context);   // runs/{id}…
void add_work_detail_routes(Router& router, const ApiContext& context);  // work/{project}/{slug}
void add_requirement_routes(Router& router, const ApiContext& context);  // requirements…
void add_continuity_routes(Router& router, const ApiContext& context);   // continuity…
void add_health_routes(Router& router, const ApiContext& context);       // health, violations

// Changes; only with --allow-actions.
void add_action_routes(Router& router, const ApiContext& context);  // actions/…

}  // namespace web
