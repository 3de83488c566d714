#include "cost/byte_search.h"

#include <gtest/gtest.h>

#include <string>

namespace cost {
namespace {

std::ptrdiff_t usage_at(const std::string& text) {
  const char* const end = text.data() + text.size();
  const char* const found = find_usage_key(text.data(), end);
  return found == end ? -1 : found - text.data();
}

TEST(ByteSearch, FindsTheKeyWhereverItLies) {
  for (std::size_t before = 0; before < 70; ++before) {
    for (const std::size_t after : {0U, 1U, 15U, 40U}) {
      SCOPED_TRACE(before);
      const std::string text = std::string(before, 's') + "\"usage\"" + std::string(after, '"');
      EXPECT_EQ(usage_at(text), static_cast<std::ptrdiff_t>(before) + 1);
      const std::string longer = std::string(before, ' ') + "\"modelUsage\"";
      EXPECT_EQ(usage_at(longer), static_cast<std::ptrdiff_t>(before) + 6);
    }
  }
}

TEST(ByteSearch, OtherWordsAndEscapedQuotesAreNoKey) {
  for (const std::string text : {"", "\"", "\"message\":{}", "\\\"usage\\\":1", "usage", "\"usag",
                                 "\"usage", "\"xusage\"", "sage\"", "usage\""}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(usage_at(text), -1);
    EXPECT_EQ(usage_at(text + std::string(40, '.')), -1);
  }
}

TEST(ByteSearch, FindsTheFirstQuoteOrBackslash) {
  for (std::size_t before = 0; before < 40; ++before) {
    for (const char wanted : {'"', '\\'}) {
      const std::string text = std::string(before, 'x') + wanted + "\"\\";
      EXPECT_EQ(find_quote_or_backslash(text.data(), text.data() + text.size()) - text.data(),
                static_cast<std::ptrdiff_t>(before));
    }
    const std::string none(before, 'x');
    EXPECT_EQ(find_quote_or_backslash(none.data(), none.data() + before), none.data() + before);
  }
}

}  // namespace
}  // namespace cost
