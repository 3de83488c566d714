#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/session_log.h"
#include "store/test_markdown.h"

namespace store {
namespace {

using base::Json;

constexpr const char* kName = "2026-01-20-session-12.json";

SessionLog read_json(std::string_view text, std::string_view name = kName) {
  return read_log(name, text);
}

// formats.md 2 (b): as the schema has it.
constexpr const char* kJsonLog = R"({
  "schemaVersion": "1.0",
  "session": {"number": 12, "date": "2026-01-20", "branch": "fix/ci", "startingCommit": "1f0c22a",
              "objective": "Mend \"it\" | é"},
  "protocolCompliance": {
    "sessionStart": {
      "serenaActivated": {"Complete": true, "level": "MUST", "Evidence": "Tool output"},
      "serenaInstructions": {"complete": true, "level": "MUST", "evidence": "Tool output"},
      "handoffRead": {"completed": true, "level": "MUST", "Evidence": "Commit SHA: ____"},
      "gitStatusVerified": {"status": "PASS", "level": "SHOULD", "Evidence": ""},
      "notOnMain": true
    },
    "sessionEnd": {
      "changesCommitted": {"Complete": true, "level": "MUST", "Evidence": "9abcdef"},
      "handoffNotUpdated": {"Complete": false, "level": "MUST NOT", "Evidence": "kept"},
      "qaValidation": {"Complete": "N/A", "level": "MUST", "Evidence": "docs-only"},
      "retrospectiveInvoked": false
    }
  },
  "workLog": [{"action": "Built", "status": "done"}, {"step": "Ran"}, "Said", {"task": "T"},
              {"description": "D"}],
  "endingCommit": "9abcdef0",
  "nextSteps": ["One", "Two"],
  "outcomes": {}, "learnings": [],
  "mine": {"kept": [1.50, null]}
})";

TEST(SessionLogJsonTest, ALogIsReadAndKeptAsItIs) {
  const SessionLog log = read_json(kJsonLog);
  EXPECT_EQ(log.session_id, "2026-01-20-session-12");
  EXPECT_EQ(log.objective, "Mend \"it\" | é");
  EXPECT_EQ(log.branch, "fix/ci");
  EXPECT_EQ(log.starting_commit, "1f0c22a");
  EXPECT_EQ(log.ending_commit, "9abcdef0");
  EXPECT_EQ(log.outcome, "COMPLETE");
  const auto& start = log.checklist.start;
  ASSERT_EQ(start.size(), 5U);
  for (const model::ChecklistItem& item : start) EXPECT_TRUE(item.done) << item.step;
  EXPECT_EQ(start[0].step, "Initialize Serena: mcp__serena__activate_project");
  EXPECT_EQ(start[0].gate, "SERENA_INIT");
  EXPECT_EQ(start[1].evidence, "Tool output");
  EXPECT_EQ(start[2].evidence, "");
  EXPECT_EQ(start[3].req, "SHOULD");
  EXPECT_EQ(start[3].extra.get().dump(), R"({"key":"gitStatusVerified","cell":"PASS"})");
  EXPECT_EQ(start[4].req, "MUST");
  const auto& end = log.checklist.end;
  ASSERT_EQ(end.size(), 4U);
  EXPECT_EQ(end[1].req, "MUST NOT");
  EXPECT_EQ(end[1].gate, "");
  EXPECT_FALSE(end[2].done);
  EXPECT_EQ(end[3].req, "SHOULD");
  EXPECT_EQ(log.work, (std::vector<std::string>{"Built (done)", "Ran", "Said", "T", "D"}));
  EXPECT_EQ(log.next_session_notes, "One\nTwo");
  EXPECT_EQ(log.warnings,
            std::vector<std::string>{"`mine` is not understood; it stays in the document"});
  EXPECT_EQ(log.document.get(), Json::parse(kJsonLog));
}

std::string with_start(const std::string& key, const std::string& item) {
  return R"({"protocolCompliance":{"sessionStart":{")" + key + "\":" + item +
         R"(},"sessionEnd":{"changesCommitted":true}}})";
}

TEST(SessionLogJsonTest, AStepIsKnownByManyKeys) {
  const std::pair<const char*, const char*> starts[] = {
      {"handoffRead", "Read .agents/HANDOFF.md"},
      {"readHandoff", "Read .agents/HANDOFF.md"},
      {"ReadHandoff", "Read .agents/HANDOFF.md"},
      {"read_handoff_md", "Read .agents/HANDOFF.md"},
      {"serenaInit", "Initialize Serena: mcp__serena__activate_project"},
      {"serenaActivated", "Initialize Serena: mcp__serena__activate_project"},
      {"serenaInitialInstructions", "Initialize Serena: mcp__serena__initial_instructions"},
      {"initialInstructionsRead", "Initialize Serena: mcp__serena__initial_instructions"},
      {"sessionLogCreated", "Create session log"},
      {"createSessionLog", "Create session log"},
      {"notOnMain", "Verify that the branch is not main"},
      {"branchVerified", "Verify branch"},
      {"constraintsRead", "Read PROJECT-CONSTRAINTS.md"},
      {"memoriesLoaded", "Search relevant memories"},
      {"usageMandatoryRead", "Read skill-usage-mandatory"},
      {"skillScriptsListed", "List skill scripts"},
      {"gitStatusVerified", "Verify git status"},
      {"startingCommitNoted", "Note starting commit"}};
  for (const auto& [key, step] : starts) {
    const SessionLog log = read_json(with_start(key, "true"));
    ASSERT_EQ(log.checklist.start.size(), 1U) << key;
    EXPECT_EQ(log.checklist.start[0].step, step) << key;
    EXPECT_TRUE(log.warnings.empty()) << key;
  }
  const std::tuple<const char*, const char*, const char*> ends[] = {
      {"changesCommitted", "Commit all changes", "MUST"},
      {"commitAllChanges", "Commit all changes", "MUST"},
      {"serenaMemoryUpdated", "Update Serena memory", "MUST"},
      {"markdownLintRun", "Run markdown lint", "MUST"},
      {"checklistComplete", "Complete session log", "MUST"},
      {"validationPassed", "Validate the session log", "MUST"},
      {"retrospectiveInvoked", "Invoke retrospective", "SHOULD"},
      {"tasksUpdated", "Update PROJECT-PLAN.md", "SHOULD"},
      {"handoffPreserved", "Update .agents/HANDOFF.md", "MUST NOT"},
      {"handoffNotUpdated", "Update .agents/HANDOFF.md", "MUST NOT"},
      {"handoffUpdated", "Update .agents/HANDOFF.md", "MUST"},
      {"qaValidation", "Route to qa agent", "MUST"},
      {"reworkWarning", "Heed the rework warning", "SHOULD"}};
  for (const auto& [key, step, level] : ends) {
    const SessionLog log = read_json(R"({"protocolCompliance":{"sessionStart":{},"sessionEnd":{")" +
                                     std::string(key) + R"(":true}}})");
    ASSERT_EQ(log.checklist.end.size(), 1U) << key;
    EXPECT_EQ(log.checklist.end[0].step, step) << key;
    EXPECT_EQ(log.checklist.end[0].req, level) << key;
  }
}

TEST(SessionLogJsonTest, AnItemSaysInManyWaysThatItIsDone) {
  const std::pair<const char*, bool> items[] = {{"true", true},
                                                {"false", false},
                                                {"\"[x]\"", true},
                                                {"null", false},
                                                {R"({"Complete":true})", true},
                                                {R"({"complete":true})", true},
                                                {R"({"completed":true})", true},
                                                {R"({"status":true})", true},
                                                {R"({"status":"completed"})", true},
                                                {R"({"status":"pending"})", false},
                                                {R"({"Complete":false})", false},
                                                {R"({"Complete":"true"})", true},
                                                {R"({"COMPLETE":1})", false},
                                                {R"({"Complete":"N/A"})", false}};
  for (const auto& [item, done] : items) {
    const SessionLog log = read_json(with_start("handoffRead", item));
    ASSERT_EQ(log.checklist.start.size(), 1U) << item;
    EXPECT_EQ(log.checklist.start[0].done, done) << item;
    EXPECT_EQ(log.checklist.start[0].req, "MUST");
  }
}

TEST(SessionLogJsonTest, WhatIsNotUnderstoodIsToldAndKept) {
  const SessionLog log =
      read_json(with_start("danceParty", "{\"Evidence\":\"a\",\"level\":\"WILD\"}"));
  EXPECT_EQ(log.checklist.start[0].step, "dance party");
  EXPECT_EQ(log.checklist.start[0].req, "MUST");
  EXPECT_EQ(log.checklist.start[0].evidence, "a");
  EXPECT_EQ(log.warnings, (std::vector<std::string>{
                              "sessionStart.danceParty: says neither `Complete` nor `status`",
                              "sessionStart.danceParty: `WILD` is no level",
                              "sessionStart.danceParty: not a step that is known"}));
  const SessionLog odd =
      read_json(R"({"protocolCompliance":{"sessionStart":7,"sessionEnd":{"qa":[1]}},
                                  "workLog":[7,[],{"x":1}],"nextSteps":"Only"})");
  EXPECT_EQ(odd.warnings.size(), 4U);
  EXPECT_EQ(odd.work, std::vector<std::string>{"7"});
  EXPECT_EQ(odd.next_session_notes, "Only");
  EXPECT_EQ(odd.outcome, "INCOMPLETE");
  EXPECT_EQ(read_json("{}").warnings,
            (std::vector<std::string>{"there is no sessionStart", "there is no sessionEnd"}));
}

TEST(SessionLogJsonTest, OlderShapesAreRead) {
  const SessionLog log = read_json(R"({"sessionNumber":"12","date":"2026-01-20","branch":"b",
      "objective":"o","startingCommit":"1f0c22a","keyDecisions":[{"decision":"D"},"E"],
      "work":{"tasks":[{"task":"T","status":"done"}]},
      "SessionStart":[{"step":"readHandoff","done":true,"evidence":"e"}],
      "session_end":{"changesCommitted":true}})",
                                   "session-odd.json");
  EXPECT_EQ(log.session_id, "2026-01-20-session-12");
  EXPECT_EQ(log.objective, "o");
  EXPECT_EQ(log.branch, "b");
  EXPECT_EQ(log.work, std::vector<std::string>{"T (done)"});
  EXPECT_EQ(log.key_decisions, (std::vector<std::string>{"D", "E"}));
  ASSERT_EQ(log.checklist.start.size(), 1U);
  EXPECT_EQ(log.checklist.start[0].evidence, "e");
  EXPECT_EQ(log.outcome, "COMPLETE");
  EXPECT_EQ(log.warnings.size(), 1U);
}

TEST(SessionLogJsonTest, WhatIsNoObjectIsAnError) {
  for (const char* text : {"", "[]", "{", "7", "{\"a\":1,\"a\":2}"}) {
    EXPECT_EQ(read_session_log(kName, text).error().code, base::Code::parse_error) << text;
  }
  EXPECT_EQ(read_session_log(kName, std::string(5U << 20, ' ')).error().code,
            base::Code::too_large);
}

}  // namespace
}  // namespace store
