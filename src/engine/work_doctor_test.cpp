#include "engine/work_doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/test_scene.h"
#include "engine/work.h"

namespace engine {
namespace {

using testing::HasSubstr;

std::vector<Finding> findings(Workspace& workspace) {
  Examination examination(false);
  examine_work(workspace.stores(), examination);
  return examination.take();
}

TEST(WorkDoctorTest, WithoutWorkSessionsAndWithGoodOnesThereIsNothingToSay) {
  Scene scene;
  auto workspace = scene.workspace();
  EXPECT_TRUE(findings(workspace).empty());
  ASSERT_TRUE(create_work(workspace, {.topic = "x", .slug = "good"}, {}).ok());
  EXPECT_TRUE(findings(workspace).empty());
}

// B2-19, B2-22, S2-80
TEST(WorkDoctorTest, WhatCannotBeReadAndWhatWasRenamedIsNamedWithItsRepair) {
  Scene scene;
  auto workspace = scene.workspace();
  ASSERT_TRUE(create_work(workspace, {.topic = "x", .slug = "a"}, {}).ok());
  const auto manifest = scene.fake.files.peek("/home/dev/project/agents/sessions/a/state.json");
  scene.fake.files.poke("/home/dev/project/agents/sessions/b/state.json", *manifest);
  scene.fake.files.poke("/home/dev/project/agents/sessions/c/state.json", "{");
  const auto found = findings(workspace);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].subject, "work session b");
  EXPECT_THAT(found[0].repair, HasSubstr("holdfast work fix b"));
  EXPECT_EQ(found[1].subject, "work session c");
  EXPECT_EQ(found[1].severity, Severity::problem);
}

// B2-11
TEST(WorkDoctorTest, CommitsThatARebaseTookAwayAreNamed) {
  Scene scene;
  auto workspace = scene.workspace();
  ASSERT_TRUE(create_work(workspace, {.topic = "x", .slug = "a"}, {}).ok());
  for (const char* sha : {"aaaaaaa1", "bbbbbbb2"}) {
    ASSERT_TRUE(add_work_commit(workspace, "a", {.sha = sha, .message = "m"}, {}).ok());
  }
  std::string asked;
  scene.fake.processes.program = [&](const os::ProgramRequest& request) {
    asked = request.input;
    os::ProgramOutcome outcome;
    outcome.output =
        "aaaaaaa1000000000000000000000000000000000 commit 200\nbbbbbbb2^{commit} missing\n";
    return outcome;
  };
  const auto found = findings(workspace);
  EXPECT_EQ(asked, "aaaaaaa1^{commit}\nbbbbbbb2^{commit}\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("bbbbbbb2"));
  EXPECT_EQ(found[0].severity, Severity::remark);
}

}  // namespace
}  // namespace engine
