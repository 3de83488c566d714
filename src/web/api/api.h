// The addresses under /api/v1, one file a noun. web/src/lib/api/types.ts says what each answers,
// docs/api/openapi.json describes it to others.
#pragma once
#include "engine/dashboard/dashboard.h"
#include "web/router.h"
#include "web/server_info.h"

namespace web {

// Borrowed by the routes; all outlive them.
struct ApiContext {
  engine::dashboard::Dashboard& dashboard;
  const ServerInfo& server;
};

void add_api(Router& router, const ApiContext& context);

}  // namespace web
