#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

class ReqLintTest : public ProjectTest {
 protected:
  void rules(const std::string& text) { disk().poke(kRequirementsFile, "requirements:\n" + text); }
};

TEST_F(ReqLintTest, TheExitSaysWhetherSomethingIsWrong) {
  rules("  plan: {enabled: true}\n");
  EXPECT_EQ(run({"req", "lint"}).exit, 0);
  EXPECT_EQ(run({"req", "lint"}).output, "1 enabled requirement: 0 errors, 0 warnings.\n");
  rules("  plan: {enabled: true, trigger_tools: []}\n");
  EXPECT_EQ(run({"req", "lint"}).exit, 0);
  EXPECT_EQ(run({"req", "lint", "--strict"}).exit, 1);
  rules("  plan: {enabled: true, trigger_tools: [edit]}\n");
  EXPECT_EQ(run({"req", "lint", "--strict"}).exit, 0);  // Remarks never fail.
  rules("  plan: {enabled: true, trigger_tools: [Bash]}\n");
  const Outcome outcome = run({"req", "lint"});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.output.find("✗ /home/dev/project/.claude/requirements.yaml:2: plan: "),
            std::string::npos)
      << outcome.output;
  EXPECT_NE(outcome.output.find("[deadlock]"), std::string::npos);
  const auto json = base::parse_json(run({"req", "lint", "--json"}).output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["ok"], false);
  EXPECT_EQ((*json)["findings"][0]["kind"], "deadlock");
  EXPECT_EQ((*json)["findings"][0]["severity"], "error");
}

TEST_F(ReqLintTest, AProjectWithoutRulesIsNotOurs) { EXPECT_EQ(run({"req", "lint"}).exit, 69); }

}  // namespace
}  // namespace cli
