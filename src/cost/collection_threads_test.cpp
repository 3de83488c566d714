// With real files and threads: the outcome is the same, however many read.
#include <gtest/gtest.h>

#include "cost/collection.h"
#include "os/real.h"
#include "os/test_support.h"

namespace cost {
namespace {

std::string line(int id, int output) {
  return R"({"message":{"id":"m)" + std::to_string(id) +
         R"(","model":"claude-sonnet-4-5","content":[{"text":")" + std::string(300, 'x') +
         R"("}],"usage":{"input_tokens":10,"output_tokens":)" + std::to_string(output) +
         R"(}},"requestId":"r","timestamp":"2026-11-10T10:00:00.000Z"})"
         "\n";
}

TEST(CollectionThreads, TheOutcomeIsTheSameHoweverManyRead) {
  os::TemporaryFolder folder;
  os::RealSystem real;
  os::FileSystem& files = real.system().files;
  // Twelve files of half a megabyte that share most of their messages, each with other numbers.
  constexpr int kFiles = 12;
  constexpr int kMessages = 1200;
  for (int file = 0; file < kFiles; ++file) {
    std::string text;
    for (int i = 0; i < kMessages; ++i) {
      text += line(file * 100 + i, (i * 7 + file * 13) % 50);
    }
    ASSERT_TRUE(files.replace(folder / ("s" + std::to_string(file) + ".jsonl"), text).ok());
  }
  std::vector<std::vector<std::uint64_t>> outcomes;
  for (const unsigned threads : {1U, 2U, 5U, 2U}) {
    CollectOptions options;
    options.roots = {{folder.path(), FileKind::claude}};
    options.threads = threads;
    options.basis.local_offset = [](std::int64_t) { return 0; };
    options.basis.long_prompt_above = [](std::string_view) { return UINT64_MAX; };
    const Collection collection = collect(real.system(), options);
    EXPECT_TRUE(collection.problems.empty());
    std::vector<std::uint64_t> sums;
    for (const LedgerRow& row : collection.ledger->rows) {
      sums.insert(sums.end(), {row.file, row.tokens.output, row.tokens.requests});
    }
    outcomes.push_back(std::move(sums));
  }
  EXPECT_GT(outcomes[0].size(), 3U);
  for (const auto& outcome : outcomes) EXPECT_EQ(outcome, outcomes[0]);
}

}  // namespace
}  // namespace cost
