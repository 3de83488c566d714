#include "cli/table.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "cli/testing_project.h"
#include "policy/own_command.h"

namespace cli {
namespace {

using TableTest = ProjectTest;

std::vector<std::string> words_of(std::string_view path) {
  std::vector<std::string> words;
  for (const std::string_view word : base::split(path, ' ')) words.emplace_back(word);
  return words;
}

TEST_F(TableTest, EveryCommandHasAPathASummaryAndAnExampleOfItself) {
  std::set<std::string_view> paths;
  for (const Command& command : all_commands()) {
    SCOPED_TRACE(command.path);
    EXPECT_TRUE(paths.insert(command.path).second);
    EXPECT_LE(words_of(command.path).size(), 2U);
    EXPECT_FALSE(command.summary.empty());
    EXPECT_NE(command.summary.back(), '.');
    EXPECT_NE(command.examples.find("holdfast " + std::string(command.path)),
              std::string_view::npos);
  }
}

// U1: a command that is not known there would pass for a word of an option.
TEST_F(TableTest, TheGateKnowsEveryCommandWhenAnAgentsShellRunsIt) {
  for (const Command& command : all_commands()) {
    EXPECT_TRUE(policy::is_known_command(command.path)) << command.path;
  }
}

TEST_F(TableTest, TheTableHasTheCommandsOfThisVersion) {
  std::vector<std::string_view> paths;
  for (const Command& command : all_commands()) paths.push_back(command.path);
  const std::vector<std::string_view> expected{"init",
                                               "uninstall",
                                               "hooks print",
                                               "trust",
                                               "secret rotate",
                                               "hook",
                                               "gate check",
                                               "why",
                                               "status",
                                               "statusline",
                                               "doctor",
                                               "pause",
                                               "resume",
                                               "session get-state",
                                               "session set-state",
                                               "session list",
                                               "session show",
                                               "session start",
                                               "session validate",
                                               "session advance",
                                               "session evidence",
                                               "session end",
                                               "session blocked",
                                               "session import",
                                               "session mode",
                                               "session compact",
                                               "session verify",
                                               "session recover",
                                               "session at",
                                               "session undo",
                                               "session chain",
                                               "session continue",
                                               "pins view",
                                               "pins pin",
                                               "pins unpin",
                                               "pins clear",
                                               "continuity preview",
                                               "continuity score",
                                               "continuity report",
                                               "continuity record",
                                               "agent add",
                                               "agent complete",
                                               "decision add",
                                               "verdict add",
                                               "handoff add",
                                               "handoff list",
                                               "handoff accept",
                                               "claims",
                                               "req status",
                                               "req satisfy",
                                               "req approve",
                                               "req clear",
                                               "req list",
                                               "req sessions",
                                               "req pause",
                                               "req resume",
                                               "req doctor",
                                               "req prune",
                                               "req rename",
                                               "req enable",
                                               "req disable",
                                               "req config",
                                               "req init",
                                               "req verify",
                                               "req lint",
                                               "req test",
                                               "req report",
                                               "work create",
                                               "work list",
                                               "work show",
                                               "work transition",
                                               "work complete-phase",
                                               "work checkpoint",
                                               "work commit",
                                               "work status",
                                               "work git",
                                               "work edit",
                                               "work fix",
                                               "work link",
                                               "work spec",
                                               "work plan-md",
                                               "work onboard",
                                               "work migrate",
                                               "work merge-driver",
                                               "memory list",
                                               "memory read",
                                               "memory write",
                                               "memory edit",
                                               "memory delete",
                                               "index status",
                                               "index update",
                                               "index rebuild",
                                               "index reset",
                                               "export",
                                               "import",
                                               "fleet join",
                                               "fleet push",
                                               "fleet status",
                                               "fleet prune",
                                               "fleet leave",
                                               "search",
                                               "maintenance",
                                               "events",
                                               "violations",
                                               "history",
                                               "cost",
                                               "mcp",
                                               "serve"};
  EXPECT_EQ(paths, expected);
}

TEST_F(TableTest, EveryCommandPrintsItsHelpWithItsExamplesAndTouchesNothing) {
  const std::vector<os::Path> before = disk().all_files();
  for (const Command& command : all_commands()) {
    SCOPED_TRACE(command.path);
    std::vector<std::string> words = words_of(command.path);
    words.push_back("--help");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.errors, "");
    EXPECT_NE(outcome.output.find("Usage: holdfast " + std::string(command.path)),
              std::string::npos);
    for (const std::string_view example : base::split(command.examples, '\n')) {
      EXPECT_NE(outcome.output.find(example), std::string::npos);
    }
    words.pop_back();
    words.insert(words.begin(), "help");
    EXPECT_EQ(run(words).output, outcome.output);
  }
  EXPECT_EQ(disk().all_files(), before);
}

TEST_F(TableTest, NoCommandTakesAnOptionThatItDoesNotKnow) {
  for (const Command& command : all_commands()) {
    SCOPED_TRACE(command.path);
    std::vector<std::string> words = words_of(command.path);
    words.push_back("--no-such-option");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 64);
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.errors.substr(0, 10), "holdfast: ");
    EXPECT_NE(outcome.errors.find("hint: Run `holdfast " + std::string(command.path) + " --help`"),
              std::string::npos);
  }
}

TEST_F(TableTest, WithoutACommandTheOverviewIsPrinted) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"help"}, {"--help"}, {"-h"}, {"help", "--help"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 0);
    for (const Command& command : all_commands()) {
      EXPECT_NE(outcome.output.find(command.path), std::string::npos);
    }
  }
}

TEST_F(TableTest, TheVersionIsPrinted) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.output, "holdfast " HOLDFAST_VERSION "\n");
}

TEST_F(TableTest, AGroupAlonePrintsItsCommands) {
  const Outcome outcome = run({"session"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_NE(outcome.output.find("session undo"), std::string::npos);
  EXPECT_EQ(outcome.output.find("handoff"), std::string::npos);
  EXPECT_EQ(run({"help", "session"}).output, outcome.output);
}

TEST_F(TableTest, AnUnknownCommandIsWrongUseWithTheNearestOne) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows{
      {{"satus"}, "Did you mean `holdfast status`?"},
      {{"sesion", "list"}, "Did you mean `holdfast session`?"},
      {{"session", "set-sate"}, "Did you mean `holdfast session set-state`?"},
      {{"handoff", "acept", "x"}, "Did you mean `holdfast handoff accept`?"},
      {{"req", "statsu"}, "Did you mean `holdfast req status`?"},
      {{"session", "xyzzy"}, "Run `holdfast help session`"},
      {{"frobnicate"}, "Run `holdfast help`"},
      {{"--frobnicate"}, "Run `holdfast help`"},
      {{""}, "Run `holdfast help`"},
      {{"help", "satus"}, "Did you mean `holdfast status`?"},
  };
  for (const auto& [words, hint] : rows) {
    SCOPED_TRACE(words.back());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 64);
    EXPECT_EQ(outcome.output, "");
    EXPECT_NE(outcome.errors.find(hint), std::string::npos) << outcome.errors;
  }
}

TEST_F(TableTest, AProgramWithoutTheDashboardSaysSo) {
  const Outcome outcome = run({"serve"});
  EXPECT_EQ(outcome.exit, 69);
  EXPECT_NE(outcome.errors.find("built without the dashboard"), std::string::npos);
}

TEST_F(TableTest, AStatusLineIsOneLineOrJson) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  EXPECT_EQ(run({"statusline"}, "x").output, "coding · $1.50\n");
  EXPECT_EQ(run({"statusline", "--json"}, "x").output, "{\"line\":\"coding · $1.50\"}\n");
  fake_.environment.set_terminal(true);
  EXPECT_EQ(run({"statusline"}).exit, 64);
}

TEST_F(TableTest, TheProgramsOtherNamesMeanTheSameProgram) {
  const std::vector<std::pair<const char*, std::string>> rows{
      {"holdfast", "holdfast " HOLDFAST_VERSION "\n"},
      {"/usr/local/bin/brain", "holdfast " HOLDFAST_VERSION "\n"},
      {"/usr/bin/req", "holdfast " HOLDFAST_VERSION "\n"}};
  for (const auto& [name, output] : rows) {
    SCOPED_TRACE(name);
    FakeConsole console;
    Context context{fake_.system(), {&host_}, console};
    EXPECT_EQ(run_program(context, name, {"--version"}), 0);
    EXPECT_EQ(console.output, output);
  }
}

TEST_F(TableTest, ReqIsTheNameOfTheProgramThatBeginsWithItsGroup) {
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> rows{
      {{}, {"req"}},
      {{"--help"}, {"req", "--help"}},
      {{"help"}, {"help", "req"}},
      {{"help", "status"}, {"req", "status", "--help"}},
      {{"satisfy", "--help"}, {"req", "satisfy", "--help"}},
      {{"frobnicate"}, {"req", "frobnicate"}},
  };
  for (const auto& [words, meant] : rows) {
    SCOPED_TRACE(words.empty() ? "" : words.back());
    FakeConsole console;
    Context context{fake_.system(), {&host_}, console};
    const int exit = run_program(context, "/usr/bin/req", words);
    const Outcome expected = run(meant);
    EXPECT_EQ(exit, expected.exit);
    EXPECT_EQ(console.output, expected.output);
    EXPECT_EQ(console.errors, expected.errors);
  }
}

TEST_F(TableTest, AnUnknownCommandAnswersInJsonWhereJsonIsAskedFor) {
  const Outcome outcome = run({"frobnicate", "--json"});
  EXPECT_EQ(outcome.exit, 64);
  EXPECT_EQ(outcome.errors.substr(0, 10), "{\"error\":{");
}

}  // namespace
}  // namespace cli
