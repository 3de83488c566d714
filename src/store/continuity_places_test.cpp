#include "store/continuity_places.h"

#include <gtest/gtest.h>

#include "store/test_continuity.h"

namespace store {
namespace {

// S3-15: below the person's own data, unless they come from OpenClaw.
TEST(ContinuityPlacesTest, OurOwnLayoutLiesBelowTheDataHome) {
  ContinuityMachine machine;
  const ContinuityPlaces places = places_of(machine.system());
  EXPECT_EQ(places.sessions, "/home/dev/.local/share/holdfast/sessions");
  EXPECT_EQ(places.archive, "/home/dev/.local/share/holdfast/sessions/archive");
  EXPECT_EQ(places.pins, "/home/dev/.local/share/holdfast/working_memory.json");
  EXPECT_EQ(places.locks, "/home/dev/.local/state/holdfast/locks");
  EXPECT_EQ(places.brain, "");
  EXPECT_FALSE(places.openclaw);
}

// S3-15, S3-60, S3-148
TEST(ContinuityPlacesTest, OpenClawsLayoutIsWhereThatToolHasItsFiles) {
  ContinuityMachine machine;
  const ContinuityPlaces places = places_of(machine.system(), {.openclaw_layout = true});
  EXPECT_EQ(places.sessions, "/home/dev/.openclaw/sessions");
  EXPECT_EQ(places.pins, "/home/dev/.openclaw/workspace/memory/working_memory.json");
  EXPECT_EQ(places.brain, "/home/dev/.openclaw/workspace/memory/brain.db");
  EXPECT_EQ(places.locks, "/home/dev/.local/state/holdfast/locks");
  EXPECT_TRUE(places.openclaw);
}

// S3-148, B3-29
TEST(ContinuityPlacesTest, OpenClawsDataFolderIsTakenFromTheEnvironment) {
  ContinuityMachine machine;
  machine.environment.set("CORTEX_DATA_DIR", "/data/cortex");
  ContinuityPlaces places = places_of(machine.system(), {.openclaw_layout = true});
  EXPECT_EQ(places.pins, "/data/cortex/working_memory.json");
  EXPECT_EQ(places.brain, "/data/cortex/brain.db");
  EXPECT_EQ(places.sessions, "/home/dev/.openclaw/sessions");
  machine.environment.set("CORTEX_DATA_DIR", "~/cortex");
  places = places_of(machine.system(), {.openclaw_layout = true});
  EXPECT_EQ(places.brain, "/home/dev/cortex/brain.db");
  // It says nothing of our own layout.
  EXPECT_EQ(places_of(machine.system()).pins,
            "/home/dev/.local/share/holdfast/working_memory.json");
}

// S3-60: a person's own word goes before a layout's.
TEST(ContinuityPlacesTest, SettingsMoveTheFiles) {
  ContinuityMachine machine;
  for (const bool openclaw : {false, true}) {
    const ContinuityPlaces places = places_of(
        machine.system(),
        {.openclaw_layout = openclaw, .sessions_dir = "/elsewhere", .pins_file = "/pins.json"});
    EXPECT_EQ(places.sessions, "/elsewhere");
    EXPECT_EQ(places.archive, "/elsewhere/archive");
    EXPECT_EQ(places.pins, "/pins.json");
  }
}

// B3-29
TEST(ContinuityPlacesTest, WithoutAHomeTheErrorNamesTheKey) {
  ContinuityMachine machine;
  machine.environment.unset("HOME");
  const auto message = [&](const model::UserConfig& config) {
    const auto places =
        continuity_places(machine.environment, homes_of(machine.environment), config);
    EXPECT_FALSE(places.ok());
    EXPECT_EQ(places.error().code, base::Code::unavailable);
    return places.error().message;
  };
  EXPECT_NE(message({}).find("session_persistence.sessions_dir"), std::string::npos);
  machine.environment.set("XDG_STATE_HOME", "/state");
  EXPECT_NE(message({}).find("session_persistence.sessions_dir"), std::string::npos);
  EXPECT_NE(message({.sessions_dir = "/s"}).find("pins.file"), std::string::npos);
  EXPECT_NE(message({.openclaw_layout = true}).find("session_persistence.sessions_dir"),
            std::string::npos);
  EXPECT_NE(message({.openclaw_layout = true, .sessions_dir = "/s"}).find("pins.file"),
            std::string::npos);
  machine.environment.set("CORTEX_DATA_DIR", "~/cortex");
  EXPECT_NE(message({.openclaw_layout = true, .sessions_dir = "/s"}).find("CORTEX_DATA_DIR"),
            std::string::npos);
  machine.environment.set("CORTEX_DATA_DIR", "cortex");
  EXPECT_NE(message({.openclaw_layout = true, .sessions_dir = "/s"}).find("CORTEX_DATA_DIR"),
            std::string::npos);
}

}  // namespace
}  // namespace store
