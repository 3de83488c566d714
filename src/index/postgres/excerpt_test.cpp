#include "index/postgres/excerpt.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace indexing {
namespace {

// Every word is its own stem, in lower case.
Excerpt cut(const std::string& text, const std::vector<std::string>& phrases, std::size_t words) {
  Stems stems;
  collect_words(text, phrases, stems);
  for (const std::string& phrase : phrases) collect_words(phrase, phrases, stems);
  for (auto& [word, stem] : stems) stem = base::to_lower(word);
  return excerpt_of(text, phrases, stems, words);
}

TEST(ExcerptTest, WordsAndPhrasesAreMarkedAndOverlappingOnesTogether) {
  EXPECT_EQ(cut("The dark, dark mode.", {"dark"}, 0).text,
            "The \x02"
            "dark\x03, \x02"
            "dark\x03 mode.");
  EXPECT_EQ(cut("A dark-mode switch", {"dark mode", "mode"}, 0).text,
            "A \x02"
            "dark-mode\x03 switch");
  EXPECT_EQ(cut("x y", {"z"}, 0).text, "x y");
  EXPECT_FALSE(cut("x y", {"z"}, 0).has_match);
  EXPECT_EQ(cut("", {"z"}, 5).text, "");
}

TEST(ExcerptTest, OfALongTextTheWordsAroundTheFirstMatchAreShown) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += (i == 0 ? "w" : " w") + std::to_string(i);
  const Excerpt middle = cut(text, {"w20"}, 6);
  EXPECT_EQ(middle.text, "\u2026w19 \x02w20\x03 w21 w22 w23 w24\u2026");
  EXPECT_TRUE(middle.has_match);
  EXPECT_EQ(cut(text, {"w49"}, 3).text, "\u2026w47 w48 \x02w49\x03");
  EXPECT_EQ(cut(text, {"none"}, 2).text, "w0 w1\u2026");
}

TEST(ExcerptTest, LettersOfAllLanguagesAreWordsAndTheirSignsAreNot) {
  EXPECT_EQ(words_in("\u00dcber\u2014\u4f60\u597d\u3002 x_y").size(), 4U);
  EXPECT_EQ(words_in("\xff\xe2\x80").size(), 1U);
}

}  // namespace
}  // namespace indexing
