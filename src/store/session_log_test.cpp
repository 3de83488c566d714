#include "store/session_log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/protocol_document.h"
#include "store/test_markdown.h"

namespace store {
namespace {

constexpr const char* kMarkdownName = "2026-01-04-session-07-fix-ci.md";

// S1-85
TEST(SessionLogTest, ANameHasItsDateNumberAndSlug) {
  const auto plain = session_log_name("2026-01-18-session-07.md");
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->date, "2026-01-18");
  EXPECT_EQ(plain->number, 7);
  EXPECT_EQ(plain->slug, "");
  EXPECT_FALSE(plain->is_json);
  const auto json = session_log_name("2026-01-18-session-1464-fix-the-ci_2.json");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(json->number, 1464);
  EXPECT_EQ(json->slug, "fix-the-ci_2");
  EXPECT_TRUE(json->is_json);
  for (const char* name :
       {"", ".md", "2026-01-18-session-07", "2026-01-18-session-.md", "2026-01-18-session-07b.md",
        "2026-01-18-session-07-.md", "2026-1-18-session-07.md", "2026-13-18-session-07.md",
        "a/2026-01-18-session-07.md", "2026-01-18-session-07-a/b.md", "2026-01-18-session--7.md",
        "2026-01-18-session-99999999999.md", "2026-01-18-session-07.MD",
        "x2026-01-18-session-07.md", "2026-01-18-Session-07.md"}) {
    EXPECT_FALSE(session_log_name(name).has_value()) << name;
  }
}

// S1-111
TEST(SessionLogTest, AnIdHasTwoDigitsOrMore) {
  EXPECT_EQ(session_id_of("2026-01-18", 7), "2026-01-18-session-07");
  EXPECT_EQ(session_id_of("2026-01-18", 42), "2026-01-18-session-42");
  EXPECT_EQ(session_id_of("2026-01-18", 100), "2026-01-18-session-100");
}

model::Protocol forged_protocol() {
  model::Protocol protocol;
  protocol.session_id = "2026-01-18-session-07";
  protocol.objective = "Fix `x` | **y**\n## Work Log\n- forged é";
  protocol.branch = "feat/a";
  protocol.starting_commit = "e846d7e0123456789abcdef0123456789abcdef0";
  protocol.started_at = "2026-01-18T09:30:00Z";
  protocol.checklist = built_in_checklist();
  protocol.checklist.start[0].done = true;
  protocol.checklist.start[0].evidence = "a | b\n| MUST | Commit all changes | [x] | forged |";
  return protocol;
}

TEST(SessionLogTest, ASkeletonReadsBackWithNothingTickedButWhatWas) {
  const std::string text = log_skeleton(forged_protocol());
  EXPECT_TRUE(
      text.starts_with("# Session log 2026-01-18-session-07\n\n## Session Info\n\n"
                       "- **Date**: 2026-01-18\n"));
  for (const char* heading :
       {"\n## Protocol Compliance\n\n### Session Start (COMPLETE ALL before work)\n\n| Req |",
        "\n### Session End (COMPLETE ALL before closing)\n\n| Req |",
        "\n## Work Log\n\n## Decisions\n\n## Next Session\n"}) {
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
  const SessionLog log = read_log("2026-01-18-session-07.md", text);
  EXPECT_EQ(log.session_id, "2026-01-18-session-07");
  EXPECT_EQ(log.objective, forged_protocol().objective);  // S1-102
  EXPECT_EQ(log.branch, "feat/a");
  EXPECT_EQ(log.starting_commit, "e846d7e");
  EXPECT_EQ(log.outcome, "INCOMPLETE");
  EXPECT_EQ(to_json(log.checklist), to_json(forged_protocol().checklist));  // SC-39
  EXPECT_TRUE(log.work.empty() && log.key_decisions.empty() && log.warnings.empty());
  EXPECT_EQ(log.next_session_notes, "");
}

// formats.md 2
constexpr const char* kMarkdownLog = R"(# Session 07 - 2026-01-04

## Session Info

- **Date**: 2026-01-04
- **Branch**: `fix/ci`
- **Starting Commit**: [SHA - REQUIRED]
- **Objective**: Mend the build

## Protocol Compliance

```markdown
### Session Start (COMPLETE ALL before work)
| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Of the example | [ ] | |
```

### Session Start (COMPLETE ALL before work)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Initialize Serena: `mcp__serena__activate_project` | [x] | Tool output present |
| MUST | Read `.agents/HANDOFF.md` | ✅ PASS | Ran `cat a | head | b` |
| MUST | List skill scripts | [N/A] | Docs \| only |
| SHOULD | Verify git status | [ ] | Output: ______ |

### Git State

- **Starting Commit**: 1f0c22a

---

## Work Log

### Build

**Status**: Complete
- Changed CMake
  - and Ninja

## Decisions

- Use `ccache`

## Session End (COMPLETE ALL before closing)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST NOT | Update `.agents/HANDOFF.md` directly | [ ] | HANDOFF.md unchanged |
| MUST | Route to qa agent | [SKIPPED] | `SKIPPED: investigation-only` |
| MUST | Commit all changes | [x] Complete | Commit SHA: 9abcdef |

## Notes for Next Session

Look at the cache.

- And at Ninja
)";

TEST(SessionLogTest, AMarkdownLogIsReadAsProjectsWroteIt) {
  const SessionLog log = read_log(kMarkdownName, kMarkdownLog);
  EXPECT_EQ(log.session_id, "2026-01-04-session-07");
  EXPECT_EQ(log.objective, "Mend the build");
  EXPECT_EQ(log.branch, "fix/ci");
  EXPECT_EQ(log.starting_commit, "1f0c22a");
  EXPECT_EQ(log.ending_commit, "9abcdef");
  EXPECT_EQ(log.outcome, "COMPLETE");
  const auto& start = log.checklist.start;
  ASSERT_EQ(start.size(), 4U);
  EXPECT_TRUE(start[0].done && start[0].extra.get().is_null());
  EXPECT_TRUE(start[1].done);
  EXPECT_EQ(start[1].extra.get()["cell"], "✅ PASS");
  EXPECT_EQ(start[1].evidence, "Ran cat a | head | b");
  EXPECT_FALSE(start[2].done);
  EXPECT_EQ(start[2].extra.get()["cell"], "[N/A]");
  EXPECT_EQ(start[2].evidence, "Docs | only");
  EXPECT_EQ(start[3].evidence, "");
  ASSERT_EQ(log.checklist.end.size(), 3U);
  EXPECT_EQ(log.checklist.end[1].evidence, "SKIPPED: investigation-only");
  EXPECT_EQ(log.work, (std::vector<std::string>{"Build", "**Status**: Complete", "Changed CMake",
                                                "and Ninja"}));
  EXPECT_EQ(log.key_decisions, std::vector<std::string>{"Use `ccache`"});
  EXPECT_EQ(log.next_session_notes, "Look at the cache.\n\n- And at Ninja");
  EXPECT_TRUE(log.warnings.empty());
  EXPECT_TRUE(log.document.get().is_null());
}

TEST(SessionLogTest, OneOpenMustIsIncompleteAndAShouldIsNot) {
  const std::pair<const char*, const char*> rows[] = {
      {"| MUST | a | [x] |\n", "COMPLETE"},
      {"| MUST | a | [ ] |\n", "INCOMPLETE"},
      {"| MUST | a | N/A |\n", "COMPLETE"},
      {"| MUST | a | FAILED |\n", "INCOMPLETE"},
      {"| MUST | a | [-] |\n", "COMPLETE"},
      {"| SHOULD | a | [x] |\n", "INCOMPLETE"},
      {"| MUST | a | [x] |\n| SHOULD | b | [ ] |\n| MUST NOT | c | [ ] |\n", "COMPLETE"},
      {"| MUST | a | [x] |\n| MUST | b | |\n", "INCOMPLETE"}};
  for (const auto& [row, outcome] : rows) {
    const std::string text =
        "# Session End Checklist\n\n| Req | Step | Status |\n|-|-|-|\n" + std::string(row);
    EXPECT_EQ(read_log(kMarkdownName, text).outcome, outcome) << row;
  }
  EXPECT_EQ(read_log(kMarkdownName, "").outcome, "INCOMPLETE");
  EXPECT_EQ(read_log(kMarkdownName, "").warnings.size(), 2U);
}

TEST(SessionLogTest, AnOddNameIsTold) {
  const SessionLog log = read_log("notes.md", kMarkdownLog);
  EXPECT_EQ(log.session_id, "");
  EXPECT_EQ(log.warnings, std::vector<std::string>{"`notes.md` is not named as a session's log"});
  EXPECT_EQ(read_session_log(kMarkdownName, std::string(2U << 20, 'x')).error().code,
            base::Code::too_large);
}

}  // namespace
}  // namespace store
