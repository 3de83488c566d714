#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

class ReqVerifyTest : public ProjectTest {
 protected:
  ReqVerifyTest() {
    disk().poke("/home/dev/project/.git/HEAD", "ref: refs/heads/fix/x\n");
    disk().poke(kRequirementsFile,
                "requirements:\n  plan: {enabled: true}\n"
                "  ticket: {enabled: true, scope: branch, enforce: warn}\n");
  }
};

TEST_F(ReqVerifyTest, VerifySaysByItsExitWhetherAllIsMet) {
  start();
  before_tool("Read", "a.cpp");
  const Outcome open = run({"req", "verify", "--session", std::string(kRun)});
  EXPECT_EQ(open.exit, 2);
  EXPECT_NE(open.output.find("✗ plan: not satisfied. Run `req satisfy plan`."), std::string::npos)
      << open.output;
  EXPECT_NE(open.output.find("! ticket: not satisfied (warn)"), std::string::npos);
  const Outcome ci = run({"req", "verify", "--ci"});
  EXPECT_EQ(ci.exit, 0);
  EXPECT_EQ(ci.output, "warning\tticket\tunmet\tnot satisfied\nok\t0 met\t0 unmet\n");
  EXPECT_EQ(run({"req", "verify", "--ci", "--session", std::string(kRun)}).exit, 64);
  const auto json = base::parse_json(run({"req", "verify", "--json", "--ci"}).output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["ok"], true);
  EXPECT_EQ((*json)["session"], nullptr);
}

}  // namespace
}  // namespace cli
