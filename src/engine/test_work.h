// The made-up machine with a work session on it, for tests of the engine. To be included behind
// <nlohmann/json.hpp>, which no header may include itself.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "engine/events.h"
#include "engine/test_scene.h"
#include "engine/work.h"

namespace engine {

inline constexpr const char* kSlug = "2026-01-18_dark-mode_a1b2c3";
inline constexpr const char* kWorkFolder =
    "/home/dev/project/agents/sessions/2026-01-18_dark-mode_a1b2c3";

struct WorkScene : Scene {
  WorkScene() : workspace(Scene::workspace()) {}

  void create(const char* type = "full") {
    const auto made = create_work(
        workspace, {.topic = "Dark mode", .description = "", .type = type, .slug = kSlug}, {});
    ASSERT_TRUE(made.ok()) << made.error().message;
  }
  void plan(const std::string& ids) {
    std::string checkpoints;
    for (const std::string_view id : base::split(ids, ' ')) {
      if (!checkpoints.empty()) checkpoints += ",";
      checkpoints += "{\"id\":" + std::string(id) + ",\"title\":\"t\",\"goal\":\"g\"}";
    }
    fake.files.poke(std::string(kWorkFolder) + "/plan.json",
                    "{\"checkpoints\":[" + checkpoints + "]}");
  }
  void build() {
    plan("1 2 3");
    ASSERT_TRUE(transition_work(workspace, kSlug, {.phase = "plan"}, {}).ok());
    const auto built = transition_work(workspace, kSlug, {.phase = "build"}, {});
    ASSERT_TRUE(built.ok()) << built.error().message;
  }
  // A conversation that a host told of.
  WorkCaller conversation() {
    send(event(model::EventKind::session_start));
    return {{"mcp"}, model::RunId{kRun}};
  }
  model::Run run() { return *get_state(workspace, model::RunId{kRun}); }
  std::string state() {
    return fake.files.peek(std::string(kWorkFolder) + "/state.json").value_or("");
  }
  void put_state(const std::string& text) {
    fake.files.poke(std::string(kWorkFolder) + "/state.json", text);
  }
  std::vector<base::Json> audit() {
    std::vector<base::Json> lines;
    const std::string text =
        fake.files.peek("/home/dev/project/.git/holdfast/work/audit.jsonl").value_or("");
    for (const std::string_view line : base::split(text, '\n')) {
      if (!line.empty()) lines.push_back(*base::parse_json(line));
    }
    return lines;
  }
  std::vector<std::string> audited() {
    std::vector<std::string> what;
    for (const base::Json& line : audit()) what.push_back(line["payload"]["what"]);
    return what;
  }
  std::vector<base::Json> journalled() {
    std::vector<base::Json> events;
    EXPECT_TRUE(each_event(workspace, model::RunId{kRun}, [&](const model::JournalEvent& one) {
                  if (one.kind == "work") events.push_back(one.payload.get());
                  return true;
                }).ok());
    return events;
  }

  Workspace workspace;
};

}  // namespace engine
