#include "cost/prices.h"

#include <gtest/gtest.h>

namespace cost {
namespace {

TEST(Prices, TheHostsOwnExampleCostsTheSame) {
  const ModelPrice* const price = Prices::builtin().find("claude-sonnet-4-5");
  ASSERT_NE(price, nullptr);
  EXPECT_DOUBLE_EQ(usd(price->price, {5000, 210, 1500, 1000, 0, 0, 5}), 0.02235);
  EXPECT_DOUBLE_EQ(usd(price->price, {0, 0, 0, 0, 1'000'000, 2, 0}), 6.02);
}

TEST(Prices, EverySpellingOfAModelIsTheModel) {
  const Prices& prices = Prices::builtin();
  const ModelPrice* const sonnet = prices.find("claude-sonnet-4-5");
  for (const std::string_view name :
       {"claude-sonnet-4-5-20250929", "claude-sonnet-4-5[1m]", "claude-sonnet-4-5-20250929[1m]",
        "anthropic/claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
        "bedrock/eu.anthropic.claude-sonnet-4-5-v2", "claude-sonnet-4-5@20250929",
        "vertex_ai/claude-sonnet-4-5@20250929", "claude-sonnet-4-5-latest", "Claude-Sonnet-4-5"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(prices.find(name), sonnet);
  }
  EXPECT_EQ(prices.find("claude-opus-4-20250514"), prices.find("claude-opus-4-0"));
  EXPECT_NE(prices.find("claude-opus-4-0"), prices.find("claude-opus-4-1"));
}

TEST(Prices, NothingIsGuessed) {
  for (const std::string_view name :
       {"", "claude", "claude-sonnet", "claude-sonnet-4-7", "claude-sonnet-4-55", "gpt-5", "sonnet",
        "claude-sonnet-4-5-2025092", "claude-sonnet-4-5-fast", "<synthetic>", "claude-sonnet-4-5-v",
        "my-claude-sonnet-4-5"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(Prices::builtin().find(name), nullptr);
  }
}

TEST(Prices, LongPromptsHavePricesOfTheirOwn) {
  const ModelPrice* const haiku = Prices::builtin().find("claude-haiku-5-5");
  ASSERT_NE(haiku, nullptr);
  EXPECT_EQ(haiku->long_above, 100'000U);
  EXPECT_DOUBLE_EQ(haiku->price.input, 0.1);
  EXPECT_DOUBLE_EQ(haiku->long_price.input, 0.5);
  EXPECT_DOUBLE_EQ(haiku->long_price.web_search, 0.01) << "what it does not name stays";
}

TEST(Prices, GeminiProHasOnePriceUpTo200KAndAnotherAbove) {
  const ModelPrice* const pro = Prices::builtin().find("models/gemini-2.5-pro");
  ASSERT_NE(pro, nullptr);
  EXPECT_EQ(pro->long_above, 200'000U);
  EXPECT_DOUBLE_EQ(usd(pro->price, {1'000'000, 1'000'000, 1'000'000, 0, 0, 0, 1}), 11.375);
  EXPECT_DOUBLE_EQ(usd(pro->long_price, {1'000'000, 1'000'000, 1'000'000, 0, 0, 0, 1}), 17.75);
  EXPECT_EQ(Prices::builtin().find("gemini-2.5-flash")->long_above, UINT64_MAX);
}

TEST(Prices, AUsersFileReplacesModelByModel) {
  Prices prices = Prices::builtin();
  const std::size_t before = prices.size();
  const auto own = Prices::parse(
      R"({"models":{"claude-sonnet-4-5":{"input":1,"output":2},"gpt-5":{"input":3,"output":4}}})");
  ASSERT_TRUE(own.ok());
  prices.merge(*own);
  EXPECT_EQ(prices.size(), before + 1);
  EXPECT_DOUBLE_EQ(prices.find("claude-sonnet-4-5-20250929")->price.input, 1);
  EXPECT_DOUBLE_EQ(prices.find("gpt-5")->price.output, 4);
  EXPECT_EQ(prices.find("claude-opus-5")->price, Prices::builtin().find("claude-opus-5")->price);
}

TEST(Prices, WhatIsNoPriceFileIsRefusedByName) {
  struct Row {
    std::string_view text, said;
  };
  for (const Row& row :
       {Row{"{}", "models"}, Row{"[]", "models"}, Row{R"({"models":{"a":{}}})", "models.a"},
        Row{R"({"models":{"a":{"tier":"b"}}})", "models.a.tier"},
        Row{R"({"models":{"a":{"input":-1,"output":1}}})", "models.a.input"},
        Row{R"({"models":{"a":{"input":"1","output":1}}})", "models.a.input"},
        Row{R"({"models":{"a":{"input":1,"output":1,"long_prompt":{}}}})",
            "models.a.long_prompt"}}) {
    SCOPED_TRACE(row.text);
    const auto prices = Prices::parse(row.text);
    ASSERT_FALSE(prices.ok());
    EXPECT_TRUE(prices.error().message.starts_with(row.said)) << prices.error().message;
  }
}

}  // namespace
}  // namespace cost
