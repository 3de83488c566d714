#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

class ReqReportTest : public ProjectTest {
 protected:
  ReqReportTest() {
    disk().poke("/home/dev/project/.git/HEAD", "ref: refs/heads/fix/x\n");
    disk().poke("/home/dev/project/.claude/requirements.yaml",
                "requirements:\n  plan: {enabled: true}\n"
                "  ticket: {enabled: true, scope: branch, enforce: warn}\n");
  }
};

TEST_F(ReqReportTest, DenialsOfTheGateAreCounted) {
  start();
  EXPECT_EQ(run({"req", "report"}).output, "No requirement has spoken yet.\n");
  EXPECT_FALSE(before_tool("Write", "a.cpp").decision->allowed);
  EXPECT_FALSE(before_tool("Write", "a.cpp").decision->allowed);
  const Outcome outcome = run({"req", "report"});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_NE(outcome.output.find("plan         2       0        0 %"), std::string::npos)
      << outcome.output;
  const auto json = base::parse_json(run({"req", "report", "--json", "--since", "7d"}).output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["requirements"][0]["name"], "plan");
  EXPECT_EQ((*json)["total"]["denials"], 2);
  EXPECT_EQ((*json)["total"]["falseDenyRate"], 0.0);
  EXPECT_EQ(run({"req", "report", "--since", "soon"}).exit, 64);
}

}  // namespace
}  // namespace cli
