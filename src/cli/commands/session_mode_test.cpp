#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

class SessionModeTest : public ProjectTest {
 protected:
  std::string mode() {
    const auto json = base::parse_json(run({"session", "mode", "--json"}).output);
    return json.ok() ? (*json)["mode"].get<std::string>() : "";
  }
};

TEST_F(SessionModeTest, AModeIsSetWithItsReasonAndPrintedWithItsHistory) {
  start();
  const Outcome changed = run({"session", "mode", "planning", "--reason", "design first"});
  ASSERT_EQ(changed.exit, 0) << changed.errors;
  EXPECT_EQ(changed.output, "Session 7d1054b6 is now in mode planning (version 2).\n");
  const Outcome printed = run({"session", "mode"});
  EXPECT_EQ(printed.exit, 0);
  EXPECT_NE(printed.output.find("is in mode planning."), std::string::npos);
  EXPECT_NE(printed.output.find("design first"), std::string::npos);
}

TEST_F(SessionModeTest, AModeThatDoesNotExistIsWrongUse) {
  start();
  EXPECT_EQ(run({"session", "mode", "frobnicating"}).exit, 64);
  EXPECT_EQ(run({"session", "mode", ""}).exit, 64);
  EXPECT_EQ(mode(), "coding");
}

// SC-17, B0-8
TEST_F(SessionModeTest, WithoutAPersonDisabledIsForbidden) {
  start();
  const Outcome outcome = run({"session", "mode", "disabled", "--json"}, "disabled\n");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_NE(outcome.errors.find("MODE_FORBIDDEN"), std::string::npos);
  EXPECT_EQ(mode(), "coding");
  EXPECT_NE(run({"events"}).output.find("refused"), std::string::npos);
}

// SC-17
TEST_F(SessionModeTest, AtATerminalThePersonTypesTheWord) {
  start();
  fake_.environment.set_terminal(true);
  for (const char* answer : {"", "\n", "y\n", "yes\n", "disable\n"}) {
    const Outcome outcome = run({"session", "mode", "disabled"}, answer);
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_NE(outcome.errors.find("Type `disabled`"), std::string::npos);
    EXPECT_EQ(mode(), "coding");
  }
  const Outcome outcome = run({"session", "mode", "disabled"}, "disabled\n");
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(mode(), "disabled");
  const Outcome gate = run({"gate", "check", "Write"});
  EXPECT_EQ(gate.exit, 0);
  EXPECT_NE(gate.output.find("in mode disabled"), std::string::npos);
}

// SC-17
TEST_F(SessionModeTest, TheOperatorTokenIsAskedNothing) {
  const auto json = base::parse_json(run({"init", "--yes", "--operator", "--json"}).output);
  ASSERT_TRUE(json.ok());
  start();
  fake_.environment.set("HOLDFAST_OPERATOR_TOKEN", (*json)["operatorToken"].get<std::string>());
  const Outcome outcome = run({"session", "mode", "disabled"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.errors, "");
  EXPECT_EQ(mode(), "disabled");
}

TEST_F(SessionModeTest, APauseNeedsAPerson) {
  // U1
  start();
  EXPECT_EQ(run({"pause", "--for", "1m"}).exit, 2);
  EXPECT_EQ(run({"pause", "--for", "soon"}).exit, 64);
  give_operator_token();
  const Outcome outcome = run({"pause", "--for", "10m", "--reason", "by hand"});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "Blocking is off for session 7d1054b6 for 10 min, until 2026-01-18 09:40:00 UTC.\n");
  ASSERT_EQ(run({"session", "mode", "planning"}).exit, 0);
  EXPECT_EQ(run({"gate", "check", "Write"}).exit, 0);
  ASSERT_EQ(run({"resume"}).exit, 0);
  EXPECT_EQ(run({"gate", "check", "Write"}).exit, 2);
}

}  // namespace
}  // namespace cli
