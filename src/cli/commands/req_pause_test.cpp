// req pause, req resume, req doctor, and what else works where there is nothing but requirements.
#include <nlohmann/json.hpp>

#include "cli/testing_requirements.h"

namespace cli {
namespace {

using base::Json;
using ReqPauseTest = RequirementsTest;

TEST_F(ReqPauseTest, APauseEndsByItselfOrByResume) {
  give_operator_token();
  const Outcome outcome = run({"req", "pause", "--for", "30m", "-r", "by hand"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "Requirements block nothing for session 7d1054b6, until 2026-01-18 10:00:00 UTC.\n");
  const auto file = disk().peek("/home/dev/project/.git/requirements/sessions/7d1054b6.paused");
  ASSERT_TRUE(file);
  EXPECT_TRUE(says(*file, "by hand"));
  EXPECT_TRUE(before_tool("Write", "/home/dev/project/a.txt").decision->allowed);
  fake_.clock.advance(std::chrono::minutes(31));
  EXPECT_FALSE(before_tool("Write", "/home/dev/project/a.txt").decision->allowed);

  EXPECT_EQ(run({"req", "pause", "--for", "5m", "--json"}).output,
            "{\"session\":\"7d1054b6\",\"pausedUntil\":\"2026-01-18T10:06:00.000Z\"}\n");
  const Outcome resumed = run({"req", "resume"});
  EXPECT_EQ(resumed.exit, 0);
  EXPECT_EQ(resumed.output, "Requirements are asked again for session 7d1054b6.\n");
  EXPECT_FALSE(before_tool("Write", "/home/dev/project/a.txt").decision->allowed);
  EXPECT_EQ(run({"req", "resume", "--json"}).output, "{\"session\":\"7d1054b6\"}\n");
}

TEST_F(ReqPauseTest, ALongPauseNeedsAPerson) {
  EXPECT_EQ(run({"req", "pause", "--for", "2h"}).exit, 2);
  EXPECT_EQ(run({"req", "pause", "--for", "never"}).exit, 64);
  fake_.environment.set_terminal(true);
  EXPECT_EQ(run({"req", "pause", "--for", "2h"}).exit, 0);
  EXPECT_TRUE(says(run({"req", "pause"}).output, ", until `req resume`.\n"));
  // The agent's own shell has a terminal too, but its host is registered (BX-7).
  register_sessions({{.key = "7d1054b6", .pid = 41}});
  fake_.processes.add({.pid = 100, .parent = 41, .name = "holdfast", .start_ticks = 7});
  EXPECT_EQ(run({"req", "pause", "--for", "2h"}).exit, 2);
  EXPECT_EQ(run({"trust"}, "y\n").exit, 2);
}

TEST_F(ReqPauseTest, WithoutASessionNobodyCanBePaused) {
  leave_session();
  EXPECT_EQ(run({"req", "pause"}).exit, 1);
  EXPECT_EQ(run({"req", "resume"}).exit, 1);
}

TEST_F(ReqPauseTest, DoctorTellsWhatIsWrongAndCiFailsOnRemarks) {
  const Outcome good = run({"req", "doctor", "--ci"});
  EXPECT_EQ(good.exit, 0) << good.output << good.errors;
  EXPECT_TRUE(says(good.output, "✓ requirements: 4 of 5 enabled, from 1 file\n")) << good.output;
  EXPECT_TRUE(says(good.output, "No problem is left.\n"));
  EXPECT_FALSE(says(good.output, "read: "));
  EXPECT_TRUE(says(run({"req", "doctor", "-v"}).output, "  read: "));

  configure("requirements:\n  a: {enabled: true, scope: sometimes}\n");
  const Outcome remarks = run({"req", "doctor"});
  EXPECT_EQ(remarks.exit, 0);
  EXPECT_TRUE(says(remarks.output, "! requirements: ")) << remarks.output;
  EXPECT_TRUE(says(remarks.output, "requirements.yaml:2: "));
  EXPECT_EQ(run({"req", "doctor", "--ci"}).exit, 1);
  const Outcome json = run({"req", "doctor", "--json"});
  EXPECT_EQ(json_of(json)["ok"], true);
  EXPECT_EQ(json_of(json)["findings"][0]["severity"], "remark");
}

// BX-1: the rows of the gate that are there can be asked and explained.
TEST_F(ReqPauseTest, ADenialIsExplainedWhereThereAreNoRuns) {
  EXPECT_EQ(run({"why"}).exit, 1);
  const model::HostReply reply = before_tool("Write", "/home/dev/project/a.txt");
  ASSERT_TRUE(reply.decision);
  ASSERT_FALSE(reply.decision->allowed);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"why"}, {"why", reply.decision_id}, {"why", "-s", "7d1054b6"}}) {
    SCOPED_TRACE(words.back());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    EXPECT_TRUE(says(outcome.output, "Denied: Write /home/dev/project/a.txt\n"));
    EXPECT_TRUE(says(outcome.output, "requirements.yaml:5")) << outcome.output;
    EXPECT_FALSE(says(outcome.output, "broken"));
    EXPECT_FALSE(says(outcome.output, "mode"));
  }
  leave_session();
  EXPECT_EQ(run({"why", reply.decision_id, "--json"}).exit, 0);
  // The denial names the session by its short id, which nothing but the journal knows yet.
  EXPECT_EQ(run({"req", "satisfy", "commit_plan", "--session", "7d1054b6"}).exit, 0);
  EXPECT_TRUE(says(run({"events"}).output, "denied Write"));
  EXPECT_TRUE(says(run({"events", "-s", "7d1054b6"}).output, "denied Write"));
}

TEST_F(ReqPauseTest, TheGateIsAskedWithoutATrace) {
  const std::vector<os::Path> files = disk().all_files();
  const Outcome denied =
      run({"gate", "check", "Write", "--input", R"({"file_path":"/home/dev/project/a.txt"})"});
  EXPECT_EQ(denied.exit, 2) << denied.output << denied.errors;
  EXPECT_TRUE(says(denied.output, "Denied: ")) << denied.output;
  const Outcome allowed = run({"gate", "check", "Read"});
  EXPECT_EQ(allowed.exit, 0);
  EXPECT_EQ(allowed.output, "Allowed: Read.\n");
  EXPECT_EQ(disk().all_files(), files);
}

TEST_F(ReqPauseTest, AProjectWithRequirementsAloneCanBeTrusted) {
  fake_.environment.set_terminal(true);
  EXPECT_EQ(run({"trust"}, "y\n").exit, 0);
  EXPECT_EQ(run({"trust", "--revoke"}).exit, 0);
}

}  // namespace
}  // namespace cli
