// req satisfy, req approve and req clear: what a person says about requirements.
#include <nlohmann/json.hpp>

#include "cli/testing_requirements.h"

namespace cli {
namespace {

using base::Json;
using ReqSatisfyTest = RequirementsTest;

// S4-8, S4-16, S4-96
TEST_F(ReqSatisfyTest, SatisfyMarksThemForThisSessionAndSaysSo) {
  const Outcome outcome = run({"req", "satisfy", "commit_plan", "pre_commit_review"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "✓ commit_plan satisfied for session 7d1054b6 on main\n"
            "✓ pre_commit_review satisfied for session 7d1054b6 on main\n");
  const Json entry = record_of(state_file(), "commit_plan")["sessions"]["7d1054b6"];
  EXPECT_EQ(entry["satisfied"], true);
  EXPECT_EQ(entry["satisfied_by"], "cli");
  EXPECT_EQ(entry["satisfied_at"], 1768728600);
}

// S4-33, S4-35, S4-97, B4-16
TEST_F(ReqSatisfyTest, HowFarAMarkReachesIsSaid) {
  give_operator_token();
  EXPECT_EQ(run({"req", "satisfy", "github_ticket"}).output,
            "✓ github_ticket satisfied for every session on main\n");
  EXPECT_EQ(record_of(state_file(), "github_ticket")["satisfied"], true);
  EXPECT_EQ(run({"req", "satisfy", "commit_plan", "-b"}).output,
            "✓ commit_plan satisfied for every session on main\n");
  EXPECT_EQ(record_of(state_file(), "commit_plan")["satisfied"], true);
  EXPECT_EQ(run({"req", "satisfy", "license_read"}).output,
            "✓ license_read satisfied for every branch\n");
  EXPECT_TRUE(disk().peek("/home/dev/project/.git/requirements/_permanent.json"));
  // Every session meets what is kept for the branch.
  fake_.environment.set("FAKE_HOST_SESSION", "99999999-1111-4222-8333-444455556666");
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "3/4 satisfied\n");
}

TEST_F(ReqSatisfyTest, MetadataAndTheEndAreKept) {
  const Outcome outcome =
      run({"req", "satisfy", "commit_plan", "-m", R"({"ticket":"#1"})", "--ttl", "30m", "--json"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  const Json json = json_of(outcome);
  EXPECT_EQ(json["requirements"], Json::array({"commit_plan"}));
  EXPECT_EQ(json["branch"], "main");
  EXPECT_EQ(json["session"], "7d1054b6");
  EXPECT_EQ(json["expires_at"], 1768730400);
  EXPECT_EQ(json["still_open"], Json::array());
  const Json entry = record_of(state_file(), "commit_plan")["sessions"]["7d1054b6"];
  EXPECT_EQ(entry["metadata"], (Json{{"ticket", "#1"}}));
  EXPECT_EQ(entry["expires_at"], 1768730400);
  EXPECT_TRUE(says(run({"req", "satisfy", "commit_plan", "--ttl", "3600"}).output,
                   ", until 2026-01-18 10:30:00 UTC\n"));
}

TEST_F(ReqSatisfyTest, WithoutASessionOnlyABranchCanHaveIt) {
  leave_session();
  const Outcome nobody = run({"req", "satisfy", "commit_plan"});
  EXPECT_EQ(nobody.exit, 1);
  EXPECT_TRUE(says(nobody.errors, "No current session found"));
  EXPECT_EQ(state_file(), "");
  EXPECT_EQ(run({"req", "satisfy", "commit_plan", "--branch"}).exit, 0);
  EXPECT_EQ(run({"req", "satisfy", "github_ticket"}).exit, 0);
  EXPECT_EQ(record_of(state_file(), "commit_plan")["satisfied"], true);
  EXPECT_FALSE(record_of(state_file(), "commit_plan").contains("sessions"));
  register_sessions({{.key = "aaaa1111", .pid = 41}, {.key = "bbbb2222", .pid = 42}});
  EXPECT_EQ(run({"req", "satisfy", "commit_plan"}).exit, 64);
  EXPECT_EQ(run({"req", "clear", "github_ticket", "-b"}).exit, 0);
  // It is on record all the same.
  EXPECT_TRUE(says(run({"events"}).output, "satisfied github_ticket on main by cli"));
}

TEST_F(ReqSatisfyTest, WrongUseAndBadDataChangeNothing) {
  give_operator_token();
  const std::vector<std::pair<std::vector<std::string>, int>> rows{
      {{}, 64},
      {{"commit_plan", "--ttl", "-5"}, 64},
      {{"commit_plan", "--ttl", "soon"}, 64},
      {{"commit_plan", "--ttl", "9223372036854775807"}, 64},
      {{"commit_plan", "--ttl", ""}, 64},
      {{"commit_plan", "-m", "{"}, 65},
      {{"commit_plan", "-m", "[1]"}, 65},
      {{"no_such"}, 1},
      {{"commit_plan", "no_such"}, 1},
      {{"old_rule"}, 2},
      {{"commit_plan", "-s", "no-such-session"}, 1},
  };
  for (const char* verb : {"satisfy", "approve"}) {
    for (const auto& [words, exit] : rows) {
      SCOPED_TRACE(std::string(verb) + " " + (words.empty() ? "" : words.back()));
      std::vector<std::string> all{"req", verb};
      all.insert(all.end(), words.begin(), words.end());
      const Outcome outcome = run(all);
      EXPECT_EQ(outcome.exit, exit) << outcome.errors;
      EXPECT_EQ(outcome.output, "");
      EXPECT_TRUE(says(outcome.errors, "holdfast: "));
      EXPECT_EQ(state_file(), "");
    }
  }
  EXPECT_TRUE(says(run({"req", "satisfy", "no_such"}).errors, "commit_plan"));
}

// B4-8
TEST_F(ReqSatisfyTest, ASingleUseIsNotSatisfiedForABranch) {
  const Outcome outcome = run({"req", "satisfy", "pre_commit_review", "--branch"});
  EXPECT_EQ(outcome.exit, 64);
  EXPECT_TRUE(says(outcome.errors, "hint: Satisfy it for the session alone."));
  EXPECT_EQ(state_file(), "");
}

TEST_F(ReqSatisfyTest, AMarkWithoutItsEvidenceIsStillOpen) {
  configure(
      "requirements:\n  reviewed: {enabled: true, evidence: {dirs: [reviews]}}\n"
      "  plan: {enabled: true}\n");
  const Outcome outcome = run({"req", "satisfy", "reviewed", "plan"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_TRUE(says(outcome.output, "✓ plan satisfied"));
  EXPECT_FALSE(says(outcome.output, "✓ reviewed"));
  EXPECT_TRUE(says(outcome.output, "⬜ marked, but still open: reviewed: no evidence"))
      << outcome.output;
  const Outcome json = run({"req", "satisfy", "reviewed", "--json"});
  EXPECT_EQ(json.exit, 2);
  EXPECT_EQ(json_of(json)["still_open"].size(), 1U);
}

// B4-6: a write that fails is never told as done.
TEST_F(ReqSatisfyTest, WhatCouldNotBeWrittenIsNotSaved) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"satisfy", "commit_plan"},
                                                {"approve", "commit_plan"},
                                                {"clear", "commit_plan"}}) {
    SCOPED_TRACE(words.front());
    ASSERT_EQ(run({"req", words.front() == "clear" ? "satisfy" : "clear", "commit_plan"}).exit, 0);
    const std::string before = state_file();
    std::vector<std::string> all{"req"};
    all.insert(all.end(), words.begin(), words.end());
    int failures = 0;
    for (std::size_t call = 0; call < 400; ++call) {
      disk().arm({.kind = os::Fault::Kind::error, .at_call = call});
      const Outcome outcome = run(all);
      const bool reached = disk().calls() > call;
      disk().disarm();
      const bool changed = state_file() != before;
      disk().poke("/home/dev/project/.git/requirements/main.json", before);
      if (outcome.exit == 0) {
        EXPECT_TRUE(changed) << call;
        if (!reached) break;
        continue;
      }
      ++failures;
      EXPECT_FALSE(says(outcome.output, "✓")) << call;
      // Whether it lasts may be unknown, or whether it is enough; then that is what is said.
      const bool doubts = says(outcome.errors, "not saved") || says(outcome.output, "still open");
      EXPECT_TRUE(!changed || doubts) << call << outcome.errors;
    }
    EXPECT_GT(failures, 0);
  }
}

TEST_F(ReqSatisfyTest, AVersionThatIsNotUnderstoodIsNotOverwritten) {
  const std::string newer = R"({"version":"9.0","branch":"main","requirements":{}})";
  disk().poke("/home/dev/project/.git/requirements/main.json", newer);
  const Outcome outcome = run({"req", "satisfy", "commit_plan"});
  EXPECT_EQ(outcome.exit, 69);
  EXPECT_TRUE(says(outcome.errors, "holdfast: not saved: ")) << outcome.errors;
  EXPECT_EQ(state_file(), newer);
  EXPECT_TRUE(says(run({"req", "status"}).output, "is of a version that is not understood"));
}

// S4-76, S4-108, B4-21, B4-22
TEST_F(ReqSatisfyTest, AnApprovalIsForThisSessionAndEndsByItself) {
  give_operator_token();
  configure(
      "requirements:\n"
      "  a: {enabled: true, scope: branch, approval_ttl: 600}\n"
      "  b: {enabled: true}\n");
  const Outcome outcome = run({"req", "approve", "a", "b", "-m", R"({"by":"ann"})"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "✓ a approved for session 7d1054b6 on main, until 2026-01-18 09:40:00 UTC\n"
            "✓ b approved for session 7d1054b6 on main, until 2026-01-18 10:30:00 UTC\n");
  EXPECT_EQ(record_of(state_file(), "a")["scope"], "branch");
  EXPECT_EQ(record_of(state_file(), "a")["sessions"]["7d1054b6"]["satisfied_by"], "approval");
  fake_.clock.advance(std::chrono::seconds(599));
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "2/2 satisfied\n");
  fake_.clock.advance(std::chrono::seconds(1));
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "1/2 satisfied\n");
  EXPECT_TRUE(says(run({"req", "approve", "a", "--ttl", "2h"}).output, "2026-01-18 11:40:00"));
}

// S4-101
TEST_F(ReqSatisfyTest, ClearTakesThisSessionsMarkAndNoOthers) {
  ASSERT_EQ(run({"req", "satisfy", "commit_plan", "github_ticket"}).exit, 0);
  const std::string other = "99999999-1111-4222-8333-444455556666";
  ASSERT_EQ(run({"req", "satisfy", "commit_plan", "-s", other}).exit, 0);
  EXPECT_EQ(run({"req", "clear", "commit_plan"}).output,
            "✓ commit_plan cleared for session 7d1054b6 on main\n");
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "1/4 satisfied\n");
  EXPECT_EQ(run({"req", "status", "--summary", "-s", other}).output, "2/4 satisfied\n");
  EXPECT_EQ(run({"req", "clear", "commit_plan", "--branch"}).output,
            "✓ commit_plan cleared for every session on main\n");
  EXPECT_EQ(run({"req", "status", "--summary", "-s", other}).output, "1/4 satisfied\n");
  const Outcome all = run({"req", "clear", "--all", "--json"});
  EXPECT_EQ(all.exit, 0) << all.errors;
  EXPECT_EQ(json_of(all)["branch"], "main");
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "0/4 satisfied\n");
}

TEST_F(ReqSatisfyTest, ClearAsksWhatAndLeavesPermanentOnesToAPerson) {
  EXPECT_EQ(run({"req", "clear"}).exit, 64);
  EXPECT_EQ(run({"req", "clear", "commit_plan", "--all"}).exit, 64);
  EXPECT_EQ(run({"req", "clear", "no_such"}).exit, 1);
  EXPECT_EQ(run({"req", "satisfy", "license_read"}).exit, 2);
  give_operator_token();
  ASSERT_EQ(run({"req", "satisfy", "license_read"}).exit, 0);
  fake_.environment.unset("HOLDFAST_OPERATOR_TOKEN");
  EXPECT_EQ(run({"req", "clear", "license_read"}).exit, 2);
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "1/4 satisfied\n");
  fake_.environment.set_terminal(true);
  fake_.environment.set("NO_COLOR", "1");
  EXPECT_EQ(run({"req", "clear", "license_read"}).output,
            "✓ license_read cleared for every branch\n");
  EXPECT_EQ(run({"req", "status", "--summary"}).output, "0/4 satisfied\n");
}

}  // namespace
}  // namespace cli
