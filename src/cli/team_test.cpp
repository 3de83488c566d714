// Which commands become the program that reaches a team's server, and what they say where it is
// not there.
#include "cli/team.h"

#include "cli/exit_code.h"
#include "cli/testing_project.h"

namespace cli {
namespace {

class TeamTest : public ProjectTest {
 protected:
  using Words = std::vector<std::string>;

  // As `run`, in a program that can become the other one, which is not there.
  Outcome run_static(const Words& words) {
    FakeConsole console;
    Context context{fake_.system(), {&host_}, console};
    context.become_fleet_program = [&](const Words& arguments) {
      became_.push_back(arguments);
      return base::Error{base::Code::unavailable, "there is no holdfast-fleet", ""};
    };
    context.serve_dashboard = [&](const DashboardRequest&) -> base::Result<int> {
      served_ += 1;
      return kDone;
    };
    const int exit = cli::run(context, words);
    return {exit, console.output, console.errors};
  }
  void join() {
    disk().poke("/home/dev/.config/holdfast/config.yaml",
                "index:\n  url: postgresql://holdfast@db/team\n");
  }

  std::vector<Words> became_;
  int served_ = 0;
};

TEST_F(TeamTest, WhatAsksTheTeamBecomesTheOtherProgramOrFails) {
  for (const Words& words : {Words{"search", "--team", "wombat"}, Words{"work", "list", "--team"},
                             Words{"cost", "--by", "machine", "--team"}}) {
    SCOPED_TRACE(words[0]);
    const Outcome outcome = run_static(words);
    EXPECT_EQ(outcome.exit, kUnavailable);
    EXPECT_NE(outcome.errors.find("there is no holdfast-fleet"), std::string::npos);
    ASSERT_FALSE(became_.empty());
    EXPECT_EQ(became_.back(), words);
    // In a program that can become nothing else.
    EXPECT_EQ(run(words).exit, kUnavailable);
  }
}

TEST_F(TeamTest, OthersStayWhatTheyAre) {
  start();
  run_static({"work", "list"});
  run_static({"search", "--", "--team"});  // A word to look for.
  run_static({"status", "--team"});
  EXPECT_TRUE(became_.empty());
}

TEST_F(TeamTest, TheDashboardServesWithoutTheOtherProgramToo) {
  EXPECT_EQ(run_static({"serve"}).exit, kDone);
  EXPECT_TRUE(became_.empty());  // No server was joined.
  EXPECT_EQ(served_, 1);
  join();
  EXPECT_EQ(run_static({"serve"}).exit, kDone);
  ASSERT_EQ(became_.size(), 1U);
  EXPECT_EQ(became_[0], Words{"serve"});
  EXPECT_EQ(served_, 2);
}

TEST_F(TeamTest, CostsOfATeamTakeTheirOwnOptionsAlone) {
  for (const Words& words : {Words{"cost", "--team", "--utc"}, Words{"cost", "--team", "--project"},
                             Words{"cost", "--team", "--by", "branch"}}) {
    EXPECT_EQ(run(words).exit, kWrongUse) << words.back();
  }
}

}  // namespace
}  // namespace cli
