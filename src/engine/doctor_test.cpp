#include "engine/doctor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/session.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

bool has_problem(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.severity == Severity::problem && !finding.fixed;
  });
}

struct DoctorTest : ::testing::Test {
  Scene scene;
  DoctorTest() {
    scene.send(scene.event(model::EventKind::session_start));
    mend();  // Folders that the scene made with the usual permissions.
  }
  std::vector<Finding> look() {
    return examine(scene.fake.system(), {.start = "/home/dev/project", .hosts = {}, .fix = false});
  }
  std::vector<Finding> mend() {
    return examine(scene.fake.system(), {.start = "/home/dev/project", .hosts = {}, .fix = true});
  }
  os::Path note() const {
    return std::string("/home/dev/project/.git/holdfast/notes/sessions/session-") + Scene::kRun +
           ".json";
  }
};

TEST_F(DoctorTest, AHealthyProjectHasNoProblem) { EXPECT_FALSE(has_problem(look())); }

// BX-2: every lockout has a way out that one command goes.
TEST_F(DoctorTest, EveryBrokenStateIsFoundAndMended) {
  const std::string good = *scene.fake.files.peek(note());
  const std::vector<std::function<void()>> breakers{
      [&] { scene.fake.files.poke(note(), "{"); },
      [&] {
        std::string changed = *scene.fake.files.peek(note());
        changed.replace(changed.find("coding"), 6, "CODING");
        scene.fake.files.poke(note(), changed);
      },
      [&] { ASSERT_TRUE(scene.fake.files.remove(note()).ok()); },
      [&] {
        ASSERT_TRUE(scene.fake.files.set_mode("/home/dev/.config/holdfast/secret", 0644).ok());
      },
      [&] { scene.fake.processes.remove(Scene::kHostPid); }};
  for (std::size_t i = 0; i < breakers.size(); ++i) {
    SCOPED_TRACE(i);
    breakers[i]();
    EXPECT_TRUE(has_problem(look()));
    EXPECT_FALSE(has_problem(mend()));
    EXPECT_FALSE(has_problem(look()));
    EXPECT_TRUE(scene.allows("Write"));
  }
}

// U, the right behaviour
TEST_F(DoctorTest, WhatNobodyKnownLoosenedIsNamed) {
  scene.fake.environment.set_terminal(true);
  scene.add_process(100, 1, "holdfast");  // Not below the host, and nobody tells whose terminal.
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {"disabled", ""}, {}).ok());
  const auto is_named = [&] {
    const auto findings = look();
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.severity == Severity::remark &&
             finding.message.starts_with("mode set at a terminal, not known whose");
    });
  };
  EXPECT_TRUE(is_named());
  scene.give_operator_token();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {"disabled", ""}, {}).ok());
  EXPECT_FALSE(is_named());
}

TEST_F(DoctorTest, AMissingSecretIsAProblemAndAStrangeKeyARemark) {
  scene.configure("gate:\n  surprise: 1\n");
  EXPECT_FALSE(has_problem(look()));
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/.config/holdfast/secret").ok());
  EXPECT_TRUE(has_problem(look()));
}

// Whoever can write there can put another key or an older record in the place of ours.
TEST_F(DoctorTest, PermissionsThatLetOthersInAreFoundAndMended) {
  struct Row {
    const char* path;
    std::uint32_t bad;
    std::uint32_t mended;
  };
  scene.fake.files.poke("/home/dev/.config/holdfast/operator", "hash\n");
  scene.fake.files.poke("/home/dev/.config/holdfast/old-secrets/k1", "key\n");
  static_cast<void>(mend());
  ASSERT_FALSE(has_problem(look()));
  for (const Row& row : {Row{"/home/dev/.config/holdfast", 0777, 0755},
                         Row{"/home/dev/.local/state/holdfast/heads", 0720, 0700},
                         Row{"/home/dev/project/.git/holdfast", 0750, 0700},
                         Row{"/home/dev/.config/holdfast/secret", 0640, 0600},
                         Row{"/home/dev/.config/holdfast/operator", 0604, 0600},
                         Row{"/home/dev/.config/holdfast/old-secrets/k1", 0644, 0600}}) {
    SCOPED_TRACE(row.path);
    ASSERT_TRUE(scene.fake.files.set_mode(row.path, row.bad).ok());
    EXPECT_TRUE(has_problem(look()));
    EXPECT_FALSE(has_problem(mend()));
    EXPECT_EQ(scene.fake.files.info(row.path)->mode, row.mended);
    EXPECT_FALSE(has_problem(look()));
  }
}

// S0-95, C-16, B0-19
TEST_F(DoctorTest, MaintenanceArchivesOldJournalsAndEndsTheDead) {
  scene.send(scene.event(model::EventKind::session_end));
  EXPECT_TRUE(maintain(scene.fake.system(), "/home/dev/project")->archived.empty());
  scene.fake.clock.set(base::Instant{std::chrono::hours(24 * 365 * 100)});
  const auto outcome = maintain(scene.fake.system(), "/home/dev/project");
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  ASSERT_EQ(outcome->archived.size(), 2U);
  EXPECT_TRUE(outcome->archived[0].ends_with(".jsonl")) << outcome->archived[0];
  EXPECT_TRUE(outcome->archived[1].starts_with("session ")) << outcome->archived[1];
}

}  // namespace
}  // namespace engine
