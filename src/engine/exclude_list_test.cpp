#include "engine/exclude_list.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

const std::vector<std::string> kOurs{"/.holdfast/", "/.claude/settings.local.json"};

TEST(ExcludeListTest, TakingOutGivesBackTheVeryBytes) {
  for (const char* text : {"", "*.o\n", "*.o", "# comment\n\n*.o\n\n", "/.env\n", "/.env"}) {
    SCOPED_TRACE(text);
    const std::string with = with_excluded(text, kOurs);
    EXPECT_TRUE(is_excluded(with, "/.holdfast/"));
    EXPECT_EQ(with_excluded(with, kOurs), with);
    EXPECT_EQ(without_excluded(with, kOurs), text);
  }
}

TEST(ExcludeListTest, OnlyWhatIsNamedGoesAndTheMarkWithTheLast) {
  const std::string with = with_excluded("*.o\n", kOurs);
  const std::string left = without_excluded(with, {kOurs[0]});
  EXPECT_FALSE(is_excluded(left, kOurs[0]));
  EXPECT_TRUE(is_excluded(left, kOurs[1]));
  EXPECT_EQ(with_excluded(left, {kOurs[0]}), with);
  EXPECT_EQ(without_excluded(left, {kOurs[1]}), "*.o\n");
}

TEST(ExcludeListTest, LinesOfOthersStayWhereverTheyStand) {
  const std::string with = with_excluded("", kOurs) + "/.env\nbuild/\n";
  const std::string left = without_excluded(with, kOurs);
  EXPECT_TRUE(is_excluded(left, "/.env"));
  EXPECT_TRUE(is_excluded(left, "build/"));
  EXPECT_FALSE(is_excluded(left, kOurs[0]));
  // A line like ours that stands outside our block is somebody else's.
  EXPECT_EQ(without_excluded("/.holdfast/\n", kOurs), "/.holdfast/\n");
}

}  // namespace
}  // namespace engine
