#include "engine/session_context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/session.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;
using testing::HasSubstr;
using testing::Not;

std::string context_of(Scene& scene) {
  return scene.send(scene.event(EventKind::session_start)).context;
}

TEST(SessionContextTest, TheModelIsToldTheModeAndWhatItMeans) {
  struct Row {
    const char* mode;
    const char* words;
  };
  for (const Row& row : {Row{"coding", "all tools are allowed"},
                         Row{"planning", "shell commands that write files are denied"},
                         Row{"analysis", "Edit, Write and Bash are denied"}}) {
    Scene scene;
    scene.configure(std::string("gate:\n  initial_mode: ") + row.mode + "\n");
    const std::string text = context_of(scene);
    EXPECT_THAT(text, HasSubstr(std::string("Mode: ") + row.mode));
    EXPECT_THAT(text, HasSubstr(row.words));
    EXPECT_LT(text.size(), 1000U);
  }
}

TEST(SessionContextTest, WhatIsInHandAndWhatIsWrongAreNamed) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: coding\n  no_such_key: 1\nprotocol:\n  enabled: true\n");
  scene.fake.environment.set("HOLDFAST_GATE", "off");
  context_of(scene);
  Workspace workspace = scene.workspace();
  const base::Json update{{"activeFeature", "login"}};
  ASSERT_TRUE(set_state(workspace, {Scene::kRun}, {.update = base::JsonBox(update)}, {}).ok());
  const std::string text = context_of(scene);
  EXPECT_THAT(text, HasSubstr("Feature: login"));
  EXPECT_THAT(text, HasSubstr("⬜ Start protocol not complete"));
  EXPECT_THAT(text, HasSubstr("HOLDFAST_GATE=off"));
  EXPECT_THAT(text, HasSubstr("config.yaml:3"));
}

TEST(SessionContextTest, AStateThatCannotBeTrustedIsSaidWithItsRepair) {
  Scene scene;
  context_of(scene);
  scene.fake.files.poke(std::string("/home/dev/project/.git/holdfast/notes/sessions/session-") +
                            Scene::kRun + ".json",
                        "{}");
  const std::string text = context_of(scene);
  EXPECT_THAT(text, HasSubstr("cannot be trusted"));
  EXPECT_THAT(text, HasSubstr("holdfast "));
  EXPECT_THAT(text, Not(HasSubstr("Mode:")));
}

}  // namespace
}  // namespace engine
