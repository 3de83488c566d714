// The lists as HTTP answers, and the description of the API against the routes that there are.
#include "web/api/api.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/digest.h"
#include "engine/hook_event.h"
#include "engine/index.h"
#include "os/fake.h"
#include "os/real.h"
#include "os/test_support.h"
#include "web/api/openapi_text.h"

namespace web {
namespace {

using base::Json;

class ApiTest : public ::testing::Test {
 protected:
  ApiTest() {
    environment_.set("HOME", (folder_ / "home").native());
    environment_.set_user(real_.system().environment.user_id());
    environment_.set_folder(folder_ / "api");
    put("home/.config/holdfast/secret", "0123456789abcdef0123456789abcdef0123456789abcdef\n");
    put("api/.git/HEAD", "ref: refs/heads/main\n");
    put("api/.holdfast/config.yaml", "gate:\n  initial_mode: coding\n");
    server_.version = "1";
    server_.actions_allowed = true;
    dashboard_ = std::make_unique<engine::dashboard::Dashboard>(
        system(), std::vector<engine::HostIntegration*>{});
    add_api(router_, {*dashboard_, server_});
  }

  os::System system() {
    const os::System real = real_.system();
    return {real.files, real.clock, real.random, real.processes, environment_};
  }
  void put(std::string_view path, std::string_view bytes) {
    const os::Path file = folder_ / path;
    std::filesystem::create_directories(file.parent_path());
    ASSERT_TRUE(system().files.replace(file, bytes, {.mode = 0600, .sync = false}).ok());
  }
  void tell(model::EventKind kind, const std::string& run, const std::string& tool = "") {
    model::HostEvent event;
    event.kind = kind;
    event.host = "claude-code";
    event.host_id = run;
    event.folder = (folder_ / "api").native();
    event.call.tool = tool;
    engine::handle_event(system(), event);
  }
  http::Response ask(const std::string& path, const std::string& query = "") {
    http::Request request;
    request.method = "GET";
    request.path = path;
    request.query = query;
    return router_.respond(request);
  }
  Json answer(const std::string& path, const std::string& query = "") {
    const http::Response response = ask(path, query);
    EXPECT_EQ(response.status, 200) << path << "?" << query << ": " << response.body;
    return Json::parse(response.body, nullptr, false);
  }

  os::RealSystem real_;
  os::FakeEnvironment environment_;
  os::TemporaryFolder folder_;
  ServerInfo server_;
  std::unique_ptr<engine::dashboard::Dashboard> dashboard_;
  Router router_;
};

constexpr const char* kRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";

TEST_F(ApiTest, EveryListAnswersWithoutAnIndex) {
  for (const char* path : {"/api/v1/runs", "/api/v1/denials", "/api/v1/work", "/api/v1/projects"}) {
    const Json page = answer(path);
    EXPECT_EQ(page["items"], Json::array()) << path;
    EXPECT_EQ(page["next"], nullptr);
  }
  const Json now = answer("/api/v1/now");
  EXPECT_EQ(now["runs"], Json::array());
  EXPECT_EQ(now["today"]["usd"], nullptr);
  EXPECT_EQ(now["server"]["index"]["problems"], Json::array({"there is no index yet"}));
}

TEST_F(ApiTest, WhatIsAskedWronglyIs400WithOneSentence) {
  for (const auto& [path, query] :
       std::vector<std::pair<std::string, std::string>>{{"/api/v1/runs", "limit=0"},
                                                        {"/api/v1/runs", "limit=501"},
                                                        {"/api/v1/runs", "limit=x"},
                                                        {"/api/v1/runs", "cursor=nonsense"},
                                                        {"/api/v1/runs", "cursor=%00%ff"},
                                                        {"/api/v1/runs", "health=well"},
                                                        {"/api/v1/denials", "cursor=nonsense"},
                                                        {"/api/v1/work", "cursor=nonsense"},
                                                        {"/api/v1/costs", "by=year"},
                                                        {"/api/v1/costs", "since=yesterday"},
                                                        {"/api/v1/search", ""},
                                                        {"/api/v1/search", "q=x&limit=0"}}) {
    SCOPED_TRACE(path + "?" + query);
    const http::Response response = ask(path, query);
    EXPECT_EQ(response.status, 400) << response.body;
    const Json json = Json::parse(response.body);
    EXPECT_FALSE(json["error"]["message"].get<std::string>().empty());
  }
  EXPECT_EQ(ask("/api/v1/runs", "project=nobody").status, 404);
  EXPECT_EQ(ask("/api/v1/costs", "project=nobody").status, 404);
}

TEST_F(ApiTest, ATeamThatNobodyJoinedIs503AndAnotherScopeIs400) {
  for (const char* list :
       {"now", "projects", "runs", "denials", "work", "costs", "violations", "health", "search"}) {
    const std::string path = std::string("/api/v1/") + list;
    EXPECT_EQ(ask(path, "q=x&scope=all").status, 400) << path;
    EXPECT_EQ(ask(path, "q=x&scope=machine").status, 200) << path;
    const http::Response response = ask(path, "q=x&scope=team");
    EXPECT_EQ(response.status, 503) << path;
    const Json error = Json::parse(response.body)["error"];
    EXPECT_EQ(error["message"], "this machine has joined no team's server") << path;
    EXPECT_TRUE(error["hint"].is_string()) << path;
  }
  EXPECT_EQ(ask("/api/v1/costs", "scope=team&by=branch").status, 400);
  EXPECT_EQ(ask("/api/v1/costs", "by=machine").status, 400);
  EXPECT_EQ(ask("/api/v1/runs/" + std::string(kRun), "machine=x").status, 503);
  for (const char* part : {"events", "versions", "state", "diff"}) {
    const std::string path = "/api/v1/runs/" + std::string(kRun) + "/" + part;
    EXPECT_EQ(ask(path, "machine=x").status, 404) << path;
  }
  EXPECT_EQ(answer("/api/v1/now")["server"]["team"], nullptr);
}

TEST_F(ApiTest, ARunIsToldWithAllItsMembers) {
  tell(model::EventKind::session_start, kRun);
  tell(model::EventKind::before_tool, kRun, "Read");
  tell(model::EventKind::after_tool, kRun, "Read");
  ASSERT_TRUE(engine::update_index(system(), {}).ok());
  const Json run = answer("/api/v1/runs", "limit=5&health=&project=api")["items"].at(0);
  const Json promised = Json::parse(openapi_text())["components"]["schemas"]["RunSummary"];
  std::set<std::string> members;
  for (const auto& [name, value] : run.items()) members.insert(name);
  std::set<std::string> wanted;
  for (const Json& name : promised["required"]) wanted.insert(name.get<std::string>());
  EXPECT_EQ(members, wanted);
  EXPECT_EQ(run["id"], kRun);
  EXPECT_EQ(run["project_name"], "api");
  EXPECT_EQ(run["last_tool"]["tool"], "Read");
  EXPECT_EQ(run["last_tool"]["allowed"], true);
  const Json now = answer("/api/v1/now");
  EXPECT_EQ(now["today"]["tool_calls"], 1);
  EXPECT_EQ(now["today"]["runs"], 1);
  EXPECT_EQ(answer("/api/v1/projects")["items"].at(0)["name"], "api");
}

TEST_F(ApiTest, CostsAreToldByWhatIsAskedFor) {
  for (const char* by : {"day", "project", "branch", "model", "agent", "session", "work"}) {
    const Json costs = answer("/api/v1/costs", std::string("since=30d&by=") + by);
    EXPECT_EQ(costs["by"], by);
    EXPECT_EQ(costs["since"], "30d");
    EXPECT_EQ(costs["until"], nullptr);
    EXPECT_EQ(costs["total"]["cache_hit_rate"], nullptr);
  }
}

// An address with what stands in braces made the same.
std::string shape(std::string text) {
  for (std::size_t at = 0; (at = text.find('{', at)) != std::string::npos; ++at) {
    text.erase(at + 1, text.find('}', at) - at - 1);
  }
  return text;
}

TEST_F(ApiTest, TheDescriptionHasEveryRouteAndNoOther) {
  const Json document = Json::parse(openapi_text());
  EXPECT_EQ(answer("/api/v1/openapi.json"), document);
  std::set<std::string> described;
  for (const auto& [path, item] : document["paths"].items()) {
    for (const auto& [method, operation] : item.items())
      described.insert(method + " " + shape(path));
  }
  // Those that answer in their own way: see Site.
  for (const char* own : {"get /api/v1/live", "get /metrics", "post /hook/{}"}) {
    EXPECT_EQ(described.erase(own), 1U) << own;
  }
  std::set<std::string> routes;
  for (const Route& route : router_.routes()) {
    const std::string method = route.method == "GET" ? "get " : "post ";
    routes.insert(method + shape(std::string(route.pattern)));
  }
  EXPECT_EQ(routes, described);
}

// Every reference leads somewhere, so that others can make a client of it.
TEST_F(ApiTest, TheDescriptionRefersToNothingThatIsNotThere) {
  const Json document = Json::parse(openapi_text());
  std::size_t references = 0;
  const std::function<void(const Json&)> visit = [&](const Json& json) {
    if (json.is_object() && json.contains("$ref")) {
      const std::string target = json["$ref"].get<std::string>();
      ASSERT_TRUE(target.starts_with("#/")) << target;
      EXPECT_TRUE(document.contains(Json::json_pointer(target.substr(1)))) << target;
      ++references;
    }
    if (!json.is_structured()) return;
    for (const Json& member : json) visit(member);
  };
  visit(document);
  EXPECT_GT(references, 100U);
}

}  // namespace
}  // namespace web
