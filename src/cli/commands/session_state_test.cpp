#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

class SessionStateTest : public ProjectTest {
 protected:
  Json state() {
    const auto json = base::parse_json(run({"session", "get-state"}).output);
    return json.ok() ? *json : Json();
  }
  Outcome set(std::vector<std::string> words, std::string input = "") {
    words.insert(words.begin(), {"session", "set-state"});
    return run(words, std::move(input));
  }
};

// S0-49, S0-53
TEST_F(SessionStateTest, GetStatePrintsOneLineOfJsonWithoutTheSignature) {
  start();
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"session", "get-state"},
        {"session", "get-state", "--json"},
        {"session", "get-state", "--session", std::string(kRun)},
        {"session", "get-state", "--session", "7d1054b6"}}) {
    const Outcome outcome = run(words);
    ASSERT_EQ(outcome.exit, 0) << outcome.errors;
    EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1);
    const auto json = base::parse_json(outcome.output);
    ASSERT_TRUE(json.ok());
    EXPECT_EQ((*json)["sessionId"], kRun);
    EXPECT_EQ((*json)["version"], 1);
    EXPECT_FALSE(json->contains("_signature"));
  }
}

// S0-50
TEST_F(SessionStateTest, WithoutASessionTheErrorSaysSo) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  const Outcome outcome = run({"session", "get-state"});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.output, "");
  EXPECT_NE(outcome.errors.find("No current session found"), std::string::npos);
}

TEST_F(SessionStateTest, OutsideAProjectTheErrorSaysHowToOptIn) {
  const Outcome outcome = run({"session", "get-state"});
  EXPECT_EQ(outcome.exit, 69);
  EXPECT_NE(outcome.errors.find("holdfast init"), std::string::npos);
}

TEST_F(SessionStateTest, TheProjectMayBeNamed) {
  start();
  fake_.environment.set_folder("/home/dev");
  EXPECT_EQ(run({"session", "get-state"}).exit, 69);
  EXPECT_EQ(run({"session", "get-state", "--project", "project"}).exit, 0);
  EXPECT_EQ(run({"session", "get-state", "--project", "/home/dev/project"}).exit, 0);
  EXPECT_EQ(run({"session", "get-state", "--project", "/no/such/folder"}).exit, 1);
}

// S0-51
TEST_F(SessionStateTest, SetStateSavesAPartialUpdate) {
  start();
  const Outcome saved = set({"activeTask=TASK-7", "activeFeature=login"});
  ASSERT_EQ(saved.exit, 0) << saved.errors;
  EXPECT_EQ(saved.output, "Saved version 2.\n");
  EXPECT_EQ(state()["activeTask"], "TASK-7");
  const Outcome as_json = set({"--input", "-", "--json"}, R"({"activeTask":"TASK-8"})");
  ASSERT_EQ(as_json.exit, 0) << as_json.errors;
  EXPECT_EQ(as_json.output, "{\"sessionId\":\"" + std::string(kRun) + "\",\"version\":3}\n");
  EXPECT_EQ(state()["activeTask"], "TASK-8");
  EXPECT_EQ(state()["activeFeature"], "login");
}

TEST_F(SessionStateTest, DottedKeysReachIntoTheWorkflow) {
  start();
  ASSERT_EQ(
      run({"agent", "add", "--input", R"({"agent":"planner","input":{"prompt":"plan"}})"}).exit, 0);
  const Outcome saved = set({"orchestratorWorkflow.workflowPhase=implementation"});
  ASSERT_EQ(saved.exit, 0) << saved.errors;
  EXPECT_EQ(state()["orchestratorWorkflow"]["workflowPhase"], "implementation");
  EXPECT_EQ(state()["orchestratorWorkflow"]["agentHistory"].size(), 1U);
}

// SC-5
TEST_F(SessionStateTest, AStaleVersionIsAConflictAndChangesNothing) {
  start();
  ASSERT_EQ(set({"activeTask=a"}).exit, 0);
  const std::string before = run({"session", "get-state"}).output;
  const Outcome outcome = set({"activeTask=b", "--if-version", "1", "--json"});
  EXPECT_EQ(outcome.exit, 75);
  EXPECT_NE(outcome.errors.find("\"code\":\"VERSION_CONFLICT\""), std::string::npos);
  EXPECT_EQ(run({"session", "get-state"}).output, before);
  EXPECT_EQ(set({"activeTask=b", "--if-version", "2"}).exit, 0);
}

TEST_F(SessionStateTest, WrongCallsAreWrongUseAndChangeNothing) {
  start();
  const std::string before = run({"session", "get-state"}).output;
  const std::vector<std::vector<std::string>> rows{
      {},
      {"activeTask"},
      {"activeTask=a", "activeTask=b"},
      {"activeTask=a", "--input", "{}"},
      {"activeTask=a", "--if-version", "two"},
      {"activeTask=a", "--if-version", "-1"},
      {"activeTask=a", "--if-version", "99999999999999999999"},
      {"activeTask=a", "--if-version", ""},
      {"version=9"},
      {"sessionId=x"},
  };
  for (const auto& words : rows) {
    SCOPED_TRACE(words.empty() ? "" : words.back());
    const Outcome outcome = set(words);
    EXPECT_EQ(outcome.exit, 64) << outcome.errors;
    EXPECT_EQ(outcome.output, "");
  }
  EXPECT_EQ(run({"session", "get-state"}).output, before);
}

TEST_F(SessionStateTest, BadDocumentsAreBadDataAndChangeNothing) {
  start();
  const std::string before = run({"session", "get-state"}).output;
  for (const std::string& input :
       {std::string(R"({"activeTask":)"), std::string("[]"),
        std::string("{\"activeTask\":\"\xff\"}"), std::string(8, '\0')}) {
    EXPECT_EQ(set({"--input", "-"}, input).exit, 65);
  }
  EXPECT_EQ(set({"activeTask=\xff"}).exit, 65);
  EXPECT_EQ(run({"session", "get-state"}).output, before);
}

// SC-21
TEST_F(SessionStateTest, AnIdThatIsAPathIsWrongUseAndTouchesNothing) {
  start();
  const std::vector<os::Path> before = disk().all_files();
  for (const char* id : {"../../etc/x", "/etc/passwd", "..", "a/b", ""}) {
    SCOPED_TRACE(id);
    const Outcome outcome = run({"session", "get-state", "--session", id, "--json"});
    EXPECT_EQ(outcome.exit, 64);
    EXPECT_NE(outcome.errors.find("INVALID_PARAMS"), std::string::npos) << outcome.errors;
    EXPECT_EQ(run({"session", "set-state", "activeTask=a", "--session", id}).exit, 64);
    EXPECT_EQ(run({"session", "start", *id == '\0' ? "../x" : id}).exit, 64);
  }
  EXPECT_EQ(disk().all_files(), before);
}

// SC-17, B0-8
TEST_F(SessionStateTest, WithoutATerminalTheModeDisabledIsForbiddenAndTheAttemptIsRecorded) {
  start();
  const Outcome outcome = set({"currentMode=disabled", "--json"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_NE(outcome.errors.find("MODE_FORBIDDEN"), std::string::npos) << outcome.errors;
  EXPECT_EQ(state()["currentMode"], "coding");
  EXPECT_NE(run({"events"}).output.find("refused"), std::string::npos);
  for (const char* field : {"protocolStartComplete=true", "protocolEndComplete=true"}) {
    EXPECT_EQ(set({field}).exit, 64) << field;
  }
}

// B0-8
TEST_F(SessionStateTest, AtATerminalSetStateAsksBeforeItDisables) {
  start();
  fake_.environment.set_terminal(true);
  EXPECT_EQ(set({"currentMode=disabled"}, "no\n").exit, 1);
  EXPECT_EQ(state()["currentMode"], "coding");
}

// S0-52
TEST_F(SessionStateTest, ADiskThatFailsAtAnyCallIsOneSentenceAndTheStateIsOldOrNew) {
  start();
  disk().reset_calls();
  ASSERT_EQ(set({"activeTask=first"}).exit, 0);
  const std::size_t calls = disk().calls();
  for (std::size_t at = 0; at < calls; ++at) {
    SCOPED_TRACE(at);
    const Json old_task = state()["activeTask"];
    const std::string new_task = "x" + std::to_string(at);
    disk().arm({os::Fault::Kind::error, at});
    const Outcome outcome = set({"activeTask=" + new_task});
    disk().disarm();
    const Json task = state()["activeTask"];
    if (outcome.exit == 0) {
      EXPECT_EQ(task, new_task);
      continue;
    }
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.errors.substr(0, 10), "holdfast: ");
    EXPECT_TRUE(task == old_task || task == new_task) << task;
  }
}

}  // namespace
}  // namespace cli
