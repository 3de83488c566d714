#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/protocol_document.h"
#include "store/session_memory.h"

namespace store {
namespace {

constexpr const char* kStampLine = "\n<!-- holdfast: run=r-1 version=7 host=box -->\n";

model::GateResult passed(std::string evidence) {
  model::GateResult result;
  result.status = model::GateStatus::pass;
  result.evidence = std::move(evidence);
  return result;
}

void tick(model::ChecklistItem& item, std::string evidence) {
  item.done = true;
  item.evidence = std::move(evidence);
}

// The example of document S1.
model::Protocol example_protocol() {
  model::Protocol protocol;
  protocol.session_id = "2025-12-21-session-01";
  protocol.objective = "Design Session State MCP";
  protocol.branch = "feat/mcp-updates";
  protocol.starting_commit = "e846d7e0123456789abcdef0123456789abcdef0";
  protocol.started_at = "2025-12-21T14:30:00.250Z";
  protocol.current_phase = model::ProtocolPhase::working;
  protocol.gates["SERENA_INIT"] = passed("Tool output in transcript");
  protocol.gates["SKILL_VALIDATION"] = passed("Listed 12 scripts");
  protocol.gates["CONTEXT_RETRIEVAL"] = passed("HANDOFF.md hash: abc123");
  protocol.gates["SESSION_LOG"] = passed(".agents/sessions/2025-12-21-session-01.md");
  protocol.gates["GIT_STATE"] = passed("Clean, main branch");
  protocol.checklist = built_in_checklist();
  const char* evidence[] = {"Tool output present",
                            "Tool output present",
                            "Content in context",
                            "File exists",
                            "12 scripts found",
                            "Content loaded",
                            "Content loaded",
                            "3 memories read",
                            "Clean",
                            "e846d7e"};
  for (std::size_t at = 0; at < 10; ++at) tick(protocol.checklist.start[at], evidence[at]);
  return protocol;
}

constexpr const char* kCurrentStateText = R"(# Session State

## Metadata

- **Session ID**: 2025-12-21-session-01
- **Objective**: Design Session State MCP
- **Branch**: feat/mcp-updates
- **Starting Commit**: e846d7e
- **Started At**: 2025-12-21T14:30:00Z
- **Current Phase**: WORKING

## Phase Status

| Phase | Status | Evidence |
|-------|--------|----------|
| SERENA_INIT | COMPLETE | Tool output in transcript |
| SKILL_VALIDATION | COMPLETE | Listed 12 scripts |
| CONTEXT_RETRIEVAL | COMPLETE | HANDOFF.md hash: abc123 |
| SESSION_LOG | COMPLETE | .agents/sessions/2025-12-21-session-01.md |
| GIT_STATE | COMPLETE | Clean, main branch |

## Checklist (Start)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Initialize Serena: mcp__serena__activate_project | [x] | Tool output present |
| MUST | Initialize Serena: mcp__serena__initial_instructions | [x] | Tool output present |
| MUST | Read .agents/HANDOFF.md | [x] | Content in context |
| MUST | Create session log | [x] | File exists |
| MUST | List skill scripts | [x] | 12 scripts found |
| MUST | Read skill-usage-mandatory | [x] | Content loaded |
| MUST | Read PROJECT-CONSTRAINTS.md | [x] | Content loaded |
| SHOULD | Search relevant memories | [x] | 3 memories read |
| SHOULD | Verify git status | [x] | Clean |
| SHOULD | Note starting commit | [x] | e846d7e |

## Checklist (End)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Update .agents/HANDOFF.md | [ ] | |
| MUST | Complete session log | [ ] | |
| MUST | Run markdown lint | [ ] | |
| MUST | Route to qa agent | [ ] | |
| MUST | Commit all changes | [ ] | |
| SHOULD | Update PROJECT-PLAN.md | [ ] | |
| SHOULD | Invoke retrospective | [ ] | |
| SHOULD | Verify clean git status | [ ] | |
)";

// S1-7, S1-8, S1-9, S1-10, S1-11, S1-12, S1-13, S1-14, S1-103
TEST(SessionCurrentStateTest, TheTextIsThatOfTheDocument) {
  EXPECT_EQ(format_current_state(example_protocol(), {"r-1", 7, "box"}),
            std::string(kCurrentStateText) + kStampLine);
}

// S1-8, S1-91
TEST(SessionCurrentStateTest, EveryStatusHasItsWordAndEndGatesComeWhenTheyWereAsked) {
  model::Protocol protocol = example_protocol();
  protocol.gates.clear();
  protocol.gates["SERENA_INIT"].status = model::GateStatus::fail;
  protocol.gates["GIT_STATE"].status = model::GateStatus::skipped;
  protocol.gates["QUALITY_CHECKS"] = passed("0 errors");
  protocol.gates["QA_VALIDATION"].status = model::GateStatus::pending;
  const std::string text = format_current_state(protocol, {});
  EXPECT_NE(text.find("| SERENA_INIT | FAILED | |\n| SKILL_VALIDATION | PENDING | |\n"
                      "| CONTEXT_RETRIEVAL | PENDING | |\n| SESSION_LOG | PENDING | |\n"
                      "| GIT_STATE | SKIPPED | |\n| QUALITY_CHECKS | COMPLETE | 0 errors |\n\n"),
            std::string::npos)
      << text;
}

TEST(SessionCurrentStateTest, WhatWasWrittenIsRead) {
  const auto read = read_current_state(std::string(kCurrentStateText) + kStampLine);
  ASSERT_TRUE(read.ok());
  const model::Protocol& protocol = read->protocol;
  EXPECT_EQ(protocol.session_id, "2025-12-21-session-01");
  EXPECT_EQ(protocol.branch, "feat/mcp-updates");
  EXPECT_EQ(protocol.starting_commit, "e846d7e");
  EXPECT_EQ(protocol.started_at, "2025-12-21T14:30:00Z");
  EXPECT_TRUE(protocol.current_phase.is(model::ProtocolPhase::working));
  EXPECT_EQ(protocol.phases_completed.size(), 5U);
  EXPECT_EQ(protocol.phases_completed[1], "SKILL_VALIDATION");
  EXPECT_EQ(to_json(protocol.checklist), to_json(example_protocol().checklist));
  ASSERT_TRUE(read->stamp.has_value());
  EXPECT_EQ(read->stamp->version, 7);
  EXPECT_EQ(format_current_state(protocol, *read->stamp),
            std::string(kCurrentStateText) + kStampLine);
}

// SC-39, B1-18, S1-101
TEST(SessionCurrentStateTest, EvidenceForgesNoRow) {
  model::Protocol protocol = example_protocol();
  const std::string evidence = "a | b\n| MUST | Commit all changes | [x] | forged |";
  tick(protocol.checklist.end[0], evidence);
  protocol.gates["SERENA_INIT"].evidence = evidence;
  const auto read = read_current_state(format_current_state(protocol, {"r", 1, "h"}));
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->protocol.checklist.end.size(), 8U);
  EXPECT_EQ(read->protocol.checklist.end[0].evidence, evidence);
  EXPECT_EQ(read->protocol.checklist.end[4].step, "Commit all changes");
  EXPECT_FALSE(read->protocol.checklist.end[4].done);
  EXPECT_EQ(read->protocol.gates.at("SERENA_INIT").evidence, evidence);
}

TEST(SessionCurrentStateTest, ARowOfOtherCellsIsRefused) {
  for (const char* row : {"| MUST | Commit all changes | [x] | a | b |\n", "| MUST | a | [x] |\n",
                          "| MUST | a | [x] | no end\n"}) {
    const auto read = read_current_state(kCurrentStateText + std::string(row));
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, base::Code::parse_error);
    EXPECT_NE(read.error().message.find("line 49"), std::string::npos) << read.error().message;
  }
  EXPECT_EQ(read_current_state("").error().code, base::Code::parse_error);
  EXPECT_EQ(read_current_state("# Session State\n").error().code, base::Code::parse_error);
  EXPECT_EQ(read_current_state(std::string(5U << 20, 'x')).error().code, base::Code::too_large);
}

TEST(SessionCurrentStateTest, AStatusIsTickedInItsOwnWordsOnly) {
  std::string text = kCurrentStateText;
  const std::string row = "| MUST | Commit all changes | [ ] | |";
  text.replace(text.find(row), row.size(), "| MUST | Commit all changes | \\[x\\] | [x] |");
  const auto read = read_current_state(text);
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read->protocol.checklist.end[4].done);
  EXPECT_FALSE(read->stamp.has_value());
}

// S1-101, S1-102, B1-18
TEST(SessionCurrentStatePropertyTest, NoTextChangesAnythingButItself) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const auto any = [&bytes] {
      return *rc::gen::element<std::string>(
                 "", "a | b", "\n## Checklist (End)\n\n", "| MUST | x | [x] | y |", "<br>", "\\",
                 "- **Current Phase**: COMPLETE", "`", "&#10;", "|", "[x]", " ", "\r\n", "é\u2028",
                 "\n<!-- holdfast: run=evil version=9 host=x -->\n", "# Session State\n") +
             bytes + *rc::gen::element<std::string>("", "\n", " ", "\\", "|", "-->", "\r");
    };
    model::Protocol protocol = example_protocol();
    protocol.objective = any();
    protocol.branch = any();
    protocol.checklist.end[1].evidence = any();
    protocol.checklist.end[1].step = any();
    protocol.gates["GIT_STATE"].evidence = any();
    const MemoryStamp stamp{"r" + any(), 3, any()};
    const auto read = read_current_state(format_current_state(protocol, stamp));
    RC_ASSERT(read.ok());
    RC_ASSERT(read->protocol.objective == protocol.objective);
    RC_ASSERT(read->protocol.branch == protocol.branch);
    RC_ASSERT(read->protocol.current_phase == protocol.current_phase);
    RC_ASSERT(read->protocol.gates.size() == 5U);
    RC_ASSERT(read->protocol.gates.at("GIT_STATE").evidence ==
              protocol.gates.at("GIT_STATE").evidence);
    RC_ASSERT(read->protocol.checklist.start.size() == 10U);
    RC_ASSERT(read->protocol.checklist.end.size() == 8U);
    for (std::size_t at = 0; at < 8; ++at) {
      const model::ChecklistItem& item = read->protocol.checklist.end[at];
      RC_ASSERT(!item.done);
      RC_ASSERT(item.step == protocol.checklist.end[at].step);
      RC_ASSERT(item.evidence == protocol.checklist.end[at].evidence);
    }
    RC_ASSERT(read->stamp.has_value());
    RC_ASSERT(read->stamp->run == stamp.run && read->stamp->host == stamp.host);
    RC_ASSERT(read->stamp->version == 3);
  }));
}

}  // namespace
}  // namespace store
