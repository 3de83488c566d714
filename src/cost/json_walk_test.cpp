#include "cost/json_walk.h"

#include <gtest/gtest.h>

#include <string>

namespace cost {
namespace {

// The text of the member `wanted` at the top; "-" where the line is not one whole value.
std::string member(std::string_view line, std::string_view wanted) {
  JsonWalk walk(line);
  std::string found;
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    if (walk.key() == wanted) {
      found = walk.text().value_or("?");
    } else {
      walk.skip();
    }
  }
  return walk.at_end() ? found : "-";
}

TEST(JsonWalk, FindsAMemberAfterAnythingThatIsSteppedOver) {
  for (const std::string_view before :
       {R"("a":1)", R"("a":-1.5e9)", R"("a":null)", R"("a":"x")", R"("a":"\\")",
        R"("a":"\"id\":\"no\"")", R"("a":{"id":"no"})", R"("a":[{"id":"no"},"]}"])",
        R"("a" : [ ] )", R"("a":{"b":{"c":["\\\"",{}]}})"}) {
    SCOPED_TRACE(before);
    EXPECT_EQ(member("{" + std::string(before) + R"(,"id":"yes"})", "id"), "yes");
    EXPECT_EQ(member("{" + std::string(before) + R"( , "id" : "yes" } )", "id"), "yes");
  }
}

// The texts of an array, "!" where it is broken.
std::string items(std::string_view line) {
  JsonWalk walk(line);
  std::string found;
  for (bool more = walk.open_array(); more; more = walk.next_item()) {
    found += std::string(walk.text().value_or("?")) + ";";
  }
  return walk.at_end() ? found : "!";
}

TEST(JsonWalk, TakesTheItemsOfAnArray) {
  EXPECT_EQ(items(R"(["a", 5 ,{"b":["c"]},"d"])"), "a;?;?;d;");
  EXPECT_EQ(items(" [ ] "), "");
  EXPECT_EQ(items(R"("a")"), "");
  for (const std::string_view line : {"", "[", "[\"a\"", "[\"a\",]", "[\"a\" \"b\"]", "[\"a\"}"}) {
    SCOPED_TRACE(line);
    EXPECT_EQ(items(line), "!");
  }
}

TEST(JsonWalk, ALineThatIsNotOneWholeValueIsNone) {
  for (const std::string_view line :
       {"", "{", R"({"id")", R"({"id":)", R"({"id":"yes")", R"({"id":"yes"}x)", R"({"id":"yes"}{})",
        R"({"id":"yes")", R"({"id":"yes\")", R"({"id":"yes",})", R"({"id":"yes" "b":1})",
        R"({id:"yes"})", R"({"a":[1,2,"id":"yes"})", R"({"a":,"id":"yes"})"}) {
    SCOPED_TRACE(line);
    EXPECT_EQ(member(line, "id"), "-");
  }
}

TEST(JsonWalk, DeepNestingEndsInsteadOfTheStack) {
  const std::string deep =
      R"({"a":)" + std::string(100'000, '[') + "1" + std::string(100'000, ']') + R"(,"id":"yes"})";
  EXPECT_EQ(member(deep, "id"), "-");
}

TEST(JsonWalk, OnlyWholeNumbersThatFitAreNumbers) {
  const auto number = [](std::string_view value) {
    const std::string line = "{\"n\":" + std::string(value) + "}";
    JsonWalk walk(line);
    EXPECT_TRUE(walk.open_object());
    const auto found = walk.number();
    walk.next_member();
    EXPECT_TRUE(walk.at_end()) << line;
    return found;
  };
  EXPECT_EQ(number("0"), 0U);
  EXPECT_EQ(number("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(number("null"), 0U);
  for (const std::string_view wrong :
       {"-1", "1.5", "1e3", "18446744073709551616", "true", "\"1\"", "[1]", "{}", "1x", "+1"}) {
    SCOPED_TRACE(wrong);
    EXPECT_EQ(number(wrong), std::nullopt);
  }
}

}  // namespace
}  // namespace cost
