// handoff add, list and accept with packets for the next session; workflow_test.cpp has those
// between agents.
#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

class HandoffCommandTest : public ProjectTest {
 protected:
  std::string add(const std::string& goal) {
    return json_of(run({"handoff", "add", "--goal", goal, "--json"})).value("id", "");
  }
  void opt_in() { ASSERT_EQ(run({"init", "--yes"}).exit, 0); }
};

TEST_F(HandoffCommandTest, APacketIsWrittenWithoutASession) {
  opt_in();
  const Outcome added = run({"handoff", "add", "--goal", "Finish the form", "--done", "drawn",
                             "--done", "tested", "--failed", "a dialog", "--decision", "no dialog",
                             "--next", "wire it", "--check", "ctest -R form", "--to", "qa"});
  ASSERT_EQ(added.exit, 0) << added.errors;
  const Json packet = json_of(run({"handoff", "list", "--json"}))["packets"][0];
  EXPECT_EQ(added.output, "Handoff " + packet["id"].get<std::string>() +
                              " waits for qa.\n"
                              "  goal      Finish the form\n"
                              "  done      drawn\n"
                              "            tested\n"
                              "  failed    a dialog\n"
                              "  decided   no dialog\n"
                              "  next      wire it\n"
                              "  to check  ctest -R form\n"
                              "  written   0 s ago, on main, for qa\n");
  EXPECT_EQ(packet["done"], Json::array({"drawn", "tested"}));
  EXPECT_FALSE(packet.contains("session"));
}

TEST_F(HandoffCommandTest, TheListIsToRead) {
  start();
  const std::string id = add("Finish the form");
  fake_.clock.advance(std::chrono::hours{24 * 9});
  EXPECT_EQ(run({"handoff", "list"}).output, id + "  9 days ago, from session 7d1054b6 on main\n"
                                                  "  Finish the form\n"
                                                  "  may no longer hold: older than a week\n");
}

TEST_F(HandoffCommandTest, JsonIsTakenInBothSpellings) {
  opt_in();
  for (const char* key : {"nextSteps", "next_steps"}) {
    const Json added = json_of(
        run({"handoff", "add", "--json", "--input", "-"},
            std::string(R"({"goal":"by )") + key + R"(","failed":["x"],")" + key + R"(":["y"]})"));
    EXPECT_EQ(added["next_steps"], Json::array({"y"})) << key;
    EXPECT_EQ(added["failed"], Json::array({"x"}));
  }
}

TEST_F(HandoffCommandTest, WrongUseIsToldAndWritesNothing) {
  opt_in();
  EXPECT_EQ(run({"handoff", "add"}).exit, 64);
  EXPECT_EQ(run({"handoff", "add", "--next", "x"}).exit, 64);
  EXPECT_EQ(run({"handoff", "add", "--goal", "x", "--input", "{}"}).exit, 64);
  EXPECT_EQ(run({"handoff", "add", "--goal", " "}).exit, 64);
  EXPECT_EQ(run({"handoff", "add", "--goal", "x", "--session", "nobody"}).exit, 1);
  EXPECT_EQ(run({"handoff", "add", "--input", R"({"goal":7})"}).exit, 65);
  EXPECT_EQ(run({"handoff", "list"}).output, "No handoff waits.\n");
}

TEST_F(HandoffCommandTest, AcceptedByItsBeginningItShowsAllItSaysAndWaitsNoMore) {
  opt_in();
  const std::string id = add("Finish the form");
  const Outcome accepted = run({"handoff", "accept", "h-2026"});
  ASSERT_EQ(accepted.exit, 0) << accepted.errors;
  EXPECT_EQ(accepted.output.find("Accepted handoff " + id + ".\n  goal "), 0U);
  EXPECT_EQ(run({"handoff", "list"}).output, "No handoff waits.\n");
  const Json all = json_of(run({"handoff", "list", "--all", "--json"}))["packets"];
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0]["accepted_by"], "cli");
  EXPECT_NE(run({"handoff", "list", "--all"}).output.find("accepted 0 s ago by cli"),
            std::string::npos);
}

TEST_F(HandoffCommandTest, WhoAcceptsInAConversationIsNamed) {
  start();
  const std::string id = add("Finish the form");
  fake_.environment.set("FAKE_HOST_SESSION", std::string(kRun));
  EXPECT_EQ(json_of(run({"handoff", "accept", id, "--json"}))["accepted_by"], kRun);
}

TEST_F(HandoffCommandTest, BothKindsStandInOneListAndAreAcceptedAlike) {
  start();
  const std::string packet = add("Finish the form");
  ASSERT_EQ(run({"handoff", "add", "--input",
                 R"({"id":"agents-1","fromAgent":"planner","toAgent":"qa","reason":"done"})"})
                .exit,
            0);
  const Json both = json_of(run({"handoff", "list", "--json"}));
  EXPECT_EQ(both["packets"].size(), 1U);
  EXPECT_EQ(both["handoffs"].size(), 1U);
  EXPECT_EQ(run({"handoff", "accept", "agents"}).exit, 0);
  EXPECT_EQ(run({"handoff", "accept", packet}).exit, 0);
  EXPECT_EQ(run({"handoff", "list"}).output, "No handoff waits.\n");
  EXPECT_EQ(run({"handoff", "accept", "nobody"}).exit, 1);
}

TEST_F(HandoffCommandTest, WhatASessionWroteCannotSteerATerminal) {
  opt_in();
  add("\x1b[31mred\nsecond line");
  const std::string output = run({"handoff", "list"}).output;
  EXPECT_EQ(output.find('\x1b'), std::string::npos);
  EXPECT_EQ(output.find("\nsecond"), std::string::npos);
}

}  // namespace
}  // namespace cli
