#include "policy/redaction.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "policy/redaction_corpus.h"
#include "policy/redaction_randomness.h"

namespace policy {
namespace {

using redaction::kPlainTexts;
using redaction::kSecretTexts;

// SC-68, B3-8, S3-113, S3-139
TEST(RedactionTest, EverySecretOfTheCorpusIsReplacedAndTheTextAroundItStays) {
  for (const auto& [text, redacted] : kSecretTexts) {
    bool changed = false;
    EXPECT_EQ(redact(text, &changed), redacted) << text;
    EXPECT_TRUE(changed) << text;
  }
}

// SC-68, B3-7
TEST(RedactionTest, EveryPlainTextOfTheCorpusStaysByteForByte) {
  for (const std::string_view text : kPlainTexts) {
    bool changed = false;
    EXPECT_EQ(redact(text, &changed), text);
    EXPECT_FALSE(changed) << text;
  }
}

// SC-68: rows, mirrors and logs hold the texts inside other texts.
TEST(RedactionTest, ATextIsRedactedInTheMiddleOfLinesAsItIsAlone) {
  for (const auto& [text, redacted] : kSecretTexts) {
    const std::string before = "a line\n";
    // A private key without an end reaches to the end of the text.
    const std::string after = text.ends_with("never ends") ? "" : "\nanother line";
    EXPECT_EQ(redact(before + std::string(text) + after), before + std::string(redacted) + after);
  }
  for (const std::string_view text : kPlainTexts) {
    const std::string lines = "a line\n" + std::string(text) + "\nanother line";
    EXPECT_EQ(redact(lines), lines);
  }
}

// B3-8: in these a replacement changes how the text around it reads.
TEST(RedactionTest, TextsWithTwoReadingsAreReadUntilNothingChanges) {
  const std::string_view texts[] = {
      "https://%(@hTOKEN=${X:-xpoc@git /",
      "token =itokfen:API key: ablexer.nex/itoken: \"0000\"",
      "AK"
      "IAIOSAIOSFFODNN7EXgh"
      "p_abcdefghijklmnopqrstuvwxyz0123456789AMRLE",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIsk-abcdefghijklmnopqrst1234",
      "https://uwJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEYseBear:pass@h",
      "Authorization: BasAK SECRET=<S://ase> TO",
      "for (auto token : tokens)onkte  = lexer.ne)onkte  = lexer.next();",
      "token://rCTer:you&https://r-p@zI",
  };
  for (const std::string_view text : texts) {
    const std::string once = redact(text);
    EXPECT_EQ(redact(once), once) << text;
  }
}

TEST(RedactionTest, TheFlagIsOnlyEverSetAndMayBeLeftOut) {
  bool changed = true;
  EXPECT_EQ(redact("plain", &changed), "plain");
  EXPECT_TRUE(changed);
  EXPECT_EQ(redact("password=hunter2", nullptr), "password=[REDACTED]");
}

std::string random_base64(std::mt19937& random, std::size_t size) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += kAlphabet[random() % kAlphabet.size()];
  return text;
}

// B3-8, S3-113: chance makes a few values that look like names, and fewer the longer they are.
TEST(RedactionTest, RandomValuesOfFortyCharactersAndMoreAreFoundWithoutAKey) {
  std::mt19937 random(68);
  for (const std::size_t size : {40U, 43U, 64U, 88U}) {
    int found = 0;
    for (int i = 0; i < 1000; ++i) {
      found += redact("x " + random_base64(random, size) + "== y") == "x [REDACTED] y" ? 1 : 0;
    }
    EXPECT_GE(found, 990) << size;
  }
  EXPECT_EQ(redaction::looks_random(random_base64(random, 39)), false);
}

std::string repeated(std::string_view pattern) {
  constexpr std::size_t kBytes = 1 << 20;
  std::string text;
  while (text.size() < kBytes) text += pattern;
  return text;
}

// A matcher that reads a megabyte again at every place of it would not come back.
TEST(RedactionTest, AMegabyteOfAnyPatternIsReadToItsEnd) {
  const std::string_view patterns[] = {
      "a",
      "=",
      "\"",
      "'",
      "`",
      "\\",
      "-",
      ".",
      " ",
      "\n",
      "<",
      "{",
      "://",
      "eyJ",
      "eyJaaaaaaaaaa.",
      "sk-",
      "ghp_",
      "AKIA",
      "A1b/",
      "aB3dE6gH",
      "-----BEGIN ",
      "-----BEGIN PRIVATE KEY-----\"",
      "a://b@",
      "a://b:",
      "token=",
      "token ",
      "token: ",
      "token=/",
      "token=a,",
      "token=<",
      "token=${",
      "token=$(",
      "token=f(",
      "token=f(token:",
      "token={",
      "token = a = ",
      "password='",
      "password=\\'",
      "password=\"x',",
      "\"password\":\"",
      "secret",
      "--token ",
      "api key ",
      "Authorization: x ",
      "Authorization: Digest \\\"",
      "Authorization: Basic {",
      "Bearer ",
      "Bearer%20{",
      "[REDACTED]",
      "token=[REDACTED]",
      "token=https://",
  };
  for (const std::string_view pattern : patterns) {
    SCOPED_TRACE(pattern);
    const std::string text = repeated(pattern);
    for (const std::string& input : {text, "password=" + text, "token: \"" + text}) {
      EXPECT_LE(redact(input).size(), 3 * input.size());
    }
  }
}

}  // namespace
}  // namespace policy
