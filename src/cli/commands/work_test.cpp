// `holdfast work …` as people and scripts type it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;
using testing::HasSubstr;

class WorkCommandsTest : public ProjectTest {
 protected:
  WorkCommandsTest() {
    start();
    const Outcome made =
        work({"create", "--topic", "Dark mode", "--slug", "dark", "--description", "Less glare"});
    EXPECT_EQ(made.exit, 0) << made.errors;
  }

  Outcome work(std::vector<std::string> words) {
    words.insert(words.begin(), "work");
    return run(words);
  }
  Json json(std::vector<std::string> words) {
    words.emplace_back("--json");
    const Outcome outcome = work(std::move(words));
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    return json_of(outcome);
  }
  std::string state() {
    return disk().peek("/home/dev/project/agents/sessions/dark/state.json").value_or("");
  }
  void plan(int checkpoints) {
    Json list = Json::array();
    for (int id = 1; id <= checkpoints; ++id) list.push_back({{"id", id}, {"title", "t"}});
    disk().poke("/home/dev/project/agents/sessions/dark/plan.json",
                Json{{"checkpoints", list}}.dump());
  }
};

TEST_F(WorkCommandsTest, CreateAnswersAsScriptsRelyOn) {
  const Json made = json({"create", "--topic", "Why are builds slow", "--type", "research"});
  EXPECT_EQ(made.size(), 2U);
  const std::string slug = made["session_id"];
  EXPECT_EQ(made["path"], "/home/dev/project/agents/sessions/" + slug);
  EXPECT_EQ(json({"list"})["sessions"].size(), 2U);
  EXPECT_EQ(work({"create"}).exit, 64);
  EXPECT_EQ(work({"create", "--topic", "x", "--type", "epic"}).exit, 64);
  EXPECT_EQ(work({"create", "--topic", "x", "--slug", "dark"}).exit, 1);
}

TEST_F(WorkCommandsTest, AStepThatIsNotAllowedIsExitTwoAndUnchangedBytes) {
  const std::string before = state();
  const Outcome refused = work({"transition", "dark", "build"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_EQ(refused.output, "");
  EXPECT_THAT(refused.errors, HasSubstr("Invalid phase transition: spec -> build (allowed: plan)"));
  EXPECT_EQ(work({"transition", "dark", "ship"}).exit, 64);
  EXPECT_EQ(work({"transition", "no-such", "plan"}).exit, 1);
  EXPECT_EQ(state(), before);
  EXPECT_EQ(work({"transition", "dark", "plan"}).output, "dark went from spec to plan.\n");
  EXPECT_EQ(work({"transition", "dark", "plan"}).output,
            "Nothing to change: dark is so already.\n");
  EXPECT_EQ(work({"transition", "dark", "build"}).exit, 2);
  EXPECT_EQ(json({"transition", "dark", "build", "--force"})["changed"], true);
}

TEST_F(WorkCommandsTest, CheckpointsCommitsAndTheEnd) {
  plan(2);
  ASSERT_EQ(work({"transition", "dark", "plan"}).exit, 0);
  ASSERT_EQ(work({"complete-phase", "dark", "plan"}).exit, 0);
  ASSERT_EQ(work({"transition", "dark", "build"}).exit, 0);
  EXPECT_EQ(work({"checkpoint", "dark", "init"}).exit, 0);
  EXPECT_EQ(work({"checkpoint", "dark", "complete", "1"}).output,
            "dark: 1 of 2 checkpoints complete, now 2.\n");
  EXPECT_EQ(work({"checkpoint", "dark", "start", "1"}).exit, 2);
  EXPECT_EQ(work({"checkpoint", "dark", "complete", "9"}).exit, 64);
  EXPECT_EQ(work({"checkpoint", "dark", "complete"}).exit, 64);
  EXPECT_EQ(work({"checkpoint", "dark", "complete", "one"}).exit, 64);
  EXPECT_EQ(work({"checkpoint", "dark", "finish", "1"}).exit, 64);
  EXPECT_EQ(json({"commit", "dark", "abcdef1", "--message",
                  "Add it"})["manifest"]["commits"][0]["checkpoint"],
            2);
  EXPECT_EQ(json({"commit", "dark", "abcdef1234", "--message", "x"})["duplicate"], true);
  EXPECT_EQ(work({"commit", "dark", "xyz", "--message", "x"}).exit, 64);
  ASSERT_EQ(work({"checkpoint", "dark", "complete", "2"}).exit, 0);
  ASSERT_EQ(work({"transition", "dark", "docs"}).exit, 0);
  ASSERT_EQ(work({"transition", "dark", "complete"}).exit, 0);
  EXPECT_EQ(work({"status", "dark", "active"}).exit, 2);
  EXPECT_EQ(work({"status", "dark", "active", "--reopen"}).output,
            "dark is active, was complete.\n");
}

TEST_F(WorkCommandsTest, ShowTellsEverythingOnAPage) {
  ASSERT_EQ(work({"git", "dark", "--branch", "dark-mode", "--base-branch", "main"}).exit, 0);
  const Outcome shown = work({"show", "dark"});
  EXPECT_EQ(shown.exit, 0);
  for (const char* part : {"Work session dark", "Dark mode", "Less glare", "dark-mode",
                           "spec begun", "/home/dev/project/agents/sessions/dark"}) {
    EXPECT_THAT(shown.output, HasSubstr(part));
  }
  EXPECT_EQ(json({"show", "dark"})["manifest"]["git"]["branch"], "dark-mode");
  EXPECT_EQ(json({"show", "./agents/sessions/dark"})["session_id"], "dark");
  EXPECT_EQ(work({"git", "dark"}).exit, 64);
  EXPECT_EQ(work({"git", "dark", "--clear", "branches"}).exit, 64);
  EXPECT_TRUE(json({"git", "dark", "--clear", "branch"})["manifest"]["git"]["branch"].is_null());
}

// B2-21
TEST_F(WorkCommandsTest, APersonCorrectsTheTopicAndNobodyElse) {
  EXPECT_EQ(work({"edit", "dark", "--topic", "Darker"}).exit, 2);
  EXPECT_EQ(work({"edit", "dark"}).exit, 64);
  fake_.environment.set_terminal(true);
  const Outcome edited = work({"edit", "dark", "--topic", "Darker"});
  EXPECT_EQ(edited.exit, 0) << edited.errors;
  EXPECT_THAT(state(), HasSubstr("\"topic\": \"Darker\""));
}

// C-3
TEST_F(WorkCommandsTest, ARunIsLinkedAndStatusNamesTheWorkSession) {
  const std::string run_id(kRun);
  EXPECT_EQ(work({"link"}).exit, 64);
  EXPECT_EQ(work({"link", "dark", "--none"}).exit, 64);
  EXPECT_EQ(work({"link", "no-such", "--session", run_id}).exit, 1);
  EXPECT_EQ(json({"link", "dark", "--session", run_id})["workSession"], "dark");
  EXPECT_THAT(run({"status", "--session", run_id}).output, HasSubstr("work session  dark"));
  EXPECT_THAT(run({"session", "show", "--session", run_id}).output,
              HasSubstr("work session  dark"));
  EXPECT_TRUE(json({"link", "--none", "--session", run_id})["workSession"].is_null());
  EXPECT_EQ(run({"status", "--session", run_id}).output.find("work session"), std::string::npos);
}

// What an agent's host started is part of its conversation; a person's own commands are not.
TEST_F(WorkCommandsTest, ARunIsOnlyLinkedWhereItAsked) {
  ASSERT_EQ(work({"transition", "dark", "plan"}).exit, 0);
  EXPECT_EQ(run({"session", "get-state"}).output.find("workSession"), std::string::npos);
  fake_.environment.set("FAKE_HOST_SESSION", std::string(kRun));
  plan(1);
  ASSERT_EQ(work({"transition", "dark", "build"}).exit, 0);
  EXPECT_THAT(run({"session", "get-state"}).output, HasSubstr("\"workSession\":\"dark\""));
}

TEST_F(WorkCommandsTest, PlanMdAndSpecAreMadeOfTheFiles) {
  EXPECT_EQ(work({"plan-md", "dark"}).exit, 1);
  plan(2);
  EXPECT_EQ(json({"plan-md", "dark"})["path"], "/home/dev/project/agents/sessions/dark/plan.md");
  EXPECT_TRUE(disk().peek("/home/dev/project/agents/sessions/dark/plan.md"));
  disk().poke("/home/dev/project/agents/sessions/dark/spec.md",
              "## Goals\n\n### High-Level Goals\n\n- Less glare\n\n## Open Questions\n\n"
              "- [ ] Which colours?\n");
  EXPECT_EQ(work({"spec", "dark"}).output,
            "High-level goals\n  - Less glare\nOpen questions\n  - ⬜ Which colours?\n");
  EXPECT_EQ(json({"spec", "dark"})["goals"]["high_level"], Json::array({"Less glare"}));
}

TEST_F(WorkCommandsTest, TheMergeDriverTakesThreeFilesOrIsInstalled) {
  EXPECT_EQ(work({"merge-driver"}).exit, 64);
  EXPECT_EQ(work({"merge-driver", "a", "b"}).exit, 64);
  EXPECT_EQ(work({"merge-driver", "--install", "a", "b", "c"}).exit, 64);
  EXPECT_NE(work({"merge-driver", "a", "b", "c"}).exit, 0);
  const std::string ours = state();
  for (const char* name : {"O", "A", "B"}) {
    disk().poke(std::string("/home/dev/project/") + name, ours);
  }
  EXPECT_EQ(work({"merge-driver", "O", "A", "B"}).exit, 0);
  EXPECT_EQ(disk().peek("/home/dev/project/A"), ours);
}

TEST_F(WorkCommandsTest, AHostileManifestSteersNoTerminal) {
  std::string text = state();
  const std::string topic = "\"Dark mode\"";
  text.replace(text.find(topic), topic.size(), "\"a\\u001b[31mb\"");
  disk().poke("/home/dev/project/agents/sessions/dark/state.json", text);
  for (const char* command : {"show", "list"}) {
    std::vector<std::string> words{command};
    if (std::string_view(command) == "show") words.emplace_back("dark");
    EXPECT_EQ(work(words).output.find('\x1b'), std::string::npos);
  }
}

}  // namespace
}  // namespace cli
