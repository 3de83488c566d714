// req status and req list: how the requirements stand, and which there are.
#include <nlohmann/json.hpp>

#include "cli/testing_requirements.h"

namespace cli {
namespace {

using base::Json;
using ReqStatusTest = RequirementsTest;

// S4-12, S4-73, S4-84, BX-1
TEST_F(ReqStatusTest, WhatIsOpenIsNamedWithWhatToRun) {
  const Outcome outcome = run({"req", "status"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "Requirements on main, session 7d1054b6: 0/4 satisfied\n"
            "  ⬜ commit_plan NOT satisfied - Run `/arch-review`\n"
            "  ⬜ github_ticket NOT satisfied - Run `req satisfy github_ticket`\n"
            "  ⬜ pre_commit_review NOT satisfied - Run `/pre-commit`\n"
            "  ⬜ license_read NOT satisfied - Run `req satisfy license_read`\n");
  EXPECT_EQ(outcome.errors, "");
}

// S4-71, S4-76, S4-84
TEST_F(ReqStatusTest, WhatIsMetSaysByWhatSinceWhenAndUntilWhen) {
  give_operator_token();
  ASSERT_EQ(run({"req", "satisfy", "commit_plan"}).exit, 0);
  ASSERT_EQ(run({"req", "satisfy", "github_ticket", "--ttl", "60"}).exit, 0);
  ASSERT_EQ(run({"req", "approve", "pre_commit_review"}).exit, 0);
  const Outcome outcome = run({"req", "status"});
  EXPECT_TRUE(says(outcome.output, "session 7d1054b6: 3/4 satisfied\n"));
  EXPECT_TRUE(says(outcome.output, "  ✓ commit_plan satisfied by cli 2026-01-18 09:30:00 UTC\n"));
  EXPECT_TRUE(says(outcome.output,
                   "  ✓ github_ticket satisfied by cli 2026-01-18 09:30:00 UTC, until 2026-01-18 "
                   "09:31:00 UTC\n"));
  EXPECT_TRUE(says(outcome.output,
                   "  ✓ pre_commit_review approved 2026-01-18 09:30:00 UTC, until 2026-01-18 "
                   "10:30:00 UTC\n"))
      << outcome.output;
  fake_.clock.advance(std::chrono::seconds(60));
  EXPECT_TRUE(says(run({"req", "status"}).output,
                   "  ⬜ github_ticket NOT satisfied (expired 2026-01-18 09:31:00 UTC) - Run "));
}

TEST_F(ReqStatusTest, WhatWasSatisfiedForOtherContentIsStale) {
  configure(
      "requirements:\n  reviewed: {enabled: true, scope: branch, fingerprint: {paths: [src]}}\n");
  fake_.processes.program = [](const os::ProgramRequest&) {
    return os::ProgramOutcome{.output = std::string("src/a.cpp\0", 10)};
  };
  disk().poke("/home/dev/project/src/a.cpp", "one");
  ASSERT_EQ(run({"req", "satisfy", "reviewed"}).exit, 0);
  EXPECT_TRUE(says(run({"req", "status"}).output, "  ✓ reviewed satisfied"));
  disk().poke("/home/dev/project/src/a.cpp", "two");
  const Outcome outcome = run({"req", "status"});
  EXPECT_TRUE(says(outcome.output,
                   "  ⟳ reviewed STALE: satisfied for other content, 2026-01-18 09:30:00 UTC - Run "
                   "`req satisfy reviewed`\n"))
      << outcome.output;
  EXPECT_EQ(json_of(run({"req", "status", "--json"}))["requirements"][0]["standing"], "stale");
}

// S4-112, B4-25
TEST_F(ReqStatusTest, WithoutASessionOnlyWhatIsKeptForTheBranchIsKnown) {
  ASSERT_EQ(run({"req", "satisfy", "github_ticket"}).exit, 0);
  leave_session();
  const Outcome outcome = run({"req", "status"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_TRUE(says(outcome.output, "Requirements on main: 1/4 satisfied\n"));
  EXPECT_TRUE(says(outcome.output, "  ✓ github_ticket satisfied"));
  EXPECT_TRUE(says(outcome.output, "  ? commit_plan unknown without a session\n"));
  EXPECT_TRUE(says(outcome.output, "  ⬜ license_read NOT satisfied"));
  const Json json = json_of(run({"req", "status", "--json"}));
  EXPECT_EQ(json["session"], "");
  EXPECT_EQ(json["requirements"][0]["standing"], "unknown");
  EXPECT_EQ(json["requirements"][0]["satisfied"], false);
  // What counts for every session of the branch is known (S4-97).
  ASSERT_EQ(run({"req", "satisfy", "commit_plan", "--branch"}).exit, 0);
  EXPECT_TRUE(says(run({"req", "status"}).output, "  ✓ commit_plan satisfied"));
}

// B4-25, S4-2, S4-83
TEST_F(ReqStatusTest, TheOneLiveSessionIsMeantAndSeveralAreListed) {
  leave_session();
  register_sessions({{.key = "aaaa1111", .pid = 41}});
  EXPECT_EQ(json_of(run({"req", "status", "--json"}))["session"], "aaaa1111");

  register_sessions({{.key = "aaaa1111", .pid = 41}, {.key = "bbbb2222", .pid = 42}});
  const Outcome several = run({"req", "status"});
  EXPECT_EQ(several.exit, 64);
  EXPECT_TRUE(says(several.errors, "aaaa1111"));
  EXPECT_TRUE(says(several.errors, "bbbb2222"));
  EXPECT_TRUE(says(several.errors, "hint: Name one with --session."));

  const Outcome named = run({"req", "status", "-s", "aaaa1111"});
  EXPECT_EQ(named.exit, 0) << named.errors;
  EXPECT_TRUE(says(named.output, "  ! other sessions are live here: bbbb2222 on main\n"));
  EXPECT_EQ(run({"req", "status", "-s", "cccc3333"}).exit, 1);
}

TEST_F(ReqStatusTest, TheJsonHasAllThatIsKnown) {
  ASSERT_EQ(run({"req", "satisfy", "commit_plan", "--ttl", "60"}).exit, 0);
  const Json json = json_of(run({"req", "status", "--json"}));
  EXPECT_EQ(json["branch"], "main");
  EXPECT_EQ(json["session"], "7d1054b6");
  EXPECT_EQ(json["enabled"], true);
  EXPECT_EQ(json["paused"], "");
  EXPECT_EQ(json["satisfied"], 1);
  EXPECT_EQ(json["total"], 4);
  ASSERT_EQ(json["requirements"].size(), 4U);
  const Json met = json["requirements"][0];
  EXPECT_EQ(met["name"], "commit_plan");
  EXPECT_EQ(met["type"], "blocking");
  EXPECT_EQ(met["scope"], "session");
  EXPECT_EQ(met["enforce"], "block");
  EXPECT_EQ(met["enabled"], true);
  EXPECT_EQ(met["standing"], "met");
  EXPECT_EQ(met["satisfied"], true);
  EXPECT_EQ(met["satisfied_by"], "cli");
  EXPECT_EQ(met["satisfied_at"], 1768728600);
  EXPECT_EQ(met["expires_at"], 1768728660);
  EXPECT_EQ(met["why"], "");
  const Json open = json["requirements"][1];
  EXPECT_EQ(open["standing"], "unmet");
  EXPECT_EQ(open["satisfied"], false);
  EXPECT_TRUE(open["satisfied_at"].is_null());
  EXPECT_EQ(open["why"], "not satisfied");
  EXPECT_EQ(open["run"], "req satisfy github_ticket");
  EXPECT_TRUE(says(open["source"]["file"], ".claude/requirements.yaml"));
  EXPECT_EQ(open["source"]["line"], 10);
  for (const char* list : {"problems", "unused", "faults", "neighbours"}) {
    EXPECT_TRUE(json[list].is_array()) << list;
  }
}

TEST_F(ReqStatusTest, TheSummaryIsOneLine) {
  ASSERT_EQ(run({"req", "satisfy", "commit_plan", "github_ticket"}).exit, 0);
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "2/4 satisfied\n");
  EXPECT_EQ(run({"req", "status", "--summary", "--json"}).output,
            "{\"branch\":\"main\",\"session\":\"7d1054b6\",\"satisfied\":2,\"total\":4}\n");
}

TEST_F(ReqStatusTest, DisabledOnesAreShownWhereAllAreAskedFor) {
  EXPECT_FALSE(says(run({"req", "status"}).output, "old_rule"));
  const Outcome all = run({"req", "status", "--all"});
  EXPECT_TRUE(says(all.output, "  · old_rule disabled\n"));
  EXPECT_TRUE(says(all.output, ": 0/4 satisfied\n"));
  configure("requirements:\n  old_rule: {enabled: false}\n");
  EXPECT_TRUE(says(run({"req", "status"}).output, "None is enabled"));
}

TEST_F(ReqStatusTest, AnotherBranchIsAskedByItsName) {
  ASSERT_EQ(run({"req", "satisfy", "github_ticket"}).exit, 0);
  const Outcome other = run({"req", "status", "-b", "feature/x"});
  EXPECT_TRUE(says(other.output, "Requirements on feature/x, session"));
  EXPECT_TRUE(says(other.output, "⬜ github_ticket"));
  EXPECT_TRUE(says(run({"req", "status", "--branch", "main"}).output, "✓ github_ticket"));
  EXPECT_EQ(run({"req", "status", "-b", ""}).exit, 64);
}

TEST_F(ReqStatusTest, VerboseTellsWhatEachIsAboutAndWhereItIsWritten) {
  const Outcome outcome = run({"req", "status", "-v"});
  EXPECT_TRUE(says(outcome.output, "      The plan of the commits\n"));
  EXPECT_TRUE(says(outcome.output, "      type blocking, scope session, enforce block\n"));
  EXPECT_TRUE(says(outcome.output, "      .claude/requirements.yaml:5\n")) << outcome.output;
  EXPECT_TRUE(says(outcome.output, "/requirements/main.json\n"));
}

TEST_F(ReqStatusTest, APauseAndASwitchAreSaidFirst) {
  give_operator_token();
  ASSERT_EQ(run({"req", "pause", "--for", "10m", "-r", "lunch"}).exit, 0);
  const std::string paused = run({"req", "status"}).output;
  EXPECT_TRUE(says(paused, "  ! paused until 2026-01-18T09:40:00.000Z (lunch)")) << paused;
  ASSERT_EQ(run({"req", "resume"}).exit, 0);
  EXPECT_FALSE(says(run({"req", "status"}).output, "paused"));
  configure("enabled: false\nrequirements:\n  a: {enabled: true}\n");
  EXPECT_TRUE(says(run({"req", "status"}).output, "  ! switched off: nothing is asked\n"));
}

TEST_F(ReqStatusTest, OnesThatDoNotBlockSaySo) {
  configure(
      "requirements:\n"
      "  a: {enabled: true, enforce: warn}\n"
      "  b: {enabled: true, enforce: observe}\n"
      "  c: {enabled: true, stop_only: true}\n");
  const std::string text = run({"req", "status"}).output;
  EXPECT_TRUE(says(text, "⬜ a NOT satisfied - Run `req satisfy a` (only warns)\n")) << text;
  EXPECT_TRUE(says(text, "`req satisfy b` (only observed)\n"));
  EXPECT_TRUE(says(text, "`req satisfy c` (asked when the turn ends)\n"));
}

TEST_F(ReqStatusTest, AGuardThatHoldsAndOneThatDoesNot) {
  configure(
      "requirements:\n"
      "  protected: {enabled: true, type: guard, guard_type: protected_branch,\n"
      "              protected_branches: [main]}\n"
      "  alone: {enabled: true, type: guard, guard_type: single_session}\n");
  const std::string text = run({"req", "status"}).output;
  EXPECT_TRUE(says(text,
                   "⬜ protected NOT satisfied (the branch is protected) - Run `req approve "
                   "protected`\n"))
      << text;
  EXPECT_TRUE(says(text, "✓ alone holds\n"));
}

// S4-25: what a file gets wrong is left out and shown.
TEST_F(ReqStatusTest, ProblemsOfTheFilesStandAtTheEnd) {
  configure("requirements:\n  good: {enabled: true}\n  bad: {enabled: true, scope: sometimes}\n");
  const Outcome outcome = run({"req", "status"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_TRUE(says(outcome.output, "⬜ good"));
  EXPECT_TRUE(says(outcome.output, "  ✗ .claude/requirements.yaml:3: ")) << outcome.output;
  const Json json = json_of(run({"req", "status", "--json"}));
  ASSERT_EQ(json["problems"].size(), 1U);
  EXPECT_EQ(json["problems"][0]["line"], 3);
}

TEST_F(ReqStatusTest, ColourIsForTerminalsAlone) {
  fake_.environment.set_terminal(true);
  EXPECT_TRUE(says(run({"req", "status"}).output,
                   "\n  \x1b[33m⬜ commit_plan\x1b[0m NOT satisfied - Run `/arch-review`\n"));
  ASSERT_EQ(run({"req", "satisfy", "commit_plan"}).exit, 0);
  EXPECT_TRUE(says(run({"req", "status"}).output, "\n  \x1b[32m✓ commit_plan\x1b[0m satisfied"));
  fake_.environment.set("NO_COLOR", "1");
  EXPECT_FALSE(says(run({"req", "status"}).output, "\x1b"));
}

TEST_F(ReqStatusTest, NothingOfAFileSteersTheTerminal) {
  configure(
      "requirements:\n  good:\n    enabled: true\n"
      "    description: \"a\\e]0;owned\\a\"\n    auto_resolve_skill: \"x\\e[2J\"\n");
  disk().poke("/home/dev/project/.git/requirements/main.json",
              R"({"version":"1.0","branch":"main","requirements":{"good":{"scope":"session",)"
              R"("sessions":{"7d1054b6":{"satisfied":true,"satisfied_at":9223372036854775807,)"
              R"("satisfied_by":"\u001b[31m"}}}}})");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"req", "status", "-v"},
                                                {"req", "list"},
                                                {"req", "doctor", "-v"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    EXPECT_FALSE(says(outcome.output, "\x1b")) << outcome.output;
  }
}

// S4-107
TEST_F(ReqStatusTest, OutsideGitTheyAreOff) {
  disk().poke("/home/dev/plain/.holdfast/config.yaml", "");
  disk().poke("/home/dev/plain/.claude/requirements.yaml", kRequirements);
  const Outcome outcome = run({"req", "status", "--project", "/home/dev/plain"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_TRUE(says(outcome.output, "not in a git repository")) << outcome.output;
  EXPECT_EQ(run({"req", "satisfy", "commit_plan", "--project", "/home/dev/plain"}).exit, 69);
}

TEST_F(ReqStatusTest, AProjectWithoutRequirementsIsNotOurs) {
  disk().poke("/home/dev/other/.git/HEAD", "ref: refs/heads/main\n");
  const Outcome outcome = run({"req", "status", "--project", "/home/dev/other"});
  EXPECT_EQ(outcome.exit, 69);
  EXPECT_EQ(outcome.output, "");
  EXPECT_TRUE(says(outcome.errors, "/home/dev/other has no requirements\n  hint: `req init`"));
}

TEST_F(ReqStatusTest, TheListHasThemAllWithTheirPlaces) {
  const Outcome outcome = run({"req", "list"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_TRUE(says(outcome.output, "NAME               STATE  TYPE      SCOPE       ENFORCE"));
  EXPECT_TRUE(says(outcome.output, "old_rule           off"));
  EXPECT_TRUE(says(outcome.output, "Bash /git\\s+commit/\n"));
  EXPECT_TRUE(says(outcome.output, "Edit, Write, MultiEdit\n"));
  EXPECT_TRUE(says(outcome.output, "  .claude/requirements.yaml:5 "));
  const Json json = json_of(run({"req", "list", "--json"}));
  ASSERT_EQ(json["requirements"].size(), 5U);
  EXPECT_EQ(json["requirements"][2]["triggers"][0]["command_pattern"], "git\\s+commit");
  EXPECT_EQ(json["requirements"][4]["enabled"], false);
  EXPECT_EQ(json["requirements"][4]["source"]["line"], 23);
  EXPECT_EQ(json["files"].size(), 1U);
}

}  // namespace
}  // namespace cli
