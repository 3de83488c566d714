// gate check and why: what the gate would say, and why it said what it did.
#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

using GateCommandTest = ProjectTest;

// S0-54, S0-60
TEST_F(GateCommandTest, GateCheckGivesTheResultOfTheDocumentAndTheExitOfTheDecision) {
  start();
  const Outcome allowed = run({"gate", "check", "Write", "--json"});
  EXPECT_EQ(allowed.exit, 0);
  EXPECT_EQ(json_of(allowed)["allowed"], true);
  EXPECT_EQ(json_of(allowed)["mode"], "coding");
  EXPECT_EQ(json_of(allowed)["tool"], "Write");

  ASSERT_EQ(run({"session", "mode", "planning"}).exit, 0);
  const Outcome denied = run({"gate", "check", "Write", "--json"});
  EXPECT_EQ(denied.exit, 2);
  const Json json = json_of(denied);
  EXPECT_EQ(json["allowed"], false);
  EXPECT_EQ(json["mode"], "planning");
  EXPECT_EQ(json["message"], "[BLOCKED] Tool 'Write' is not allowed in planning mode.");
  EXPECT_EQ(json["rule"], "mode_table");
  EXPECT_NE(json["next_step"], "");
  EXPECT_EQ(run({"gate", "check", "Read"}).exit, 0);

  const Outcome text = run({"gate", "check", "Write"});
  EXPECT_EQ(text.exit, 2);
  EXPECT_EQ(text.output.substr(0, 19), "Denied: [BLOCKED] T");
  EXPECT_EQ(text.errors, "");
}

TEST_F(GateCommandTest, GateCheckLeavesNoTrace) {
  start();
  const std::string events = run({"events", "--json"}).output;
  const std::string state = run({"session", "get-state"}).output;
  run({"gate", "check", "Write"});  // Compiles the configuration, as whoever asks first does.
  const std::vector<os::Path> files = disk().all_files();
  run({"gate", "check", "Write"});
  run({"gate", "check", "Write", "--input", R"({"file_path":".holdfast/config.yaml"})"});
  EXPECT_EQ(run({"events", "--json"}).output, events);
  EXPECT_EQ(run({"session", "get-state"}).output, state);
  EXPECT_EQ(disk().all_files(), files);
}

TEST_F(GateCommandTest, TheInputOfEveryToolIsUnderstood) {
  start();
  const std::vector<std::pair<std::vector<std::string>, int>> rows{
      {{"Write", R"({"file_path":"/home/dev/project/.holdfast/config.yaml"})"}, 2},
      {{"Edit", R"({"path":".holdfast/config.yaml"})"}, 2},
      {{"NotebookEdit", R"({"notebook_path":".holdfast/config.yaml"})"}, 2},
      {{"Write", R"({"file_path":"src/a.cpp","content":{"path":5}})"}, 0},
      {{"Write", R"({"file_path":7})"}, 0},
      {{"mcp__serena__write_memory", R"({"memory_name":"session-current-state"})"}, 2},
      {{"mcp__serena__edit_memory", R"({"memory_file_name":"session-history"})"}, 2},
      {{"mcp__serena__write_memory", R"({"memory_name":"notes"})"}, 0},
      {{"Bash", R"({"command":"ls"})"}, 0},
  };
  for (const auto& [call, exit] : rows) {
    SCOPED_TRACE(call[0] + " " + call[1]);
    const Outcome outcome = run({"gate", "check", call[0], "--input", call[1]});
    EXPECT_EQ(outcome.exit, exit) << outcome.output << outcome.errors;
  }
}

TEST_F(GateCommandTest, WithoutASessionTheGateIsAskedAsForANewOne) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  EXPECT_EQ(run({"gate", "check", "Write"}).exit, 0);
  EXPECT_EQ(run({"session", "list", "--json"}).output, "{\"sessions\":[]}\n");
}

TEST_F(GateCommandTest, WrongCallsOfGateCheckAreToldApart) {
  start();
  EXPECT_EQ(run({"gate", "check"}).exit, 64);
  EXPECT_EQ(run({"gate", "check", ""}).exit, 64);
  EXPECT_EQ(run({"gate", "check", "Write", "--input", "{"}).exit, 65);
  EXPECT_EQ(run({"gate", "check", "Write", "--session", "../x"}).exit, 64);
}

TEST_F(GateCommandTest, WhyExplainsTheLastDenial) {
  start();
  before_tool("Write", "src/early.cpp");
  ASSERT_EQ(run({"session", "mode", "planning"}).exit, 0);
  const model::HostReply reply = before_tool("Write", "src/a.cpp");
  ASSERT_TRUE(reply.decision);
  ASSERT_FALSE(reply.decision->allowed);
  before_tool("Read", "src/b.cpp");

  for (const std::vector<std::string>& words : {std::vector<std::string>{"why"},
                                                {"why", "--last"},
                                                {"why", reply.decision_id},
                                                {"why", "--session", std::string(kRun)}}) {
    SCOPED_TRACE(words.back());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    for (const char* part :
         {"Denied: Write src/a.cpp", "[BLOCKED] Tool 'Write' is not allowed in planning mode.",
          "mode_table, built in", "next step", "mode planning, version 2"}) {
      EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
    }
  }
  const Json json = json_of(run({"why", "--json"}));
  EXPECT_EQ(json["id"], reply.decision_id);
  EXPECT_EQ(json["sessionId"], kRun);
  EXPECT_EQ(json["targets"], Json::array({"src/a.cpp"}));
  EXPECT_EQ(json["rule"], "mode_table");
  EXPECT_EQ(json["state"]["mode"], "planning");
}

TEST_F(GateCommandTest, ReplayDecidesOnTodaysState) {
  start();
  ASSERT_EQ(run({"session", "mode", "planning"}).exit, 0);
  before_tool("Write", "src/a.cpp");
  EXPECT_EQ(json_of(run({"why", "--replay", "--json"}))["replay"]["allowed"], false);
  ASSERT_EQ(run({"session", "mode", "coding"}).exit, 0);
  EXPECT_EQ(json_of(run({"why", "--replay", "--json"}))["replay"]["allowed"], true);
  EXPECT_NE(run({"why", "--replay"}).output.find("it would be allowed"), std::string::npos);
}

TEST_F(GateCommandTest, WithoutADenialWhySaysSo) {
  start();
  const Outcome outcome = run({"why"});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.errors.find("Nothing was denied so far."), std::string::npos);
  EXPECT_EQ(run({"why", "7d1054b6-999"}).exit, 1);
  EXPECT_EQ(run({"why", "nonsense"}).exit, 64);
  EXPECT_EQ(run({"why", "7d1054b6-1", "--last"}).exit, 64);
}

}  // namespace
}  // namespace cli
