#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

class TrustCommandTest : public ProjectTest {
 protected:
  bool is_trusted() {
    for (const os::Path& path : disk().all_files()) {
      if (path.parent_path() == "/home/dev/.config/holdfast/trusted") return true;
    }
    return false;
  }
};

// BX-7
TEST_F(TrustCommandTest, WithoutAPersonItIsForbidden) {
  start();
  const Outcome outcome = run({"trust", "--json"}, "y\n");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_NE(outcome.errors.find("MODE_FORBIDDEN"), std::string::npos);
  EXPECT_NE(outcome.errors.find("trusting a project needs a person"), std::string::npos);
  EXPECT_FALSE(is_trusted());
  EXPECT_NE(run({"events"}).output.find("refused"), std::string::npos);
}

TEST_F(TrustCommandTest, AtATerminalThePersonIsAskedAndToldWhatMayRun) {
  start();
  fake_.environment.set_terminal(true);
  for (const char* answer : {"", "\n", "n\n"}) {
    const Outcome outcome = run({"trust"}, answer);
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_NE(outcome.errors.find("calculators of requirements"), std::string::npos);
    EXPECT_FALSE(is_trusted());
  }
  const Outcome outcome = run({"trust"}, "y\n");
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "/home/dev/project is trusted. What its files name may run:\n"
            "  - calculators of requirements (.claude/requirements.yaml)\n"
            "  - the lint command of the protocol (protocol.lint_command in "
            ".holdfast/config.yaml)\n"
            "`holdfast trust --revoke` takes it back.\n");
  EXPECT_TRUE(is_trusted());
  EXPECT_NE(run({"trust"}, "y\n").output.find("is trusted already."), std::string::npos);
}

TEST_F(TrustCommandTest, AnybodyTakesItBack) {
  start();
  EXPECT_EQ(run({"trust", "--revoke"}).output, "/home/dev/project was not trusted.\n");
  fake_.environment.set_terminal(true);
  ASSERT_EQ(run({"trust"}, "y\n").exit, 0);
  fake_.environment.set_terminal(false);
  const Outcome outcome = run({"trust", "--revoke"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.output,
            "/home/dev/project is not trusted any more. No command that its files name runs.\n");
  EXPECT_FALSE(is_trusted());
}

TEST_F(TrustCommandTest, TheOperatorTokenIsAskedNothing) {
  const auto init = base::parse_json(run({"init", "--yes", "--operator", "--json"}).output);
  ASSERT_TRUE(init.ok());
  start();
  fake_.environment.set("HOLDFAST_OPERATOR_TOKEN", (*init)["operatorToken"].get<std::string>());
  const Outcome outcome = run({"trust", "--json"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.errors, "");
  const auto json = base::parse_json(outcome.output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["root"], "/home/dev/project");
  EXPECT_EQ((*json)["trusted"], true);
  EXPECT_EQ((*json)["changed"], true);
  EXPECT_EQ((*json)["commands"].size(), 2U);
  EXPECT_EQ(
      run({"trust", "--revoke", "--json"}).output,
      "{\"root\":\"/home/dev/project\",\"trusted\":false,\"changed\":true,\"commands\":[]}\n");
}

TEST_F(TrustCommandTest, AProjectThatDoesNotUseHoldfastCannotBeTrusted) {
  fake_.environment.set_terminal(true);
  EXPECT_EQ(run({"trust"}, "y\n").exit, 69);
  EXPECT_FALSE(is_trusted());
}

}  // namespace
}  // namespace cli
