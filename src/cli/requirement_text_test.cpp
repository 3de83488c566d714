#include "cli/requirement_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace cli {
namespace {

TEST(RequirementTextTest, ATimeOfAFileMayBeAnyNumber) {
  EXPECT_EQ(time_text(0), "1970-01-01 00:00:00 UTC");
  EXPECT_EQ(time_text(1768728600), "2026-01-18 09:30:00 UTC");
  EXPECT_EQ(time_text(253402300799), "9999-12-31 23:59:59 UTC");
  EXPECT_EQ(time_text(253402300800), "second 253402300800");
  EXPECT_EQ(time_text(-1), "second -1");
  EXPECT_EQ(time_text(std::numeric_limits<std::int64_t>::max()), "second 9223372036854775807");
}

TEST(RequirementTextTest, AFileOfTheProjectIsNamedFromItsRoot) {
  EXPECT_EQ(place_text("/p", {"/p/.claude/requirements.yaml", 5}), ".claude/requirements.yaml:5");
  EXPECT_EQ(place_text("/p", {"/home/dev/.claude/requirements.yaml", 0}),
            "/home/dev/.claude/requirements.yaml");
  EXPECT_EQ(place_text("/p", {"/project/a", 1}), "/project/a:1");
  EXPECT_EQ(place_text("/p", {"", 0}), "");
  EXPECT_EQ(problem_text("/p", {"/p/a\x1b.yaml", 2, "not\na number"}), "a?.yaml:2: not a number");
}

}  // namespace
}  // namespace cli
