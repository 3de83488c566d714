#include "policy/pattern.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace policy {
namespace {

constexpr auto kAnywhere = Pattern::Where::anywhere;
constexpr auto kAtStart = Pattern::Where::at_start;

bool matches(std::string_view expression, std::string_view text,
             Pattern::Where where = Pattern::Where::anywhere) {
  const auto pattern = Pattern::compile(expression);
  EXPECT_TRUE(pattern.ok()) << expression;
  return pattern.ok() && pattern->matches(text, where);
}

struct MatchRow {
  std::string_view expression;
  std::string_view text;
  bool expected;
};

// S4-92
TEST(PatternTest, AnExpressionIsSearchedForAsPythonDoesIt) {
  const MatchRow rows[] = {
      {"git\\s+push", "a git  push", true},
      {"git\\s+push", "GIT Push", true},
      {"(?-i)git", "GIT", false},
      {"^git", "a\ngit", false},
      {"(?m)^git", "a\ngit", true},
      {"git.push", "git\npush", false},
      {"git.push", "git\rpush", true},
      {"(?s)git.push", "git\npush", true},
      {"push$", "push\n", true},
      {"push\\Z", "push\n", false},
      {"push\\Z", "push", true},
      {"(?P<a>x+)-(?P=a)", "xx-xx", true},
      {"^(?P<a>x+)-(?P=a)", "xx-x", false},
      {"^a{,2}$", "aa", true},
      {"^a{,2}$", "aaa", false},
      {"^a{,}$", "aaa", true},
      {"^[{,2}]+$", "{,2}", true},
      {"^a\\{,2}$", "a{,2}", true},
      {"git(?=\\s+push)", "git push", true},
      {"git(?!\\s+push)", "git push", false},
      {"(?<!\\w)git", "xgit", false},
      {"(?<=x)git", "xgit", true},
      {"^\\w$", "é", true},
      {"É", "é", true},
      {"^.$", "é", true},
      {"", "anything", true},
      {"", "", true},
      {"x", "", false},
  };
  for (const MatchRow& row : rows) {
    SCOPED_TRACE(row.expression);
    EXPECT_EQ(matches(row.expression, row.text), row.expected) << row.text;
  }
}

TEST(PatternTest, AtTheStartNothingMayStandBefore) {
  EXPECT_TRUE(matches("git", "git x", kAtStart));
  EXPECT_FALSE(matches("git", " git x", kAtStart));
  EXPECT_TRUE(matches("\\s*git", " git x", kAtStart));
  EXPECT_TRUE(matches("a|git", "git", kAtStart));
  EXPECT_FALSE(matches("(?m)^git", "x\ngit", kAtStart));
}

TEST(PatternTest, TextThatIsNoUtf8IsMatchedByItsBytes) {
  EXPECT_TRUE(matches("git push", "\xff\xc3 git push"));
  EXPECT_TRUE(matches("^.git", "\xffgit"));
  EXPECT_TRUE(matches("\xff", "a\xff"));
  EXPECT_FALSE(matches("\xff", "é"));
  // One that has no meaning for bytes.
  EXPECT_FALSE(matches("\\x{100}?git", "\xffgit"));
}

TEST(PatternTest, WhatDoesNotCompileSaysWhere) {
  struct Fault {
    std::string_view expression;
    std::string_view place;
  };
  for (const Fault& row :
       {Fault{"(a", "at character 3"}, Fault{"a)", "at character 2"}, Fault{"[a", "at character 3"},
        Fault{"*", "at character 1"}, Fault{"x{,2}(", "at character 7"},
        Fault{"\\C", "at character"}, Fault{"(?P=x)", "at character"},
        Fault{"(?<=a*)b", "at character"}, Fault{"\\", "at character 2"}}) {
    SCOPED_TRACE(row.expression);
    const auto pattern = Pattern::compile(row.expression);
    ASSERT_FALSE(pattern.ok());
    EXPECT_EQ(pattern.error().code, base::Code::invalid_value);
    EXPECT_NE(pattern.error().message.find(row.place), std::string::npos)
        << pattern.error().message;
  }
}

TEST(PatternTest, AnExpressionHasALengthAndADepth) {
  EXPECT_TRUE(Pattern::compile(std::string(4096, 'a')).ok());
  const auto longer = Pattern::compile(std::string(4097, 'a'));
  ASSERT_FALSE(longer.ok());
  EXPECT_EQ(longer.error().code, base::Code::invalid_value);
  EXPECT_TRUE(Pattern::compile(std::string(90, '(') + std::string(90, ')')).ok());
  EXPECT_FALSE(Pattern::compile(std::string(110, '(') + std::string(110, ')')).ok());
  EXPECT_FALSE(Pattern::compile("((a{900}){900}){900}").ok());
}

TEST(PatternTest, TextHasALength) {
  const std::string padding(65536 - 3, 'x');
  EXPECT_TRUE(matches("git", padding + "git"));
  EXPECT_FALSE(matches("git", padding + "xgit"));
  // The cut falls into a character.
  EXPECT_TRUE(matches("xx$", padding + "xx\u20ac"));
}

// B4-23: what takes too long does not match. A test that hangs here is one that fails.
TEST(PatternTest, NoExpressionTakesForEver) {
  const std::string many(60000, 'a');
  for (const std::string_view expression :
       {"(a+)+$", "(a+)+b", "(a|a)*b", "(a*)*b", "(.*)*(.*)*b", "(a|aa)+$x", "(?:a?){500}a{500}b",
        "a*a*a*a*b", "[^b]*b", "a*b", ".+b", "(?=(a+))*b", "(a)\\1*\\1*\\1*b", "(?R)?b",
        "(a(?1)?)b", "(?:.*?a){900}b", "\\w*\\w*\\d"}) {
    SCOPED_TRACE(expression);
    const auto pattern = Pattern::compile(expression);
    if (!pattern.ok()) continue;
    EXPECT_FALSE(pattern->matches(many + "!", kAnywhere));
    for (int i = 0; i < 50; ++i) EXPECT_FALSE(pattern->matches(many + "!", kAtStart));
  }
}

// Here the answer would be yes, after a second: each of 60,000 places is tried to the end.
TEST(PatternTest, AllMatchesOfAPatternTogetherHaveALimit) {
  const std::string text = std::string(60000, 'a') + "!b";
  for (const std::string_view expression : {"a*b", "a*+b", "[^!b]*b"}) {
    SCOPED_TRACE(expression);
    const auto pattern = Pattern::compile(expression);
    ASSERT_TRUE(pattern.ok());
    EXPECT_TRUE(pattern->matches("b", kAnywhere));
    EXPECT_TRUE(pattern->matches("b", kAtStart));
    EXPECT_FALSE(pattern->matches(text, kAnywhere));
    EXPECT_FALSE(pattern->matches("b", kAnywhere));
  }
}

TEST(PatternTest, AMatchInALongTextIsFound) {
  std::string text;
  for (int line = 0; line < 600; ++line) text += "make -j4 all && ./run --with=many --words here\n";
  text += "git push --force";
  for (const std::string_view expression :
       {"--force", "git\\s+push", ".*--force", "(^|[;&|]\\s*)--?force|--force", "\\bpush\\b.*force",
        "\\w+\\s+--force", "(?:git|gh)\\s.*--force"}) {
    EXPECT_TRUE(matches(expression, text)) << expression;
  }
}

TEST(PatternTest, AMovedPatternStillMatches) {
  auto first = Pattern::compile("git");
  ASSERT_TRUE(first.ok());
  Pattern second = std::move(*first);
  EXPECT_TRUE(second.matches("git", kAnywhere));
  auto third = Pattern::compile("x");
  ASSERT_TRUE(third.ok());
  *third = std::move(second);
  EXPECT_TRUE(third->matches("git", kAnywhere));
}

}  // namespace
}  // namespace policy
