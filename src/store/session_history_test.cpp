#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "store/session_memory.h"

namespace store {
namespace {

constexpr const char* kHistoryText = R"(# Session History

## Recent Sessions (Last 10)

### 2025-12-20-session-03

- **Objective**: PR batch review
- **Outcome**: COMPLETE
- **Commit SHA**: 981ebf7
- **Key Decisions**:
  - Merged PRs #140, #212, #211, #147
  - Deferred security review to next session
- **Next Session Notes**: Continue with Epic #183 planning

### 2025-12-20-session-02

- **Objective**: Security remediation for ai-issue-triage
- **Outcome**: COMPLETE
- **Commit SHA**: 51101b5
- **Key Decisions**:
  - CWE-20/CWE-78 remediated
  - Added input validation to workflow
- **Next Session Notes**: Run full regression test
)";

std::vector<HistoryEntry> example_history() {
  return {{"2025-12-20-session-02",
           "Security remediation for ai-issue-triage",
           "COMPLETE",
           "51101b5",
           {"CWE-20/CWE-78 remediated", "Added input validation to workflow"},
           "Run full regression test"},
          {"2025-12-20-session-03",
           "PR batch review",
           "COMPLETE",
           "981ebf7e0123456789abcdef0123456789abcdef",
           {"Merged PRs #140, #212, #211, #147", "Deferred security review to next session"},
           "Continue with Epic #183 planning"}};
}

HistoryEntry plain_entry(const std::string& id) { return {id, "o", "COMPLETE", "", {}, ""}; }

std::vector<std::string> ids_in(std::string_view markdown) {
  std::vector<std::string> ids;
  for (const HistoryEntry& entry : read_history(markdown)) ids.push_back(entry.session_id);
  return ids;
}

// S1-15, S1-16
TEST(SessionHistoryTest, TheTextIsThatOfTheDocument) {
  EXPECT_EQ(with_history("", example_history(), 10), kHistoryText);
  const auto read = read_history(kHistoryText);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].session_id, "2025-12-20-session-03");
  EXPECT_EQ(read[0].objective, "PR batch review");
  EXPECT_EQ(read[0].outcome, "COMPLETE");
  EXPECT_EQ(read[0].commit_sha, "981ebf7");
  EXPECT_EQ(read[0].key_decisions, example_history()[1].key_decisions);
  EXPECT_EQ(read[0].next_session_notes, "Continue with Epic #183 planning");
}

// S1-92, SC-38, B1-19
TEST(SessionHistoryTest, OfElevenSessionsTheNewestTenAreKept) {
  std::string text;
  std::vector<std::string> expected;
  for (int number = 1; number <= 11; ++number) {
    std::string id = "2026-01-18-session-";
    id += number < 10 ? "0" : "";
    id += std::to_string(number);
    text = with_history(text, {plain_entry(id)}, 10);
    if (number > 1) expected.insert(expected.begin(), id);
  }
  EXPECT_EQ(ids_in(text), expected);
  EXPECT_EQ(text.find("## Recent Sessions (Last 10)"), 19U);
}

TEST(SessionHistoryTest, NumbersAreComparedAsNumbers) {
  std::string text;
  for (const char* id : {"2026-01-18-session-99", "2026-01-19-session-01", "2026-01-18-session-100",
                         "2025-12-31-session-101", "2026-01-18-session-7"}) {
    text = with_history(text, {plain_entry(id)}, 4);
  }
  EXPECT_EQ(ids_in(text),
            (std::vector<std::string>{"2026-01-19-session-01", "2026-01-18-session-100",
                                      "2026-01-18-session-99", "2026-01-18-session-7"}));
  // The same session, whatever its zeros.
  EXPECT_EQ(ids_in(with_history(text, {plain_entry("2026-01-18-session-07")}, 4)).back(),
            "2026-01-18-session-07");
}

TEST(SessionHistoryTest, EntriesOfOthersKeepTheirBytes) {
  const std::string foreign =
      "### 2026-01-02-session-01 (by hand)\r\n\r\n* **Objective**:   spaced \r\n\r\n#### Notes\r\n"
      "| a | b |\r\n### no session\r\nkept";
  const std::string other = "### 2026-01-01-session-01\n-  **Outcome**: X";
  const std::string text = "Mine.\n\n## Recent Sessions (Last 5)\n\nIntro.\n\n" + other + "\n\n\n" +
                           foreign + "\n## Appendix\n\nEnd.\n\n";
  const std::string with = with_history(text, {plain_entry("2026-01-03-session-01")}, 10);
  EXPECT_EQ(with,
            "Mine.\n\n## Recent Sessions (Last 10)\n\nIntro.\n\n### 2026-01-03-session-01\n\n"
            "- **Objective**: o\n- **Outcome**: COMPLETE\n- **Commit SHA**:\n- **Key Decisions**:\n"
            "- **Next Session Notes**:\n\n" +
                foreign + "\n\n" + other + "\n\n## Appendix\n\nEnd.\n");
  EXPECT_EQ(read_history(with)[1].session_id, "2026-01-02-session-01");
  EXPECT_EQ(read_history(with)[1].objective, "spaced");
  // Of one id the new one counts.
  const std::string again = with_history(with, {plain_entry("2026-01-01-session-01")}, 10);
  EXPECT_EQ(again.find("**Outcome**: X"), std::string::npos);
  EXPECT_NE(again.find(foreign), std::string::npos);
}

TEST(SessionHistoryTest, AFileWithoutOurHeadingsKeepsItsTextAboveThem) {
  EXPECT_TRUE(with_history("My notes.\n\n\n", example_history(), 10)
                  .starts_with("My notes.\n\n# Session History\n\n## Recent Sessions (Last 10)\n"));
  EXPECT_TRUE(with_history("# Session History\n\nWhy.\n", {}, 10) ==
              "# Session History\n\nWhy.\n\n## Recent Sessions (Last 10)\n");
  EXPECT_EQ(with_history("", {}, 10), "# Session History\n\n## Recent Sessions (Last 10)\n");
  EXPECT_TRUE(read_history("### 2026-01-01-session-01\n").empty());
}

TEST(SessionHistoryTest, ANameThatIsNoSessionsIsNotWritten) {
  for (const char* id : {"", "x", "2026-01-18-session-01\n## Forged", "2026-13-18-session-01",
                         "2026-01-18-session-", "2026-01-18-session-01-slug"}) {
    EXPECT_EQ(with_history("", {plain_entry(id)}, 10), with_history("", {}, 10)) << id;
  }
}

TEST(SessionHistoryTest, AnEmptyHeadingEndsTheSectionEachTime) {
  const std::string once = with_history("## Recent Sessions\n## ", example_history(), 10);
  EXPECT_TRUE(once.ends_with("\n\n##\n"));
  EXPECT_EQ(with_history(once, example_history(), 10), once);
}

std::string any_history() {
  std::string text;
  const auto count = *rc::gen::inRange(0, 14);
  for (int i = 0; i < count; ++i) {
    text += *rc::gen::element<std::string>(
        "# Session History", "## Recent Sessions (Last 10)", "## Recent Sessions", "## Other",
        "### 2026-01-01-session-01", "### 2026-01-02-session-02", "### 2026-01-02-session-002",
        "### 2026-01-02-session-10 x", "### a", "", " ", "```", "- **Objective**: a",
        "- **Key Decisions**:", "  - b", "text", "#", "##", "###", "| a |");
    text += *rc::gen::element<std::string>("\n", "\r\n", "\n\n", "\r", "");
  }
  return text;
}

TEST(SessionHistoryPropertyTest, TwiceIsAsOnceAndWhatWasPutInIsRead) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const std::string before = any_history();
    HistoryEntry entry{"2026-01-02-session-05",
                       bytes,
                       "ABANDONED",
                       "",
                       {bytes, "a\n### 2026-02-01-session-01\n", " - "},
                       "\n" + bytes};
    const std::string once = with_history(before, {entry}, 3);
    RC_ASSERT(with_history(once, {entry}, 3) == once);
    RC_ASSERT(with_history(once, {}, 3) == once);
    const auto read = read_history(once);
    RC_ASSERT(read.size() <= 3U);
    for (const HistoryEntry& one : read) {
      if (one.session_id != entry.session_id) continue;
      RC_ASSERT(one.objective == entry.objective && one.key_decisions == entry.key_decisions);
      RC_ASSERT(one.next_session_notes == entry.next_session_notes);
    }
  }));
}

}  // namespace
}  // namespace store
