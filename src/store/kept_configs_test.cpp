#include "store/kept_configs.h"

#include <gtest/gtest.h>

#include "store/config.h"
#include "store/test_counting_disk.h"
#include "store/test_support.h"

namespace store {
namespace {

struct KeptConfigsTest : ::testing::Test {
  FakeMachine machine;
  KeptConfigs kept;
  const os::Path file = "/w/p/.holdfast/config.yaml";
  const os::Path compiled = "/w/p/.git/holdfast/cache/config";
  int opens = 0;

  KeptConfigsTest() {
    machine.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n");
    machine.files.poke(file, "gate:\n  initial_mode: planning\n");
  }

  model::Config load() {
    CountingDisk disk(machine.files, {file, compiled});
    const os::System doors = machine.system();
    const os::System counted{disk, doors.clock, doors.random, doors.processes, doors.environment};
    Keyring keys(counted, homes_of(counted.environment), {});
    model::Config config =
        load_config(counted, find_project(machine.files, "/w/p").value(), keys, &kept);
    opens = disk.opens;
    return config;
  }
};

TEST_F(KeptConfigsTest, AFileInTheSameStateIsNotReadAgain) {
  EXPECT_EQ(load().gate_initial_mode, model::Mode::planning);
  EXPECT_GT(opens, 0);
  EXPECT_EQ(load().gate_initial_mode, model::Mode::planning);
  EXPECT_EQ(opens, 0);
}

// What a person edits counts at once, also for a server that has been running for days.
TEST_F(KeptConfigsTest, AFileThatWasChangedOrTakenAwayIsNotTheOneThatWasKept) {
  ASSERT_EQ(load().gate_initial_mode, model::Mode::planning);
  machine.files.poke(file, "gate:\n  initial_mode: coding\n");
  EXPECT_EQ(load().gate_initial_mode, model::Mode::coding);
  machine.files.poke(file, "gate:\n  initial_mode: nonsense\n");
  EXPECT_EQ(load().problems.size(), 1U);
  EXPECT_EQ(load().problems.size(), 1U) << "What is wrong with it is kept too.";
}

// B3-19
TEST_F(KeptConfigsTest, TheEnvironmentIsAskedEveryTime) {
  EXPECT_FALSE(load().continuity.debug);
  machine.environment.set("CORTEX_SESSION_DEBUG", "1");
  EXPECT_TRUE(load().continuity.debug);
  machine.environment.unset("CORTEX_SESSION_DEBUG");
  EXPECT_FALSE(load().continuity.debug);
}

TEST_F(KeptConfigsTest, EachFileHasItsOwnAndManyDoNotFillTheMemory) {
  model::Config config;
  for (int i = 0; i < 500; ++i) {
    config.file = "/w/" + std::to_string(i);
    kept.keep("state", config);
    ASSERT_EQ(kept.find(config.file, "state")->file, config.file);
    ASSERT_FALSE(kept.find(config.file, "another state"));
  }
  EXPECT_LE(kept.size(), 64U);
}

}  // namespace
}  // namespace store
