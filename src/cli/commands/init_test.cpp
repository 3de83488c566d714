#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using InitTest = ProjectTest;

TEST_F(InitTest, WithYesNothingIsAskedAndASecondTimeChangesNothing) {
  const Outcome first = run({"init", "--yes"});
  ASSERT_EQ(first.exit, 0) << first.errors;
  EXPECT_EQ(first.errors, "");
  EXPECT_NE(first.output.find("config.yaml"), std::string::npos);
  EXPECT_NE(first.output.find("Next: start fake-host"), std::string::npos);
  EXPECT_TRUE(disk().peek("/home/dev/project/.holdfast/config.yaml"));
  EXPECT_TRUE(disk().peek("/home/dev/project/fake-host.json"));
  const std::vector<os::Path> files = disk().all_files();
  const Outcome second = run({"init", "--yes"});
  EXPECT_EQ(second.exit, 0);
  EXPECT_NE(second.output.find("Nothing to change"), std::string::npos) << second.output;
  EXPECT_EQ(disk().all_files(), files);
}

TEST_F(InitTest, WithoutYesThePlanIsShownAndAPersonIsAsked) {
  const std::vector<os::Path> before = disk().all_files();
  const Outcome nobody = run({"init"});
  EXPECT_EQ(nobody.exit, 64);
  EXPECT_NE(nobody.output.find("config.yaml"), std::string::npos);
  EXPECT_NE(nobody.errors.find("holdfast init --yes"), std::string::npos);
  fake_.environment.set_terminal(true);
  for (const char* answer : {"", "\n", "n\n", "nonsense\n"}) {
    EXPECT_EQ(run({"init"}, answer).exit, 1);
  }
  EXPECT_EQ(disk().all_files(), before);
  EXPECT_EQ(run({"init"}, "Yes\n").exit, 0);
  EXPECT_TRUE(disk().peek("/home/dev/project/.holdfast/config.yaml"));
}

TEST_F(InitTest, AnUnknownHostOrScopeIsWrongUse) {
  const Outcome host = run({"init", "--yes", "--host", "emacs"});
  EXPECT_EQ(host.exit, 64);
  EXPECT_NE(host.errors.find("Known: fake-host."), std::string::npos);
  EXPECT_EQ(run({"init", "--yes", "--scope", "galaxy"}).exit, 64);
  EXPECT_EQ(run({"uninstall", "--host", "emacs"}).exit, 64);
  // M4: what is asked for and cannot be given is said.
  EXPECT_EQ(run({"init", "--yes", "--shield"}).exit, 64);
  EXPECT_FALSE(disk().peek("/home/dev/project/.holdfast/config.yaml"));
}

TEST_F(InitTest, UninstallTakesOutWhatInitPutIn) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  EXPECT_EQ(run({"uninstall"}).exit, 2);
  EXPECT_TRUE(disk().peek("/home/dev/project/fake-host.json"));
  give_operator_token();
  const Outcome outcome = run({"uninstall"});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_FALSE(disk().peek("/home/dev/project/fake-host.json"));
  EXPECT_NE(outcome.output.find("take the hooks out"), std::string::npos);
}

TEST_F(InitTest, UninstallNamesTheHostWhoseFileIsBroken) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  disk().poke("/home/dev/project/fake-host.json", "broken");
  const Outcome text = run({"uninstall", "--scope", "local"});
  EXPECT_EQ(text.exit, 65);
  EXPECT_EQ(text.output, "");
  EXPECT_NE(text.errors.find("/home/dev/project/fake-host.json: not JSON"), std::string::npos);
  EXPECT_NE(text.errors.find("`holdfast uninstall --scope local --host fake-host`"),
            std::string::npos)
      << text.errors;
  EXPECT_EQ(run({"uninstall", "--json"}).exit, 65);
  EXPECT_TRUE(disk().peek("/home/dev/project/.holdfast/config.yaml"));
}

TEST_F(InitTest, TheOperatorTokenIsPrintedWithAWarning) {
  const Outcome outcome = run({"init", "--yes", "--operator"});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_NE(outcome.output.find("Operator token: "), std::string::npos);
  EXPECT_NE(outcome.output.find("shown this once"), std::string::npos);
  EXPECT_EQ(run({"init", "--yes"}).output.find("Operator token"), std::string::npos);
}

// B0-8: who holds the token may switch the gate off.
TEST_F(InitTest, AnAgentCannotMakeItselfAToken) {
  start();
  fake_.environment.set("FAKE_HOST_SESSION", std::string(kRun));
  const std::vector<os::Path> files = disk().all_files();
  const Outcome outcome = run({"init", "--yes", "--operator"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.output.find("Operator token"), std::string::npos);
  EXPECT_EQ(disk().all_files(), files);
}

TEST_F(InitTest, HooksAreForTheProgramThatRuns) {
  const Outcome outcome = run({"hooks", "print"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.output, "{\"program\":\"/usr/bin/holdfast\",\"root\":\"/home/dev/project\"}\n");
  EXPECT_EQ(run({"hooks", "print", "--host", "emacs"}).exit, 64);
  // The files are those that init writes, wherever in the project it is asked.
  disk().poke("/home/dev/project/src/deep/a.cpp", "");
  fake_.environment.set_folder("/home/dev/project/src/deep");
  EXPECT_EQ(run({"hooks", "print"}).output, outcome.output);
}

TEST_F(InitTest, AHookCallThatCannotBeServedIsNoDenial) {
  EXPECT_EQ(run({"hook"}).exit, 64);
  EXPECT_EQ(run({"hook", "PreToolUse", "--host", "emacs"}).exit, 64);
  EXPECT_EQ(run({"hook", "PreToolUse"}).exit, 64);
}

TEST_F(InitTest, DoctorsExitSaysWhetherAProblemIsLeft) {
  start();
  const Outcome good = run({"doctor"});
  EXPECT_EQ(good.exit, 0) << good.output;
  EXPECT_NE(good.output.find("✓ "), std::string::npos);
  EXPECT_NE(good.output.find("No problem is left."), std::string::npos);
  for (const os::Path& path : disk().all_files()) {
    if (path.filename() == "session-" + std::string(kRun) + ".json") disk().poke(path, "{");
  }
  const Outcome bad = run({"doctor"});
  EXPECT_EQ(bad.exit, 1);
  EXPECT_NE(bad.output.find("✗ "), std::string::npos) << bad.output;
  EXPECT_EQ(run({"doctor", "--json"}).exit, 1);
  const Outcome fixed = run({"doctor", "--fix"});
  EXPECT_EQ(fixed.exit, 0) << fixed.output;
  EXPECT_NE(fixed.output.find("repaired: "), std::string::npos) << fixed.output;
}

}  // namespace
}  // namespace cli
