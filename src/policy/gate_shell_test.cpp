// The rows of the gate's table that look into a shell command.
#include <gtest/gtest.h>

#include <string>

#include "policy/gate.h"
#include "policy/gate_test_scene.h"

namespace policy {
namespace {

using model::GateDecision;
using model::GateRule;
using model::Mode;

shell::FileEffect effect(shell::FileUse use, const char* path, const char* by) {
  return {.use = use, .path = path, .by = by};
}

// S0-60: analysis denies every Bash call, planning those that would write, coding none.
TEST(GateShellTest, Row8ACommandIsJudgedByWhatItWouldDo) {
  Scene scene;
  scene.state.mode = Mode::planning;
  scene.shell.files = {effect(shell::FileUse::read, "/repo/a", "cat")};
  scene.shell.network = {"curl"};
  scene.shell.git = {{"/repo", "push", {}}};
  expect_allowed(scene.decide("Bash"), GateRule::none, "planning");

  scene.shell.opaque = {"python3 -c"};
  expect_denied(scene.decide("Bash"), GateRule::mode_table,
                "[BLOCKED] Bash would run code that cannot be read ahead (python3 -c), which is "
                "not allowed in planning mode.",
                "planning");
  scene.shell.files.push_back(effect(shell::FileUse::write, "/repo/src/a.cpp", "sed -i"));
  expect_denied(scene.decide("Bash"), GateRule::mode_table,
                "[BLOCKED] Bash would write src/a.cpp (sed -i), which is not allowed in planning "
                "mode.",
                "planning");
  scene.shell.files[1] = {.use = shell::FileUse::remove,
                          .certainty = shell::Certainty::within,
                          .path = "/repo",
                          .by = "rm"};
  EXPECT_EQ(scene.decide("Bash").message,
            "[BLOCKED] Bash would delete in the project (rm), which is not allowed in planning "
            "mode.");
  scene.state.mode = Mode::coding;
  expect_allowed(scene.decide("Bash"), GateRule::none, "coding");
  scene.state.mode = Mode::analysis;
  scene.shell = {};
  EXPECT_FALSE(scene.decide("Bash").allowed);
}

TEST(GateShellTest, Row8APauseLiftsWhatACommandWouldDoAndRecordsIt) {
  Scene scene;
  scene.state.mode = Mode::planning;
  scene.state.paused = true;
  scene.shell.opaque = {"eval"};
  const GateDecision decision = scene.decide("Bash");
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.bypassed, std::vector<GateRule>{GateRule::mode_table});
}

// C-20
TEST(GateShellTest, Row2ACommandThatWritesAGuardedFileIsDeniedInEveryMode) {
  Scene scene;
  scene.roots.home = "/home/dev";
  scene.roots.config_home = "/home/dev/.config/holdfast";
  struct Row {
    const char* path;
    const char* touched;  // What the disk says goes with it.
    bool denied;
  };
  const std::vector<Row> rows{
      {"/repo/.holdfast/config.yaml", "", true},
      {"/repo/.git/holdfast/journal/x.jsonl", "", true},
      {"/repo/src/a.cpp", "", false},
      // A folder goes with all that is in it.
      {"/repo", "/repo/.holdfast", true},
      {"/repo/.git", "/repo/.git/holdfast", true},
      {"/home/dev/.config", "/home/dev/.config/holdfast", true},
      {"/", "/repo/.holdfast", true},
      {"/repo/build", "", false},
      {"/repo", "", false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.path);
    scene.targets = {{row.path, row.path, *row.touched != '\0', TargetForm::tree, row.touched}};
    EXPECT_EQ(scene.decide("Bash").allowed, !row.denied);
  }
}

}  // namespace
}  // namespace policy
