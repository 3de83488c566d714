#include "engine/requirement_verify.h"

#include <gtest/gtest.h>

#include "engine/test_scene.h"

namespace engine {
namespace {

class RequirementVerifyTest : public ::testing::Test {
 protected:
  RequirementVerifyTest() {
    scene_.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                           "requirements:\n"
                           "  plan: {enabled: true}\n"
                           "  ticket: {enabled: true, scope: branch}\n"
                           "  soft: {enabled: true, scope: branch, enforce: warn}\n"
                           "  trunk: {enabled: true, type: guard, guard_type: protected_branch}\n"
                           "  alone: {enabled: true, type: guard, guard_type: single_session}\n"
                           "  off: {enabled: false, scope: branch}\n");
  }
  static std::vector<std::string> names(const std::vector<RequirementLine>& lines) {
    std::vector<std::string> names;
    for (const RequirementLine& line : lines) names.push_back(line.name);
    return names;
  }
  Scene scene_;
};

TEST_F(RequirementVerifyTest, WithoutASessionOnlyWhatNeedsNoneIsAsked) {
  auto workspace = scene_.workspace();
  const RequirementsVerdict verdict = verify_requirements(workspace, std::nullopt);
  EXPECT_FALSE(verdict.ok());
  EXPECT_EQ(names(verdict.unmet), (std::vector<std::string>{"ticket", "trunk"}));
  EXPECT_EQ(names(verdict.warned), std::vector<std::string>{"soft"});
  EXPECT_EQ(verdict.met, 0U);
}

TEST_F(RequirementVerifyTest, ForASessionAllThatBlockHaveToBeMet) {
  scene_.fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/fix/x\n");
  scene_.send(scene_.event(model::EventKind::session_start));
  auto workspace = scene_.workspace();
  const auto session =
      choose_requirement_session(workspace, {.given = std::nullopt, .host_session = Scene::kRun});
  ASSERT_TRUE(session.ok()) << session.error().message;
  EXPECT_EQ(names(verify_requirements(workspace, *session).unmet),
            (std::vector<std::string>{"plan", "ticket"}));
  ASSERT_TRUE(
      satisfy_requirements(workspace, *session, {.names = {"plan", "ticket"}, .metadata = {}}, {})
          .ok());
  const RequirementsVerdict verdict = verify_requirements(workspace, *session);
  EXPECT_TRUE(verdict.ok());
  EXPECT_EQ(verdict.met, 4U);
  EXPECT_EQ(verdict.session, "7d1054b6");
  EXPECT_EQ(verdict.branch, "fix/x");
}

}  // namespace
}  // namespace engine
