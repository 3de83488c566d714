#include "engine/statusline.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/session.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;

std::string line_of(Scene& scene, model::HostStatus status = {}) {
  status.host = "claude-code";
  status.host_id = Scene::kRun;
  if (status.folder.empty()) status.folder = "/home/dev/project";
  return statusline(scene.fake.system(), status);
}

TEST(StatuslineTest, ShowsModeWorkContextAndCost) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: planning\n");
  scene.send(scene.event(EventKind::session_start));
  Workspace workspace = scene.workspace();
  const base::Json update{{"activeFeature", "login"}, {"activeTask", "2"}};
  ASSERT_TRUE(set_state(workspace, {Scene::kRun}, {.update = base::JsonBox(update)}, {}).ok());
  EXPECT_EQ(line_of(scene, {.context_percent = 41.6, .cost_usd = 1.234}),
            "planning · login 2 · ctx 42% · $1.23");
}

TEST(StatuslineTest, ARunThatIsNotThereYetShowsTheModeItWouldBeginIn) {
  Scene scene;
  EXPECT_EQ(line_of(scene), "coding");
}

TEST(StatuslineTest, WhatIsNotAsItShouldBeIsMarked) {
  Scene scene;
  scene.configure("gate:\n  nonsense: 1\nprotocol:\n  enabled: true\n");
  scene.give_operator_token();
  scene.send(scene.event(EventKind::session_start));
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(pause_run(workspace, {Scene::kRun}, {}, {}).ok());
  EXPECT_EQ(line_of(scene), "coding · paused 30m · protocol ⬜ · ⚠ configuration");
  scene.fake.environment.set("HOLDFAST_GATE", "off");
  scene.fake.files.poke(std::string("/home/dev/project/.git/holdfast/notes/sessions/session-") +
                            Scene::kRun + ".json",
                        "{}");
  EXPECT_EQ(line_of(scene), "mode unknown · ⚠ SIGNATURE_INVALID · ⚠ gate off · ⚠ configuration");
}

// U, the right behaviour: the person at the bar sees what nobody known loosened.
TEST(StatuslineTest, WhatNobodyKnownLoosenedIsMarked) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: planning\n");
  scene.send(scene.event(EventKind::session_start));
  scene.fake.environment.set_terminal(true);
  scene.add_process(100, 1, "holdfast");  // Not below the host, and nobody tells whose terminal.
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {"coding", ""}, {}).ok());
  ASSERT_TRUE(pause_run(workspace, {Scene::kRun}, {}, {}).ok());
  EXPECT_EQ(line_of(scene),
            "coding · paused 30m · ⚠ mode set at a terminal, not known whose · ⚠ pause set at a "
            "terminal, not known whose");
  scene.give_operator_token();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {"planning", ""}, {}).ok());
  ASSERT_TRUE(pause_run(workspace, {Scene::kRun}, {}, {}).ok());
  EXPECT_EQ(line_of(scene), "planning · paused 30m");
}

TEST(StatuslineTest, ANameOfTheProjectsStaysShortAndInOneLine) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  Workspace workspace = scene.workspace();
  const base::Json update{{"activeFeature", "a\nb\x1b[31m" + std::string(100, 'x')}};
  ASSERT_TRUE(set_state(workspace, {Scene::kRun}, {.update = base::JsonBox(update)}, {}).ok());
  const std::string line = line_of(scene);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
  EXPECT_LT(line.size(), 80U);
}

// BX-1, SC-15
TEST(StatuslineTest, AProjectThatDoesNotUseHoldfastHasNoLine) {
  Scene scene;
  scene.fake.files.poke("/home/dev/plain/.git/HEAD", "ref: refs/heads/main\n");
  EXPECT_EQ(line_of(scene, {.folder = "/home/dev/plain", .cost_usd = 1}), "");
}

}  // namespace
}  // namespace engine
