#include "engine/dashboard/state_diff.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace engine::dashboard {
namespace {

using base::Json;

// "changed /a 1 2"
std::vector<std::string> differences(const char* before, const char* after, std::size_t max = 500) {
  std::vector<std::string> lines;
  for (const StateDifference& one :
       state_differences(Json::parse(before), Json::parse(after), max)) {
    lines.push_back(std::string(name_of(one.kind)) + " " + one.path + " " +
                    one.before.get().dump() + " " + one.after.get().dump());
  }
  return lines;
}
using Lines = std::vector<std::string>;

TEST(StateDiffTest, MembersAreAddedRemovedAndChanged) {
  EXPECT_EQ(differences(R"({"a":1,"b":{"c":2,"d":3},"e":4})", R"({"b":{"c":5,"f":6},"e":4,"a":1})"),
            (Lines{"changed /b/c 2 5", "removed /b/d 3 null", "added /b/f null 6"}));
  EXPECT_EQ(differences("{}", "{}"), Lines{});
  EXPECT_EQ(differences("1", "[]"), (Lines{"changed  1 []"}));
  EXPECT_EQ(differences(R"({"a":null})", "{}"), (Lines{"removed /a null null"}));
}

TEST(StateDiffTest, WhatListsBeginAndEndWithIsLeftAlone) {
  EXPECT_EQ(differences("[1,2]", "[1,2,3]"), (Lines{"added /2 null 3"}));
  EXPECT_EQ(differences("[0,1,2]", "[1,2]"), (Lines{"removed /0 0 null"}));
  EXPECT_EQ(differences("[1,2,3]", "[1,9,3]"), (Lines{"changed /1 2 9"}));
  EXPECT_EQ(differences(R"([{"a":1},{"a":2}])", R"([{"a":1},{"a":3},{"a":4}])"),
            (Lines{"changed /1/a 2 3", R"(added /2 null {"a":4})"}));
  EXPECT_EQ(differences("[1,1]", "[1,1,1]"), (Lines{"added /2 null 1"}));
}

TEST(StateDiffTest, APointerEscapesWhatItsOwnSignsAre) {
  EXPECT_EQ(differences(R"({"a/b":{"~":1,"":2}})", R"({"a/b":{"~":3,"":2}})"),
            (Lines{"changed /a~1b/~0 1 3"}));
}

TEST(StateDiffTest, TooManyAreToldAsFewerOfLargerParts) {
  EXPECT_EQ(differences(R"({"a":{"b":[1,2,3]},"c":1})", R"({"a":{"b":[4,5,6]},"c":2})", 2),
            (Lines{"changed /a/b [1,2,3] [4,5,6]", "changed /c 1 2"}));
  EXPECT_EQ(differences(R"({"a":1,"b":2})", R"({"a":3,"b":4})", 1),
            (Lines{R"(changed  {"a":1,"b":2} {"a":3,"b":4})"}));
  Json before = Json::array();
  Json after = Json::array();
  for (int i = 0; i < 100'000; ++i) {
    before.push_back(i);
    after.push_back(i + 1);
  }
  EXPECT_LE(state_differences(before, after).size(), 500U);
}

}  // namespace
}  // namespace engine::dashboard
