#include "base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>
#include <string>
#include <vector>

namespace base {
namespace {

using Views = std::vector<std::string_view>;

TEST(TextTest, SplittingKeepsEveryPartAndJoiningPutsThemBack) {
  EXPECT_EQ(split("a,b,c", ','), (Views{"a", "b", "c"}));
  EXPECT_EQ(split("", ','), (Views{""}));
  EXPECT_EQ(split(",", ','), (Views{"", ""}));
  EXPECT_EQ(split("a,,b,", ','), (Views{"a", "", "b", ""}));
  EXPECT_EQ(join({}, ", "), "");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(join({"", "a", ""}, ","), ",a,");
  EXPECT_TRUE(rc::check([](const std::string& text) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, 'a')) parts.emplace_back(part);
    RC_ASSERT(join(parts, "a") == text);
  }));
}

TEST(TextTest, TrimmingTakesSpaceOffBothEnds) {
  EXPECT_EQ(trim(" \t\r\n\v\fa b \n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\xc2\xa0x"), "\xc2\xa0x");  // Not a space of ASCII.
}

TEST(TextTest, ANumberIsFollowedByItsNounInTheRightForm) {
  EXPECT_EQ(counted(0, "run"), "0 runs");
  EXPECT_EQ(counted(1, "work session"), "1 work session");
  EXPECT_EQ(counted(2, "work session"), "2 work sessions");
  EXPECT_EQ(counted(1, "branch", "branches"), "1 branch");
  EXPECT_EQ(counted(0, "branch", "branches"), "0 branches");
}

TEST(TextTest, LowerCaseTouchesAsciiAlone) {
  EXPECT_EQ(to_lower("AZaz09-\xc3\x84"), "azaz09-\xc3\x84");
}

TEST(TextTest, AControlCharacterIsOneOfAscii) {
  for (const char c : {'\0', '\t', '\n', '\x1f', '\x7f'})
    EXPECT_TRUE(is_control(c)) << static_cast<int>(c);
  for (const char c : {' ', '~', 'a', '\x80', '\xff'})
    EXPECT_FALSE(is_control(c)) << static_cast<int>(c);
}

TEST(TextTest, AByteOrderMarkIsTakenOffTheFrontOnce) {
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBFtext"), "text");
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBF\xEF\xBB\xBF"), kByteOrderMark);
  for (const char* text : {"", "text", "\xEF\xBB", "a\xEF\xBB\xBF"}) {
    EXPECT_EQ(without_byte_order_mark(text), text);
  }
}

TEST(TextTest, ANumberIsDigitsAndNothingElse) {
  EXPECT_EQ(to_number("0"), 0U);
  EXPECT_EQ(to_number("007"), 7U);
  EXPECT_EQ(to_number("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* text :
       {"", "-1", "+1", " 1", "1 ", "1a", "0x1", "1.0", "18446744073709551616"}) {
    EXPECT_EQ(to_number(text), std::nullopt) << text;
  }
}

TEST(TextTest, AClippedTextEndsBetweenTwoCharacters) {
  const std::string text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";  // 1, 2, 3, 4 and 1 bytes.
  const std::vector<std::size_t> ends = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  for (std::size_t bytes = 0; bytes < ends.size(); ++bytes) {
    EXPECT_EQ(clip_utf8(text, bytes), text.substr(0, ends[bytes])) << bytes;
  }
  EXPECT_EQ(clip_utf8("", 0), "");
  EXPECT_EQ(clip_utf8("\x80\x80\x80", 2), "");  // No character starts there at all.
}

TEST(TextTest, Utf8IsWhatUnicodeDefines) {
  for (const char* good : {"", "plain", "\xC2\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF",
                           "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "a\xC3\xA9z"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\x80", "\xED\xA0\x80", "\xE2\x82",
        "\xF0\x8F\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

TEST(TextTest, AWildcardMatchesTheWholeText) {
  struct Row {
    const char* pattern;
    const char* text;
    bool matches;
  };
  const std::vector<Row> rows = {
      {"Read", "Read", true},
      {"Read", "Reader", false},
      {"Read", "read", false},
      {"Task*", "Task", true},
      {"Task*", "TaskOutput", true},
      {"Task*", "ATask", false},
      {"*", "", true},
      {"", "", true},
      {"", "a", false},
      {"?", "", false},
      {"?", "a", true},
      {"?", "ab", false},
      {"a?c", "abc", true},
      {"mcp__*__read_*", "mcp__serena__read_memory", true},
      {"mcp__*__read_*", "mcp__serena__write_memory", false},
      {"*a*b", "xxaxxbxxab", true},
      {"*a*b", "xxaxxbxxac", false},
      {"**", "abc", true},
      {"a**", "a", true},
      {"*?", "", false},
      {"*?", "abc", true},
      {"a*", "*", false},
      {"\\*", "*", false},  // No escapes: a backslash is a backslash.
      {"[a]", "a", false},
      {"*", "*", true},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(matches_wildcard(row.pattern, row.text), row.matches)
        << row.pattern << " on " << row.text;
  }
}

bool matches_slowly(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() == '*') {
    return matches_slowly(pattern.substr(1), text) ||
           (!text.empty() && matches_slowly(pattern, text.substr(1)));
  }
  return !text.empty() && (pattern.front() == '?' || pattern.front() == text.front()) &&
         matches_slowly(pattern.substr(1), text.substr(1));
}

TEST(TextTest, AWildcardSaysWhatTheObviousRecursionSays) {
  EXPECT_TRUE(rc::check([] {
    const auto of = [](const std::string& letters) {
      return rc::gen::resize(11, rc::gen::container<std::string>(rc::gen::elementOf(letters)));
    };
    const std::string pattern = *of("*?ab");
    const std::string text = *of("abc");
    RC_ASSERT(matches_wildcard(pattern, text) == matches_slowly(pattern, text));
  }));
}

TEST(TextTest, AWildcardThatCouldExplodeDoesNot) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(matches_wildcard(pattern + "b", std::string(20'000, 'a')));
}

}  // namespace
}  // namespace base
