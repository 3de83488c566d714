#include <nlohmann/json.hpp>

#include "mcp/test_offer.h"

namespace mcp {
namespace {

using base::Json;

class RequirementToolsTest : public OfferTest {
 protected:
  RequirementToolsTest() {
    offer(model::ToolSet::core, kConversation);
    disk().poke("/home/dev/project/.claude/requirements.yaml", R"(version: "1.0"
requirements:
  commit_plan:
    enabled: true
    scope: session
    message: Plan first
  github_ticket:
    enabled: true
    scope: branch
    message: Name the ticket
  licence:
    enabled: true
    scope: permanent
    message: Read the licence
)");
  }

  std::string standing(const char* name) {
    return result("requirement_status", {{"name", name}})["requirements"][0]["standing"];
  }
};

TEST_F(RequirementToolsTest, TheStatusTellsOfEachAndHowManyAreMet) {
  const Json status = result("requirement_status");
  EXPECT_EQ(status["branch"], "main");
  EXPECT_EQ(status["total"], 3);
  EXPECT_EQ(status["satisfied"], 0);
  EXPECT_EQ(status["requirements"][0]["name"], "commit_plan");
  EXPECT_EQ(error("requirement_status", {{"name", "no_such"}}), "UNKNOWN_REQUIREMENT");
}

TEST_F(RequirementToolsTest, OneIsSatisfiedForASessionAndClearedAgain) {
  const Json outcome =
      result("requirement_satisfy",
             {{"name", "commit_plan"}, {"ttl", 60}, {"metadata", {{"by", "plan.md"}}}});
  ASSERT_EQ(outcome["requirements"].size(), 1U);
  EXPECT_EQ(outcome["requirements"][0]["satisfied"], true);
  EXPECT_TRUE(outcome["requirements"][0].contains("expires_at"));
  const Json cleared = result("requirement_clear", {{"name", "commit_plan"}});
  EXPECT_EQ(cleared["cleared"], Json::array({"commit_plan"}));
  EXPECT_EQ(standing("commit_plan"), "unmet");
}

TEST_F(RequirementToolsTest, OneOfTheBranchNeedsNoSession) {
  offer(model::ToolSet::core);
  EXPECT_EQ(error("requirement_satisfy", {{"name", "commit_plan"}}), "NO_SESSION");
  const Json outcome = result("requirement_satisfy", {{"name", "github_ticket"}});
  EXPECT_EQ(outcome["requirements"][0]["standing"], "met");
}

TEST_F(RequirementToolsTest, WhatIsPermanentIsAPersons) {
  fake_.environment.set_terminal(true);
  EXPECT_EQ(error("requirement_satisfy", {{"name", "licence"}}), "HUMAN_ONLY");
  EXPECT_EQ(error("requirement_clear", {{"name", "licence"}}), "HUMAN_ONLY");
  EXPECT_EQ(standing("licence"), "unmet");
}

// U: an approval is not the agent's to give, whatever terminal the server was started in.
TEST_F(RequirementToolsTest, AnApprovalNeedsAPerson) {
  fake_.environment.set_terminal(true);
  EXPECT_EQ(error("requirement_approve", {{"name", "commit_plan"}, {"ttl", 60}}), "HUMAN_ONLY");
  EXPECT_EQ(standing("commit_plan"), "unmet");
  EXPECT_EQ(error("requirement_satisfy", {{"name", "commit_plan"}, {"ttl", -1}}), "INVALID_VALUE");
}

TEST_F(RequirementToolsTest, OutsideGitThereAreNone) {
  ASSERT_TRUE(disk().remove("/home/dev/project/.git/HEAD").ok());
  EXPECT_EQ(error("requirement_satisfy", {{"name", "commit_plan"}}), "NOT_GIT");
  EXPECT_EQ(error("requirement_status"), "NOT_GIT");
}

}  // namespace
}  // namespace mcp
