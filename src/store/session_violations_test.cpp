#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "store/session_memory.h"

namespace store {
namespace {

constexpr const char* kViolationsText = R"(# Session Violations Log

## Purpose

Audit trail of protocol violations for retrospective analysis and skill extraction.

## Violations

### 2025-12-21-session-01

| Timestamp | Phase | Requirement | Severity | Recovery |
|-----------|-------|-------------|----------|----------|
| (none recorded) | | | | |

### 2025-12-18-session-15

| Timestamp | Phase | Requirement | Severity | Recovery |
|-----------|-------|-------------|----------|----------|
| 14:23:00 | SKILL_VALIDATION | MUST read skill-usage-mandatory | CRITICAL | Read at 14:25:00 |
| 14:30:00 | SKILL_VALIDATION | MUST check existing skills | CRITICAL | User intervention |
| 14:45:00 | SKILL_VALIDATION | MUST use skill not raw gh | CRITICAL | Reverted, used skill |
)";

model::Violation violation(std::string at, std::string requirement,
                           std::optional<std::string> recovery) {
  model::Violation one;
  one.timestamp = std::move(at);
  one.phase = "SKILL_VALIDATION";
  one.requirement = std::move(requirement);
  one.severity = model::Severity::critical;
  one.recovery = std::move(recovery);
  return one;
}

// S1-17, S1-18, B1-20
TEST(SessionViolationsTest, TheTextIsThatOfTheDocument) {
  const ViolationBlock block{
      "2025-12-18-session-15",
      {violation("2025-12-18T15:23:00.500+01:00", "MUST read skill-usage-mandatory",
                 "Read at 14:25:00"),
       violation("2025-12-18T14:30:00Z", "MUST check existing skills", "User intervention"),
       violation("14:45:00", "MUST use skill not raw gh", "Reverted, used skill")}};
  const std::string text =
      with_violations(with_violations("", block), {"2025-12-21-session-01", {}});
  EXPECT_EQ(text, kViolationsText);
  const auto read = read_violations(text);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].session_id, "2025-12-21-session-01");
  EXPECT_TRUE(read[0].violations.empty());
  ASSERT_EQ(read[1].violations.size(), 3U);
  EXPECT_EQ(read[1].violations[0].timestamp, "14:23:00");
  EXPECT_EQ(read[1].violations[0].phase, "SKILL_VALIDATION");
  EXPECT_TRUE(read[1].violations[0].severity.is(model::Severity::critical));
  EXPECT_EQ(read[1].violations[2].recovery, "Reverted, used skill");
}

// S1-99, S1-112
TEST(SessionViolationsTest, ASessionsBlockIsReplacedAndOthersKeepTheirBytes) {
  std::string text = kViolationsText;
  const std::string foreign = "### 2025-12-19-session-01\n\nby hand | x\n|---|";
  text = text + "\n" + foreign + "\n";
  const std::string with = with_violations(
      text, {"2025-12-21-session-01", {violation("2025-12-21T00:00:01Z", "MUST a", std::nullopt)}});
  EXPECT_EQ(with.find("(none recorded)"), std::string::npos);
  EXPECT_NE(
      with.find("| 00:00:01 | SKILL_VALIDATION | MUST a | CRITICAL | |\n\n" + foreign + "\n\n"),
      std::string::npos)
      << with;
  const auto read = read_violations(with);
  ASSERT_EQ(read.size(), 3U);
  EXPECT_FALSE(read[0].violations[0].recovery.has_value());
  EXPECT_TRUE(read[1].violations.empty());
  EXPECT_EQ(with_violations(with, {"no session", {}}), with);
}

// B1-18
TEST(SessionViolationsPropertyTest, NoTextForgesARow) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const std::string evil = "a | b\n### 2026-01-01-session-01\n| 1 | 2 | 3 | 4 | 5 |\n" + bytes;
    const ViolationBlock block{"2025-12-18-session-15",
                               {violation("2025-12-18T14:30:00Z", evil, bytes + "\\")}};
    const std::string once = with_violations(kViolationsText, block);
    RC_ASSERT(with_violations(once, block) == once);
    const auto read = read_violations(once);
    RC_ASSERT(read.size() == 2U && read[1].violations.size() == 1U);
    RC_ASSERT(read[1].violations[0].requirement == evil);
    RC_ASSERT(*read[1].violations[0].recovery == bytes + "\\");
  }));
}

}  // namespace
}  // namespace store
