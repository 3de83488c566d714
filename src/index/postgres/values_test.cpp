#include "index/postgres/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace indexing {
namespace {

using ::testing::ElementsAre;

TEST(CopyRowsTest, RowsAreArraysByColumnToo) {
  CopyRows rows;
  rows.add(std::int64_t{7}, std::string_view("plain"), std::optional<std::int64_t>());
  rows.add(std::int64_t{-8}, std::string_view(), std::optional<std::int64_t>(9));
  EXPECT_THAT(rows.arrays(), ElementsAre(R"({"7","-8"})", R"({"plain",NULL})", R"({NULL,"9"})"));
  rows.clear();
  EXPECT_TRUE(rows.arrays().empty());
}

// Both forms have characters of their own that stand for something else.
TEST(CopyRowsTest, NothingInATextIsTakenForTheFormItIsIn) {
  struct Case {
    std::string text;
    std::string array;
  };
  for (const Case& each : std::vector<Case>{{"NULL", R"({"NULL"})"},
                                            {"\\N", R"({"\\N"})"},
                                            {"\\.", R"({"\\."})"},
                                            {"\\t", R"({"\\t"})"},
                                            {"a\tb\nc\rd", "{\"a\tb\nc\rd\"}"},
                                            {R"(say "x", {y})", R"({"say \"x\", {y}"})"},
                                            {"\\\"", R"({"\\\""})"},
                                            {"\\\\", R"({"\\\\"})"},
                                            {std::string("a\0b", 3), "{\"a\uFFFDb\"}"}}) {
    CopyRows rows;
    rows.add(each.text);
    EXPECT_THAT(rows.arrays(), ElementsAre(each.array)) << each.text;
  }
}

}  // namespace
}  // namespace indexing
