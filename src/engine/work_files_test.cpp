// The files of a work session, and where its worktree is.
#include "engine/work_place.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "engine/test_work.h"

namespace engine {
namespace {

using base::Code;
using testing::ElementsAre;
using testing::HasSubstr;

// B2-12
TEST(WorkFilesTest, AWorktreeIsKeptSoThatAnotherMachineUnderstandsIt) {
  store::Project project;
  project.root = project.main_root = "/repo/main";
  const std::vector<std::pair<const char*, const char*>> rows{
      {"/repo/main/trees/a", "trees/a"}, {"trees/a", "trees/a"},
      {"/repo/other", "../other"},       {"../other", "../other"},
      {"/elsewhere/x", "/elsewhere/x"},  {"/repo/main", "/repo/main"},
  };
  for (const auto& [given, kept] : rows) EXPECT_EQ(portable_worktree(project, given), kept);

  WorkScene scene;
  scene.create();
  const auto set = update_work_git(
      scene.workspace, kSlug, {.worktree = std::optional<std::string>("/home/dev/project-x")}, {});
  ASSERT_TRUE(set.ok()) << set.error().message;
  EXPECT_THAT(scene.state(), HasSubstr("\"../project-x\""));
  auto shown = show_work(scene.workspace, kSlug);
  EXPECT_EQ(shown->session.git.worktree, std::nullopt);
  EXPECT_THAT(shown->warnings, ElementsAre(HasSubstr("../project-x is not on this machine")));
  scene.fake.files.poke("/home/dev/project-x/.git", "gitdir: x\n");
  shown = show_work(scene.workspace, kSlug);
  EXPECT_EQ(shown->session.git.worktree, "../project-x");
  EXPECT_TRUE(shown->warnings.empty());
}

// S2-95, S2-96
TEST(WorkFilesTest, TheWorktreeCanBeClearedAndAnEmptyChangeIsAnError) {
  WorkScene scene;
  scene.create();
  EXPECT_EQ(update_work_git(scene.workspace, kSlug, {}, {}).error().code, Code::invalid_params);
  ASSERT_TRUE(update_work_git(scene.workspace, kSlug,
                              {.worktree = std::optional<std::string>("trees/a")}, {})
                  .ok());
  const auto cleared =
      update_work_git(scene.workspace, kSlug, {.worktree = std::optional<std::string>()}, {});
  ASSERT_TRUE(cleared.ok());
  EXPECT_EQ(cleared->work.session.git.worktree, std::nullopt);
}

// B2-22, S2-104
TEST(WorkFilesTest, ARenamedFolderIsWarnedOfAndFixed) {
  WorkScene scene;
  scene.create();
  scene.fake.files.poke("/home/dev/project/agents/sessions/renamed/state.json", scene.state());
  const auto shown = show_work(scene.workspace, "renamed");
  ASSERT_TRUE(shown.ok());
  EXPECT_EQ(shown->slug, "renamed");
  EXPECT_THAT(shown->warnings, ElementsAre(HasSubstr("holdfast work fix renamed")));
  const auto fixed = fix_work(scene.workspace, "renamed", {});
  ASSERT_TRUE(fixed.ok()) << fixed.error().message;
  EXPECT_EQ(fixed->work.session.session_id, "renamed");
  EXPECT_TRUE(fixed->work.warnings.empty());
}

// B2-18, SC-56
TEST(WorkFilesTest, PartsAreReadAndNothingOutsideOfTheFolder) {
  WorkScene scene;
  scene.create();
  scene.plan("1");
  EXPECT_EQ(read_work_artifact(scene.workspace, kSlug, "state")->text, scene.state());
  EXPECT_EQ(read_work_artifact(scene.workspace, kSlug, "spec")->media_type, "text/markdown");
  EXPECT_THAT(read_work_artifact(scene.workspace, kSlug, "plan")->text, HasSubstr("checkpoints"));
  EXPECT_EQ(read_work_artifact(scene.workspace, kSlug, "shadow").error().code, Code::invalid_value);
  scene.fake.files.poke("/home/dev/project/secret", "top secret");
  for (const char* path : {"../../../secret", "/home/dev/project/secret", "link"}) {
    SCOPED_TRACE(path);
    std::string text = scene.state();
    const std::size_t at = text.find("\"spec.md\"");
    ASSERT_NE(at, std::string::npos);
    WorkScene other;
    other.create();
    other.fake.files.poke("/home/dev/project/secret", "top secret");
    other.fake.files.make_link(std::string(kWorkFolder) + "/link", "/home/dev/project/secret");
    other.put_state(text.replace(at, 9, "\"" + std::string(path) + "\""));
    const auto spec = read_work_artifact(other.workspace, kSlug, "spec");
    EXPECT_FALSE(spec.ok() && spec->text == "top secret");
  }
}

TEST(WorkFilesTest, AStampChangesWithItsPart) {
  WorkScene scene;
  scene.create();
  EXPECT_EQ(work_artifact_stamp(scene.workspace, kSlug, "plan"), "");
  scene.plan("1");
  const std::string before = work_artifact_stamp(scene.workspace, kSlug, "plan");
  EXPECT_NE(before, "");
  scene.plan("1 2");
  EXPECT_NE(work_artifact_stamp(scene.workspace, kSlug, "plan"), before);
  EXPECT_NE(work_artifact_stamp(scene.workspace, kSlug, "state"), "");
  EXPECT_EQ(work_artifact_stamp(scene.workspace, "no-such", "state"), "NOT_FOUND");
}

// B2-13
TEST(WorkFilesTest, TheMergeDriverIsInstalledOutsideTheTreeAndOnlyOnce) {
  WorkScene scene;
  std::vector<std::vector<std::string>> calls;
  scene.fake.processes.program = [&](const os::ProgramRequest& request) {
    calls.push_back(request.argv);
    return os::ProgramOutcome{};
  };
  scene.fake.files.poke("/home/dev/project/.git/info/attributes", "*.png binary");
  auto driver = install_merge_driver(scene.workspace);
  ASSERT_TRUE(driver.ok()) << driver.error().message;
  EXPECT_TRUE(driver->changed);
  const std::string expected = "*.png binary\nagents/sessions/*/state.json merge=holdfast-work\n";
  EXPECT_EQ(scene.fake.files.peek("/home/dev/project/.git/info/attributes"), expected);
  EXPECT_EQ(calls.at(1).back(), "'/usr/bin/holdfast' work merge-driver %O %A %B");
  driver = install_merge_driver(scene.workspace);
  ASSERT_TRUE(driver.ok());
  EXPECT_FALSE(driver->changed);
  EXPECT_EQ(scene.fake.files.peek("/home/dev/project/.git/info/attributes"), expected);
}

// S2-35, S2-36, S2-37, S2-38
TEST(WorkFilesTest, TheSpecIsReadForDisplay) {
  WorkScene scene;
  scene.create();
  scene.fake.files.poke(std::string(kWorkFolder) + "/spec.md",
                        "# Dark mode\n\n## Goals\n\n### High-Level Goals\n\n- Less glare\n\n"
                        "### Mid-Level Goals\n\n- A switch\n\n## Open Questions\n\n"
                        "- [ ] Which colours?\n- [x] When? → At night\n\n## Key Decisions\n\n"
                        "### Use variables\n\n**Rationale**: one place\n\n**Made**: 2026-01-18\n");
  const auto spec = view_work_spec(scene.workspace, kSlug);
  ASSERT_TRUE(spec.ok()) << spec.error().message;
  EXPECT_THAT(spec->high_level_goals, ElementsAre("Less glare"));
  EXPECT_THAT(spec->mid_level_goals, ElementsAre("A switch"));
  ASSERT_EQ(spec->questions.size(), 2U);
  EXPECT_FALSE(spec->questions[0].answered);
  EXPECT_EQ(spec->questions[1].answer, "At night");
  ASSERT_EQ(spec->decisions.size(), 1U);
  EXPECT_EQ(spec->decisions[0].rationale, "one place");
}

}  // namespace
}  // namespace engine
