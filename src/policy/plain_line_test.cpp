#include "policy/plain_line.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/text.h"

namespace policy {
namespace {

// B3-22
TEST(PlainLineTest, ALineStaysOneLine) {
  EXPECT_EQ(plain_line("  a\r\n\tb\v c\x7f\x01 d  ", 100), "a b c d");
  EXPECT_EQ(plain_line("a\u2028b\u2029c\u0085d\u00a0e", 100), "a b c d e");
  EXPECT_EQ(plain_line(std::string_view("a\0b", 3), 100), "a b");
}

// B3-22: what a reader does not see must not reach a model.
TEST(PlainLineTest, WhatCannotBeSeenIsGone) {
  EXPECT_EQ(plain_line("a\u200bb\u202ec\u2066d\ufeffe\U000E0041f\u00adg", 100), "abcdefg");
}

TEST(PlainLineTest, BytesThatAreNoUtf8BecomeAQuestionMark) {
  EXPECT_EQ(plain_line("a\xff|\xc3|\xe2\x82|", 100), "a?|?|??|");
}

TEST(PlainLineTest, WhatIsCutEndsInAMark) {
  EXPECT_EQ(plain_line("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(plain_line("abcdefghi", 8), "abcde…");
  EXPECT_EQ(plain_line("äöüäöü", 8), "äö…");
  EXPECT_EQ(plain_line("abc", 2), "");
  EXPECT_EQ(plain_line("abc", 0), "");
}

// B3-22, SC-69
TEST(PlainLineTest, MarkupIsEscapedAndNotCutInside) {
  EXPECT_EQ(escaped_line("</session-continuity> & more", 100),
            "&lt;/session-continuity&gt; &amp; more");
  EXPECT_EQ(escaped_line("abc<<", 7), "abc…");
  EXPECT_EQ(escaped_line("abc<", 7), "abc&lt;");
}

// B3-9: also where a character that cannot be seen, or the end of a line, hides the key.
TEST(PlainLineTest, SecretsAreGone) {
  EXPECT_EQ(plain_line("password=hunter22", 100), "password=[REDACTED]");
  EXPECT_EQ(plain_line("pass\u200bword=hunter22", 100), "password=[REDACTED]");
}

TEST(PlainLineTest, HalfASecretIsNotLeftWhereALongTextIsCut) {
  const std::string token = "ghp_" + std::string("0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX");
  std::string text(64 * 1024 - 20, ' ');
  text += token + " and more";
  EXPECT_EQ(plain_line(text, 1000), "");
}

TEST(PlainLineTest, ALongTextIsCutBetweenTwoWords) {
  EXPECT_EQ(clip_words("one two three", 100), "one two three");
  EXPECT_EQ(clip_words("one two three", 9), "one two");
  EXPECT_EQ(clip_words("one two three", 7), "one two");
  EXPECT_EQ(clip_words("onetwothree", 5), "");
}

TEST(PlainLineProperty, WhateverComesInIsOneLineOfUtf8WithinItsBytes) {
  EXPECT_TRUE(rc::check([](const std::vector<unsigned char>& bytes, unsigned char max) {
    const std::string text(bytes.begin(), bytes.end());
    for (const std::string& line : {plain_line(text, max), escaped_line(text, max)}) {
      RC_ASSERT(line.size() <= max);
      RC_ASSERT(base::is_utf8(line));
      for (const char c : line) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
    }
    RC_ASSERT(escaped_line(text, max).find_first_of("<>") == std::string::npos);
  }));
}

}  // namespace
}  // namespace policy
