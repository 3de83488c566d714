#include "engine/dashboard/work_detail.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/test_index_scene.h"
#include "engine/test_work.h"

namespace engine::dashboard {
namespace {

void put_file(WorkScene& scene, const char* name, const std::string& text) {
  scene.fake.files.poke(std::string(kWorkFolder) + "/" + name, text);
}

// S2-5, S2-7, S2-9, S2-10: what agents write in the folder is what people see, not a copy of it.
TEST(WorkDetailTest, TheFolderTellsManifestSpecAndPlan) {
  WorkScene scene;
  scene.create();
  scene.build();
  put_file(scene, "spec.md", "# Dark mode\n\n- [x] a switch\n");
  const auto detail = read_work(scene.workspace, kSlug);
  ASSERT_TRUE(detail.ok()) << detail.error().message;
  EXPECT_EQ(detail->work.session.topic, "Dark mode");
  EXPECT_EQ(detail->work.session.phase.text(), "build");
  ASSERT_TRUE(detail->spec);
  EXPECT_EQ(detail->spec->children.size(), 2U);
  ASSERT_TRUE(detail->plan);
  EXPECT_EQ(detail->plan->checkpoints.size(), 3U);
  EXPECT_EQ(detail->plan_problem, "");
  EXPECT_TRUE(detail->warnings.empty());
}

TEST(WorkDetailTest, WhatIsNotWrittenYetIsNoFault) {
  WorkScene scene;
  scene.create();
  ASSERT_TRUE(scene.fake.files.remove(std::string(kWorkFolder) + "/spec.md").ok());
  const auto detail = read_work(scene.workspace, kSlug);
  ASSERT_TRUE(detail.ok());
  EXPECT_FALSE(detail->spec);
  EXPECT_FALSE(detail->plan);
  EXPECT_EQ(detail->plan_problem, "");
  EXPECT_TRUE(detail->warnings.empty());
}

TEST(WorkDetailTest, ABadPlanIsToldAndTheRestIsShown) {
  WorkScene scene;
  scene.create();
  for (const char* const bad : {"", "{", "[]", R"({"checkpoints":[{"id":1},{"id":1}]})",
                                R"({"checkpoints":[{"id":1,"prerequisites":[9]}]})"}) {
    SCOPED_TRACE(bad);
    put_file(scene, "plan.json", bad);
    const auto detail = read_work(scene.workspace, kSlug);
    ASSERT_TRUE(detail.ok());
    EXPECT_FALSE(detail->plan);
    EXPECT_NE(detail->plan_problem, "");
    EXPECT_TRUE(detail->spec);
  }
}

TEST(WorkDetailTest, ASpecThatIsTooMuchIsCutAndThatIsSaid) {
  WorkScene scene;
  scene.create();
  std::string text;
  while (text.size() < 1'000'000) text += "- [a](javascript:x) <b>\n";
  put_file(scene, "spec.md", text);
  const auto detail = read_work(scene.workspace, kSlug);
  ASSERT_TRUE(detail.ok());
  ASSERT_TRUE(detail->spec);
  ASSERT_EQ(detail->warnings.size(), 1U);
}

// B2-18
TEST(WorkDetailTest, NoNameLeadsOutOfTheRoot) {
  WorkScene scene;
  scene.create();
  scene.fake.files.poke("/home/dev/project/secret/state.json", scene.state());
  for (const char* const bad :
       {"", ".", "..", "../secret", "../../project/secret", "/home/dev/project/secret",
        "agents/sessions/2026-01-18_dark-mode_a1b2c3", "a/../b", "a\\b", "~", "-x", ".hidden"}) {
    SCOPED_TRACE(bad);
    const auto detail = read_work(scene.workspace, bad);
    ASSERT_FALSE(detail.ok());
    EXPECT_EQ(detail.error().code, base::Code::invalid_value);
  }
  // An artifact's name is the repository's to choose, too.
  std::string state = scene.state();
  const std::size_t at = state.find("\"spec.md\"");
  ASSERT_NE(at, std::string::npos);
  scene.put_state(state.replace(at, 9, "\"../../../secret/state.json\""));
  const auto detail = read_work(scene.workspace, kSlug);
  ASSERT_TRUE(detail.ok());
  EXPECT_FALSE(detail->spec);
  EXPECT_FALSE(detail->warnings.empty());
}

class WorkDetailSceneTest : public IndexScene {
 protected:
  Dashboard dashboard_{system(), {}};
};

TEST_F(WorkDetailSceneTest, AProjectIsNamedByIdOrNameAndMayBeGone) {
  put_work("api", "one", "Dark mode");
  onboarded();
  const auto detail = work_detail(dashboard_, "api", "one");
  ASSERT_TRUE(detail.ok()) << detail.error().message;
  EXPECT_EQ(detail->summary.project_name, "api");
  EXPECT_EQ(detail->work.session.topic, "Dark mode");
  EXPECT_TRUE(work_detail(dashboard_, detail->summary.project, "one").ok());
  EXPECT_EQ(work_detail(dashboard_, "api", "two").error().code, base::Code::not_found);
  EXPECT_EQ(work_detail(dashboard_, "other", "one").error().code, base::Code::not_found);
  EXPECT_FALSE(work_detail(dashboard_, "../api", "one").ok());
  std::filesystem::rename(at("api"), at("elsewhere"));
  const auto gone = work_detail(dashboard_, detail->summary.project, "one");
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().code, base::Code::not_found);
  EXPECT_NE(gone.error().message.find("is gone"), std::string::npos) << gone.error().message;
}

TEST_F(WorkDetailSceneTest, OneWhoseFolderIsGoneIsToldByTheIndex) {
  put_work("api", "one", "Dark mode");
  onboarded();
  std::filesystem::remove_all(at("api/agents/sessions/one"));
  onboarded();
  const auto detail = work_detail(dashboard_, "api", "one");
  ASSERT_TRUE(detail.ok()) << detail.error().message;
  EXPECT_TRUE(detail->summary.is_missing);
  EXPECT_EQ(detail->summary.title, "Dark mode");
  EXPECT_EQ(detail->warnings.size(), 1U);
  EXPECT_EQ(work_detail(dashboard_, "api", "two").error().code, base::Code::not_found);
}

}  // namespace
}  // namespace engine::dashboard
