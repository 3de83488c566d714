// session start --objective, validate, advance, evidence, end, blocked, import, and violations.
#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

class SessionProtocolTest : public ProjectTest {
 protected:
  SessionProtocolTest() {
    EXPECT_EQ(run({"init", "--yes"}).exit, 0);
    // Without these the gate of the skills has nothing to ask for.
    disk().poke("/home/dev/project/.claude/skills/github/scripts/a.ps1", "");
  }

  static Json json(const Outcome& outcome) {
    const auto parsed = base::parse_json(outcome.output);
    return parsed.ok() ? *parsed : Json(outcome.output + outcome.errors);
  }
  std::string begin() {
    const Outcome started = run({"session", "start", "--objective", "Login", "--json"});
    EXPECT_EQ(started.exit, 0) << started.errors;
    return json(started).value("session_id", "");
  }
  static bool says(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  }
};

// SC-23
TEST_F(SessionProtocolTest, AnObjectiveBeginsASessionOfTheProtocol) {
  const Outcome started = run({"session", "start", "--objective", "Login"});
  ASSERT_EQ(started.exit, 0) << started.errors;
  EXPECT_TRUE(says(started.output, "Started session 2026-01-18-session-01 in phase INIT."));
  EXPECT_TRUE(says(started.output, "Login"));
  EXPECT_TRUE(says(started.output, "SERENA_INIT, SKILL_VALIDATION, CONTEXT_RETRIEVAL"));
  EXPECT_TRUE(disk().peek("/home/dev/project/.agents/sessions/2026-01-18-session-01.md"));
  const Outcome again = run({"session", "start", "--objective", "Again"});
  EXPECT_EQ(again.exit, 1);
  EXPECT_TRUE(says(again.errors, "Session already active. Call session_end() first."));
}

TEST_F(SessionProtocolTest, WithoutAnObjectiveAStartIsWhatItWas) {
  const Outcome started = run({"session", "start", std::string(kRun)});
  EXPECT_EQ(started.output, "Started session " + std::string(kRun) + " in mode coding.\n");
  EXPECT_EQ(run({"session", "start", "--no-log"}).exit, 64);
  EXPECT_EQ(run({"session", "start", "--branch", "x"}).exit, 64);
  EXPECT_EQ(run({"session", "start", "--objective", " "}).exit, 64);
}

TEST_F(SessionProtocolTest, ASessionCanBecomePartOfANamedRunAndDoWithoutALog) {
  const Outcome started =
      run({"session", "start", std::string(kRun), "--objective", "Login", "--no-log", "--json"});
  ASSERT_EQ(started.exit, 0) << started.errors;
  EXPECT_EQ(json(started)["run_id"], kRun);
  EXPECT_EQ(json(started)["log_path"], "");
  const Outcome resumed = run({"session", "start", std::string(kRun), "--resume"});
  EXPECT_EQ(resumed.exit, 0) << resumed.errors;
  EXPECT_TRUE(says(resumed.output, "Resumed session"));
}

// B1-27, SC-42, S1-54
TEST_F(SessionProtocolTest, ValidationSaysWhatFailsAndExitsTwo) {
  const std::string id = begin();
  const Outcome all = run({"session", "validate"});
  EXPECT_EQ(all.exit, 2);
  EXPECT_TRUE(says(all.output, "FAIL: Session End validation failed: SKILL_VALIDATION"));
  const Outcome named = run({"session", "validate", "--gate", "ALL", "--session", id, "--json"});
  EXPECT_EQ(named.exit, 2);
  EXPECT_EQ(json(named)["status"], "FAIL");
  EXPECT_EQ(json(named)["session_id"], id);
  EXPECT_EQ(json(named)["gates"].size(), 9U);
  const Outcome one = run({"session", "validate", "--gate", "SERENA_INIT"});
  EXPECT_EQ(one.exit, 0) << one.errors;
  EXPECT_TRUE(says(one.output, "OK: SERENA_INIT passed"));
  const Outcome wrong = run({"session", "validate", "--gate", "NO_SUCH"});
  EXPECT_EQ(wrong.exit, 64);
  EXPECT_TRUE(says(wrong.errors, "QA_VALIDATION"));
}

// SC-30, SC-31
TEST_F(SessionProtocolTest, AnAdvanceThatIsBlockedExitsTwoAndForceNeedsAReason) {
  begin();
  const Outcome blocked = run({"session", "advance", "WORKING"});
  EXPECT_EQ(blocked.exit, 2);
  EXPECT_TRUE(says(blocked.output, "The session is now in phase SERENA_READY."));
  EXPECT_TRUE(says(blocked.output, "Blocked by SKILL_VALIDATION."));
  EXPECT_EQ(run({"session", "advance", "--force"}).exit, 64);
  EXPECT_EQ(run({"session", "advance", "NOWHERE"}).exit, 2);
  const Outcome forced = run({"session", "advance", "--force", "--reason", "no time", "--json"});
  EXPECT_EQ(forced.exit, 0) << forced.errors;
  EXPECT_EQ(json(forced)["current_phase"], "SKILLS_VALIDATED");
  const Outcome violations = run({"violations"});
  EXPECT_TRUE(says(violations.output, "CRITICAL"));
  EXPECT_TRUE(says(violations.output, "no time"));
  EXPECT_EQ(json(run({"violations", "--limit", "1", "--json"}))["violations"].size(), 1U);
  EXPECT_EQ(run({"violations", "--limit", "many"}).exit, 64);
}

TEST_F(SessionProtocolTest, EvidenceComesFromTheCommandLineOrStandardInput) {
  begin();
  const Outcome recorded = run({"session", "evidence", "SKILL_VALIDATION", "--type", "tool_output",
                                "--evidence", "-", "--json"},
                               "read the memory\n");
  ASSERT_EQ(recorded.exit, 0) << recorded.errors;
  EXPECT_EQ(json(recorded)["evidence_recorded"], true);
  const Outcome state = run({"session", "get-state"});
  EXPECT_TRUE(says(state.output, "read the memory"));
  EXPECT_EQ(run({"session", "evidence", "SESSION_LOG", "--type", "manual"}).exit, 64);
  EXPECT_EQ(run({"session", "evidence", "SESSION_LOG", "--evidence", "x"}).exit, 64);
  EXPECT_EQ(run({"session", "evidence", "NO_SUCH", "--type", "manual", "--evidence", "x"}).exit,
            64);
  EXPECT_EQ(run({"session", "evidence", "SESSION_LOG", "--type", "file_path", "--evidence",
                 "no/such/file"})
                .exit,
            2);
}

TEST_F(SessionProtocolTest, WhatBlocksIsSaidAndExitsTwo) {
  const Outcome none = run({"session", "blocked"});
  EXPECT_EQ(none.exit, 0) << none.errors;
  EXPECT_TRUE(says(none.output, "No active session"));
  begin();
  const Outcome blocked = run({"session", "blocked"});
  EXPECT_EQ(blocked.exit, 2);
  EXPECT_TRUE(says(blocked.output, "SKILL_VALIDATION (MUST)"));
  EXPECT_TRUE(says(blocked.output, "needed: "));
  EXPECT_EQ(json(run({"session", "blocked", "--json"}))["is_blocked"], true);
}

// SC-37, S1-108
TEST_F(SessionProtocolTest, AnEndClosesTheSessionUnlessItIsEnforced) {
  EXPECT_EQ(run({"session", "end", "--summary", "x"}).exit, 1);
  begin();
  EXPECT_EQ(run({"session", "end"}).exit, 64);
  const Outcome ended = run({"session", "end", "--summary", "Done", "--notes", "Go on",
                             "--decision", "a", "--decision", "b", "--json"});
  EXPECT_EQ(json(ended)["closed"], true) << ended.errors;
  EXPECT_EQ(ended.exit, json(ended)["status"] == "COMPLETE" ? 0 : 2);
  disk().poke("/home/dev/project/.holdfast/config.yaml", "protocol:\n  enforcement: enforce\n");
  begin();
  const Outcome open = run({"session", "end", "--summary", "Done"});
  EXPECT_EQ(open.exit, 2);
  EXPECT_TRUE(says(open.output, "stays open: INCOMPLETE."));
  EXPECT_TRUE(says(open.output, "hint: Not met: "));
}

TEST_F(SessionProtocolTest, WithoutASessionTheCommandsSaySo) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"session", "validate"}, {"session", "advance"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_TRUE(says(outcome.errors, "hint: ")) << outcome.errors;
  }
  EXPECT_EQ(run({"violations"}).output, "There are no violations.\n");
}

TEST_F(SessionProtocolTest, OldLogsAreReadIntoTheHistoryOnce) {
  const std::string log = "# Session 2025-12-01-session-01\n\n**Objective**: Old work\n";
  disk().poke("/home/dev/project/.agents/sessions/2025-12-01-session-01.md", log);
  const Outcome first = run({"session", "import", "--json"});
  EXPECT_EQ(json(first)["added"], 1) << first.output << first.errors;
  EXPECT_EQ(json(run({"session", "import", "--json"}))["known"], 1);
  EXPECT_TRUE(says(run({"session", "import"}).output, "Added 0 of 1 session logs"));
  EXPECT_NE(run({"session", "import", "no/such/folder"}).exit, 0);
  fake_.environment.set_terminal(true);
  const Outcome shown = run({"session", "import"});
  EXPECT_TRUE(says(shown.errors, "1/1"));
  EXPECT_TRUE(shown.errors.ends_with("\x1b[K"));
}

}  // namespace
}  // namespace cli
