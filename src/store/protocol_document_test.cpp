#include "store/protocol_document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace store {
namespace {

std::vector<std::string> steps_of(const std::vector<model::ChecklistItem>& items) {
  std::vector<std::string> steps;
  for (const model::ChecklistItem& item : items) steps.push_back(item.req + ": " + item.step);
  return steps;
}

// A protocol as projects have it: prose, a template in a fence, and the same again as a log.
constexpr const char* kProtocol = R"(# Session Protocol

## RFC 2119 Key Words

| Keyword | Meaning |
|---------|---------|
| MUST | Required |

## Session Start Protocol

### Phase 1 (BLOCKING)

| Phase | Why |
|-------|-----|
| 1 | first |

## Session Start Checklist

Copy this template:

```markdown
### Session Start (COMPLETE ALL before work)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Initialize Serena: `mcp__serena__activate_project` | [ ] | Tool output present |
| MUST | Read `.agents/HANDOFF.md` | [x] | Content in context |
| SHOULD | Verify git status | [ ] | Output documented below |
| SHOULD NOT | Work on main | [ ] | `[branch name - REQUIRED]` |
```

## Session End Checklist

| Req | Step | Status | Evidence |
|:---:|:-----|:------:|---------:|
| MUST NOT | Update `.agents/HANDOFF.md` directly | [ ] | HANDOFF.md unchanged |
| MUST | Route to qa agent (feature \| fix) | [ ] | QA report: `.agents/qa/[report].md` |
| MUST | Commit all changes (including .serena/memories) | [ ] | Commit SHA: _______ |
| MAY | Invoke retrospective | [ ] | Doc: _______ |

## Session Log Template

```markdown
# Session NN
## Protocol Compliance
### Session Start (COMPLETE ALL before work)
| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Another copy | [ ] | |
## Session End (COMPLETE ALL before closing)
| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Another copy | [ ] | |
```
)";

// SC-44, S1-85
TEST(ProtocolDocumentTest, TheChecklistsAreThoseOfTheFile) {
  const auto read = read_protocol(kProtocol);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(steps_of(read->checklist.start),
            (std::vector<std::string>{"MUST: Initialize Serena: mcp__serena__activate_project",
                                      "MUST: Read .agents/HANDOFF.md", "SHOULD: Verify git status",
                                      "SHOULD NOT: Work on main"}));
  EXPECT_EQ(
      steps_of(read->checklist.end),
      (std::vector<std::string>{
          "MUST NOT: Update .agents/HANDOFF.md directly", "MUST: Route to qa agent (feature | fix)",
          "MUST: Commit all changes (including .serena/memories)", "MAY: Invoke retrospective"}));
  for (const auto* list : {&read->checklist.start, &read->checklist.end}) {
    for (const model::ChecklistItem& item : *list) {
      EXPECT_FALSE(item.done) << item.step;
      EXPECT_EQ(item.evidence, "") << item.step;
      EXPECT_TRUE(item.extra.get().is_null());
    }
  }
  EXPECT_EQ(read->checklist.start[0].gate, "SERENA_INIT");
  EXPECT_EQ(read->checklist.end[0].gate, "");
  EXPECT_EQ(read->checklist.end[1].gate, "QA_VALIDATION");
  EXPECT_EQ(read->checklist.end[2].gate, "GIT_COMMIT");
  EXPECT_TRUE(read->warnings.empty());
}

// formats.md 2: the order of columns varies.
TEST(ProtocolDocumentTest, ColumnsAreFoundByTheirNames) {
  for (const char* table :
       {"| Req | Step | Status | Evidence |\n|-|-|-|-|\n| MUST | Do it | [ ] | a |\n",
        "| Req Level | Step | Status | Evidence |\n|:---:|:---|:---:|---|\n| MUST | Do it | ✅ | a "
        "|\n",
        "| Requirement | Status | Evidence |\n|-|-|-|\n| **MUST**: Do it | [x] | a |\n",
        "| Requirement | Evidence | Status |\n|-|-|-|\n| MUST - Do it | a | PASS |\n",
        "| Req | Step | Status |\n|-|-|-|\n| must | Do it | [ ] |\n",
        "| Req | Step | Evidence |\n|-|-|-|\n| REQUIRED | Do it | a |\n",
        "| Evidence | Status | Step | Req |\n|-|-|-|-|\n| a | [ ] | Do it | MUST |\n"}) {
    SCOPED_TRACE(table);
    for (const char* heading :
         {"### Session Start (COMPLETE ALL before work)\n\n", "## Session Start\n",
          "### Session Start Checklist\n", "# SESSION START: read me\n\ntext\n\n#### Table\n"}) {
      const auto read = read_protocol(heading + std::string(table));
      ASSERT_TRUE(read.ok());
      EXPECT_EQ(steps_of(read->checklist.start), std::vector<std::string>{"MUST: Do it"});
      EXPECT_TRUE(read->checklist.end.empty());
      EXPECT_EQ(read->warnings.back(), "there is no checklist \"Session End\"");
    }
  }
}

// SC-44
TEST(ProtocolDocumentTest, AFileWithoutChecklistsIsAnError) {
  for (const char* text :
       {"", "# Session Start\n", "| Req | Step | Status |\n|-|-|-|\n| MUST | a | [ ] |\n",
        "# Session Start\n\n| Req | Step | Status |\n|-|-|-|\n",
        "# Session End\n\n| a | b |\n|-|-|\n| 1 | 2 |\n",
        "# Session Start\n\n<!--\n| Req | Step | Status |\n|-|-|-|\n| MUST | a | [ ] |\n-->\n"}) {
    const auto read = read_protocol(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, base::Code::parse_error);
  }
  EXPECT_EQ(read_protocol(std::string(2U << 20, 'x')).error().code, base::Code::too_large);
}

TEST(ProtocolDocumentTest, WhatCannotBeReadIsToldWithItsLine) {
  const auto read = read_protocol(
      "# Session Start\n| Req | Step | Status |\n|-|-|-|\n| | a | [ ] |\n| MUST | | [ ] |\n"
      "| PERHAPS | b | maybe |\n| MUST | c | [⏸️] |\n");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(steps_of(read->checklist.start),
            (std::vector<std::string>{"MUST: a", "MUST: b", "MUST: c"}));
  EXPECT_EQ(read->warnings,
            (std::vector<std::string>{"line 4: `` is no level; it is taken as MUST",
                                      "line 5: a row without a step is left out",
                                      "line 6: `PERHAPS` is no level; it is taken as MUST",
                                      "line 6: `maybe` is no status; it is taken as open",
                                      "there is no checklist \"Session End\""}));
  std::string many = "# Session Start\n| Req | Step | Status |\n|-|-|-|\n";
  for (int i = 0; i < 200; ++i) many += "| x | y | z |\n";
  EXPECT_EQ(read_protocol(many)->warnings.size(), 101U);
}

// formats.md 2: every spelling that 340 logs have.
TEST(ProtocolDocumentTest, AStatusIsUnderstoodInEverySpelling) {
  const std::pair<const char*, CellStatus> rows[] = {
      {"[x]", CellStatus::done},
      {"[X]", CellStatus::done},
      {"[N/A]", CellStatus::not_applicable},
      {"[ ]", CellStatus::open},
      {"✅ PASS", CellStatus::done},
      {"N/A", CellStatus::not_applicable},
      {"[SKIPPED]", CellStatus::not_applicable},
      {"[-]", CellStatus::not_applicable},
      {"[SKIP]", CellStatus::not_applicable},
      {"PASS", CellStatus::done},
      {"[x] Complete", CellStatus::done},
      {"FAILED", CellStatus::failed},
      {"[⏸️]", CellStatus::open},
      {"[x] 12 scripts", CellStatus::done},
      {"✅", CellStatus::done},
      {"[PASS]", CellStatus::done},
      {" pass ", CellStatus::done},
      {"", CellStatus::open},
      {"[]", CellStatus::open},
      {"[ ] PASS", CellStatus::open},
      {"[x] FAILED", CellStatus::failed},
      {"✅ FAIL", CellStatus::failed},
      {"❌", CellStatus::failed},
      {"N/A - docs only", CellStatus::not_applicable},
      {"✔️ done", CellStatus::done},
      {"passing", CellStatus::open},
      {"xyz", CellStatus::open},
      {"[x", CellStatus::open},
      {"not done", CellStatus::open},
      {"Pending", CellStatus::open},
      {"NAME", CellStatus::open},
      {"-", CellStatus::open}};
  for (const auto& [cell, status] : rows) EXPECT_EQ(status_of_cell(cell), status) << cell;
}

TEST(ProtocolDocumentTest, APlaceholderIsNoEvidence) {
  for (const char* text : {"", " ", "Commit SHA: _______", "Doc: ___", "[branch name - REQUIRED]",
                           "_____", "-", "—", "...", "TBD", "todo", "[ ]", "[sha - optional]"}) {
    EXPECT_TRUE(is_placeholder(text)) << text;
  }
  for (const char* text :
       {"Commit SHA: abc1234", "N/A", "[3e1dbfd]", "mcp__serena__x", "REQUIRED reading done",
        "[a](b) required", "a ___ b", "0", "SKIPPED: docs-only", "[required] [done]"}) {
    EXPECT_FALSE(is_placeholder(text)) << text;
  }
}

// S1-10, S1-11, S1-12, S1-13, S1-100
TEST(ProtocolDocumentTest, TheBuiltInListsAreThoseOfTheDocumentWithTheirGates) {
  const model::Checklist list = built_in_checklist();
  std::string start;
  std::string end;
  for (const auto& item : list.start) start += item.req + "|" + item.step + "|" + item.gate + "\n";
  for (const auto& item : list.end) end += item.req + "|" + item.step + "|" + item.gate + "\n";
  EXPECT_EQ(start,
            "MUST|Initialize Serena: mcp__serena__activate_project|SERENA_INIT\n"
            "MUST|Initialize Serena: mcp__serena__initial_instructions|SERENA_INIT\n"
            "MUST|Read .agents/HANDOFF.md|CONTEXT_RETRIEVAL\n"
            "MUST|Create session log|SESSION_LOG\n"
            "MUST|List skill scripts|SKILL_VALIDATION\n"
            "MUST|Read skill-usage-mandatory|SKILL_VALIDATION\n"
            "MUST|Read PROJECT-CONSTRAINTS.md|\n"
            "SHOULD|Search relevant memories|\n"
            "SHOULD|Verify git status|GIT_STATE\n"
            "SHOULD|Note starting commit|GIT_STATE\n");
  EXPECT_EQ(end,
            "MUST|Update .agents/HANDOFF.md|DOCS_UPDATE\n"
            "MUST|Complete session log|DOCS_UPDATE\n"
            "MUST|Run markdown lint|QUALITY_CHECKS\n"
            "MUST|Route to qa agent|QA_VALIDATION\n"
            "MUST|Commit all changes|GIT_COMMIT\n"
            "SHOULD|Update PROJECT-PLAN.md|DOCS_UPDATE\n"
            "SHOULD|Invoke retrospective|\n"
            "SHOULD|Verify clean git status|GIT_COMMIT\n");
}

TEST(ProtocolDocumentTest, AGateIsFoundByTheStepsWords) {
  EXPECT_EQ(gate_of_step("Verify and document BRANCH", false), "GIT_STATE");
  EXPECT_EQ(gate_of_step("Read `usage-mandatory` memory", false), "SKILL_VALIDATION");
  EXPECT_EQ(gate_of_step("Update Serena memory (context)", true), "DOCS_UPDATE");
  EXPECT_EQ(gate_of_step("Route to the QA agent", true), "QA_VALIDATION");
  EXPECT_EQ(gate_of_step("Ask for an equality check", true), "");
  EXPECT_EQ(gate_of_step("", true), "");
}

}  // namespace
}  // namespace store
