#include "policy/exchange.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

using Verdict = ExchangeVerdict;

TEST(ExchangeTest, WhoeverHasSeenTheOthersVersionIsAhead) {
  struct Row {
    const char* what;
    std::optional<ExchangedVersion> ours;
    ExchangedVersion theirs;
    Verdict verdict;
  };
  const Row rows[] = {
      {"none here", std::nullopt, {"b", {}}, Verdict::theirs},
      {"equal", ExchangedVersion{"a", {"x"}}, {"a", {}}, Verdict::same},
      {"only they changed", ExchangedVersion{"a", {"a"}}, {"b", {"a"}}, Verdict::theirs},
      {"only we changed", ExchangedVersion{"b", {"a"}}, {"a", {"a"}}, Verdict::ours},
      {"both changed", ExchangedVersion{"b", {"a"}}, {"c", {"a"}}, Verdict::both},
      {"strangers", ExchangedVersion{"a", {}}, {"b", {}}, Verdict::both},
      {"one went back", ExchangedVersion{"a", {"a", "b"}}, {"b", {"a", "b"}}, Verdict::both},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(judge_exchange(row.ours, row.theirs), row.verdict);
  }
}

TEST(ExchangeTest, WhatBothHaveSeenIsWhatAMergeStartsFrom) {
  EXPECT_EQ(seen_by_both({"d", {"a", "b", "c"}}, {"e", {"b", "a"}}),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(seen_by_both({"d", {"e"}}, {"e", {}}), (std::vector<std::string>{"e"}));
}

TEST(ExchangeTest, TheNewestOfBothAreKept) {
  EXPECT_EQ(seen_together({"a", "b"}, {"c", "a"}, 8), (std::vector<std::string>{"c", "a", "b"}));
  EXPECT_EQ(seen_together({"a", "b"}, {"c"}, 2), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace policy
