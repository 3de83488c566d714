#include "policy/pattern_shape.h"

#include <gtest/gtest.h>

#include "policy/pattern.h"

namespace policy {
namespace {

TEST(PatternShapeTest, AnAnchorInTheMiddleMakesAPatternMatchNothing) {
  for (const char* never : {"a^b", "git^", "$x", "push$ --force", "(a|b)^c", "a(^b|^c)", "\\bx\\Ay",
                            "x\\Zy", "a+^", "(?:^a)b^c", "(x$)y", "a^b|c^d", "[ab]^", "a{1,3}^b"}) {
    SCOPED_TRACE(never);
    ASSERT_TRUE(Pattern::compile(never).ok());
    EXPECT_FALSE(shape_of(never).can_match);
  }
}

TEST(PatternShapeTest, WhatMayMatchIsNeverSaidNotTo) {
  for (const char* maybe :
       {"",           "^a",      "a$",      "^$",      "a*^b",      "(a|^b)c", "(a^b)?c",
        "a\\^b",      "[$]x",    "[^a]b",   "$\\s",    "$\n",       "a|b^c",   "(?m)a^b",
        "(?x) a ^ b", "(?=a)^b", "a(?#^)b", "(a)\\1^", "(?P<n>^a)", "^^a$$",   "a{0}^b",
        "x{,2}^",     "a(?!$)b", "\\^a",    "(?i)^a"}) {
    SCOPED_TRACE(maybe);
    EXPECT_TRUE(shape_of(maybe).can_match);
  }
}

TEST(PatternShapeTest, TheSampleMatchesThePatternItComesFrom) {
  struct Row {
    const char* expression;
    const char* sample;
  };
  const Row rows[] = {{"git\\s+push", "git push"},
                      {"^(npm|yarn) publish$", "npm publish"},
                      {"git .*--force", "git --force"},
                      {"(?:sudo )?rm -rf?", "rm -r"},
                      {"[a-z]\\d\\w\\S\\.", "a0ax."},
                      {"[^x]+y?", "x"},
                      {"a{0,3}b", "b"},
                      {"\\bcargo\\b", "cargo"},
                      {".*", ""}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.expression);
    EXPECT_EQ(shape_of(row.expression).sample, row.sample);
  }
  // One that is wrong by design: who uses a sample holds it against the pattern first.
  EXPECT_FALSE(Pattern::compile("[^x]+y?")->matches("x", Pattern::Where::anywhere));
}

TEST(PatternShapeTest, WhatIsNotUnderstoodHasNoSample) {
  for (const char* odd : {"(?=a)b", "(a)\\1", "a{2}", "\\p{L}", "(?m)a", "[[:alpha:]]", "a\\", "(a",
                          "[a", "(*FAIL)", "\\x41", "[ä]", "(?<n", "(?P<", "(?#"}) {
    SCOPED_TRACE(odd);
    EXPECT_EQ(shape_of(odd).sample, std::nullopt);
  }
}

TEST(PatternShapeTest, DeepAndLongExpressionsEnd) {
  const std::string deep = std::string(100'000, '(') + std::string(100'000, ')');
  EXPECT_TRUE(shape_of(deep).can_match);
  EXPECT_EQ(shape_of(std::string(5000, 'a')).sample, std::nullopt);
}

}  // namespace
}  // namespace policy
