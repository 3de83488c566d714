#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

// `req test`
class ReqFixturesTest : public ProjectTest {
 protected:
  ReqFixturesTest() {
    disk().poke("/home/dev/project/.claude/requirements.yaml",
                "requirements:\n  plan: {enabled: true}\n");
  }
  void cases(const std::string& text) {
    disk().poke("/home/dev/project/.claude/requirements.tests.yaml", text);
  }
};

TEST_F(ReqFixturesTest, CasesThatHoldAndThatDoNotAreTold) {
  cases(
      "- name: edits need a plan\n  event: {tool: Edit}\n  expect: deny\n"
      "- name: reading is free\n  event: {tool: Read}\n  expect: allow\n");
  const Outcome good = run({"req", "test"});
  EXPECT_EQ(good.exit, 0) << good.errors;
  EXPECT_EQ(good.output, "✓ edits need a plan\n✓ reading is free\n2 cases, all hold.\n");
  cases("- name: no\n  event: {tool: Edit}\n  expect: allow\n");
  const Outcome bad = run({"req", "test"});
  EXPECT_EQ(bad.exit, 1);
  EXPECT_NE(bad.output.find("✗ no (/home/dev/project/.claude/requirements.tests.yaml:1)\n"
                            "    expected allow, came deny (unmet: plan)\n"
                            "1 case, 1 not as expected."),
            std::string::npos)
      << bad.output;
  const auto json = base::parse_json(run({"req", "test", "--json"}).output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["ok"], false);
  EXPECT_EQ((*json)["cases"][0]["came"], "deny");
  disk().poke("/home/dev/project/a.yaml", "- {event: {tool: Edit}, expect: deny}\n");
  EXPECT_EQ(run({"req", "test", "a.yaml"}).exit, 0);
}

TEST_F(ReqFixturesTest, AFileOfCasesThatCannotBeReadIsBadData) {
  EXPECT_EQ(run({"req", "test"}).exit, 1);
  cases("- event: {tool: Edit}\n  expcet: deny\n");
  const Outcome bad = run({"req", "test"});
  EXPECT_EQ(bad.exit, 65);
  EXPECT_NE(bad.errors.find("requirements.tests.yaml:2: unknown key `expcet`"), std::string::npos)
      << bad.errors;
}

}  // namespace
}  // namespace cli
