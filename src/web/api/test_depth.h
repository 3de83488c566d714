// The API over a project on a real disk, for tests of the routes.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "engine/test_index_scene.h"
#include "web/api/routes.h"

namespace web {

class DepthTest : public engine::IndexScene {
 protected:
  DepthTest() {
    info_.version = "1.2.3";
    info_.started_at = "2026-01-18T09:30:00.000Z";
    const ApiContext context{dashboard_, info_};
    add_run_detail_routes(router_, context);
    add_work_detail_routes(router_, context);
    add_requirement_routes(router_, context);
    add_continuity_routes(router_, context);
    add_health_routes(router_, context);
  }

  // "runs/7d1054b6?limit=3"
  http::Response ask(const std::string& target) const {
    http::Request request;
    request.method = "GET";
    const std::size_t question = target.find('?');
    request.path = "/api/v1/" + target.substr(0, question);
    if (question != std::string::npos) request.query = target.substr(question + 1);
    return router_.respond(request);
  }
  base::Json get(const std::string& target) const {
    const http::Response response = ask(target);
    EXPECT_EQ(response.status, 200) << target << ": " << response.body;
    return base::Json::parse(response.body);
  }
  int status(const std::string& target) const { return ask(target).status; }

  engine::dashboard::Dashboard dashboard_{system(), {}};
  ServerInfo info_;
  Router router_;
};

// What types.ts names, in whatever order.
inline void expect_keys(const base::Json& json, std::initializer_list<const char*> keys) {
  ASSERT_TRUE(json.is_object()) << json;
  for (const char* const key : keys) EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json.size(), keys.size()) << json;
}

}  // namespace web
