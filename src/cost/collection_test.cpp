#include "cost/collection.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "os/fake.h"

namespace cost {
namespace {

constexpr const char* kProjects = "/home/dev/.claude/projects";
constexpr const char* kCodex = "/home/dev/.codex/sessions";
constexpr const char* kSnapshot = "/home/dev/.local/state/holdfast/cost/snapshot";

struct Message {
  std::string id = "m1";
  int output = 10;
  std::string day = "2026-11-10";
  std::string model = "claude-sonnet-4-5";
  bool sidechain = false;
};

std::string line(const Message& message) {
  return R"({"isSidechain":)" + std::string(message.sidechain ? "true" : "false") +
         R"(,"message":{"id":")" + message.id + R"(","model":")" + message.model +
         R"(","content":[],"usage":{"input_tokens":100,"output_tokens":)" +
         std::to_string(message.output) + R"(}},"requestId":"r","timestamp":")" + message.day +
         R"(T10:00:00.000Z","cwd":"/p","gitBranch":"main"})"
         "\n";
}

class CollectionTest : public testing::Test {
 protected:
  CollectionTest() {
    system_.files.poke(path("a/s1.jsonl"), "");
    // Folders are old enough to be trusted.
    system_.clock.set(base::Instant(base::Millis{4'000'000'000'000}));
  }

  static std::string path(std::string_view name) {
    return std::string(kProjects) + "/" + std::string(name);
  }
  void put(std::string_view name, std::string_view bytes) { system_.files.poke(path(name), bytes); }
  void append(std::string_view name, std::string_view bytes) {
    auto file = system_.files.open(path(name), {.append = true});
    ASSERT_TRUE(file.ok() && os::write_all(**file, bytes).ok());
  }

  Collection collected(bool keeps = true, std::uint64_t basis = 1, std::int64_t offset = 0) {
    CollectOptions options;
    options.roots = {{kProjects, FileKind::claude}, {kCodex, FileKind::codex}};
    if (keeps) options.snapshot = kSnapshot;
    options.basis.id = basis;
    options.basis.local_offset = [offset](std::int64_t) { return offset; };
    options.basis.long_prompt_above = [](std::string_view) { return 1'000'000ULL; };
    return collect(system_.system(), options);
  }

  // What the rows say, the same for the same outcome: "s1 main 20767 +10".
  static std::string told(const Collection& collection) {
    std::vector<std::string> lines;
    const Ledger& ledger = *collection.ledger;
    for (const LedgerRow& row : ledger.rows) {
      if (row.tokens == Tokens{}) continue;
      const FileEntry& file = ledger.files[row.file];
      lines.push_back(std::string(ledger.strings[file.session]) + "/" +
                      std::string(ledger.strings[file.agent]) + " " + std::to_string(row.day) +
                      " " + std::string(ledger.strings[row.model]) + " " +
                      std::to_string(row.tokens.input) + "+" + std::to_string(row.tokens.output) +
                      " x" + std::to_string(row.tokens.requests));
    }
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& each : lines) all += each + "\n";
    return all;
  }
  // The same with what is kept and without.
  void expect(std::string_view wanted) {
    EXPECT_EQ(told(collected()), wanted);
    EXPECT_EQ(told(collected()), wanted) << "again, from what was kept";
    EXPECT_EQ(told(collected(false)), wanted) << "from nothing";
  }

  os::FakeSystem system_;
};

TEST_F(CollectionTest, AMessageOnSeveralLinesCountsOnceAsItsLastStateWas) {
  put("a/s1.jsonl", line({.output = 3}) + line({.output = 10}) + line({.output = 10}) +
                        line({.id = "m2", .output = 1}) + line({.output = 4}));
  expect("s1/ 20767 claude-sonnet-4-5 200+11 x2\n");
}

TEST_F(CollectionTest, ACopyInAResumedSessionCountsWhereItsPathSortsFirst) {
  put("b/s2.jsonl", line({}) + line({.id = "m2"}));
  put("a/s3.jsonl", line({}));
  expect("s2/ 20767 claude-sonnet-4-5 100+10 x1\ns3/ 20767 claude-sonnet-4-5 100+10 x1\n");
  // Comes later, sorts before.
  put("a/s0.jsonl", line({.id = "m2"}));
  expect("s0/ 20767 claude-sonnet-4-5 100+10 x1\ns3/ 20767 claude-sonnet-4-5 100+10 x1\n");
}

TEST_F(CollectionTest, ASubagentsFileIsItsSessionsAndNamesItsType) {
  put("a/s1.jsonl", line({}));
  put("a/s1/subagents/agent-x.jsonl",
      line({.sidechain = true}) + line({.id = "m2", .sidechain = true}));
  put("a/s1/subagents/agent-x.meta.json", R"({"agentType":"Explore"})");
  put("a/s1/subagents/agent-y.jsonl", line({.id = "m3", .sidechain = true}));
  expect(
      "s1/ 20767 claude-sonnet-4-5 100+10 x1\n"
      "s1/Explore 20767 claude-sonnet-4-5 100+10 x1\n"
      "s1/subagent 20767 claude-sonnet-4-5 100+10 x1\n");
}

TEST_F(CollectionTest, OnlyWhatWasAppendedIsReadAgain) {
  std::string first;
  for (int i = 0; i < 20'000; ++i) first += line({.id = "m" + std::to_string(i)});
  put("a/s1.jsonl", first);
  const Collection cold = collected();
  EXPECT_GT(cold.bytes_read, 2'000'000U);
  EXPECT_EQ(collected().bytes_read, 0U);
  append("a/s1.jsonl", line({.id = "m7", .output = 12}) + line({.id = "new"}));
  const Collection warm = collected();
  EXPECT_LT(warm.bytes_read, 1000U);
  EXPECT_EQ(told(warm), "s1/ 20767 claude-sonnet-4-5 2000100+200012 x20001\n");
  EXPECT_EQ(told(collected(false)), told(warm));
}

TEST_F(CollectionTest, ALineWithoutItsEndWaits) {
  const std::string whole = line({});
  put("a/s1.jsonl", whole.substr(0, whole.size() / 2));
  expect("");
  append("a/s1.jsonl", whole.substr(whole.size() / 2, 5));
  expect("");
  append("a/s1.jsonl", whole.substr(whole.size() / 2 + 5) + line({.id = "m2"}));
  expect("s1/ 20767 claude-sonnet-4-5 200+20 x2\n");
}

TEST_F(CollectionTest, AFileThatIsNotWhatItWasIsReadAnew) {
  const std::string longer = line({.id = "m1"}) + line({.id = "m2"});
  put("a/s1.jsonl", longer);
  put("a/s2.jsonl", line({.id = "m3"}));
  collected();
  // Shorter.
  put("a/s1.jsonl", line({.id = "m4"}));
  expect("s1/ 20767 claude-sonnet-4-5 100+10 x1\ns2/ 20767 claude-sonnet-4-5 100+10 x1\n");
  // Written over with something longer.
  put("a/s1.jsonl", line({.id = "m5", .output = 12}) + line({.id = "m6"}));
  expect("s1/ 20767 claude-sonnet-4-5 200+22 x2\ns2/ 20767 claude-sonnet-4-5 100+10 x1\n");
  // Gone.
  ASSERT_TRUE(system_.files.remove(path("a/s2.jsonl")).ok());
  expect("s1/ 20767 claude-sonnet-4-5 200+22 x2\n");
}

TEST_F(CollectionTest, WhateverIsKeptOfAnotherMakeIsIgnored) {
  put("a/s1.jsonl", line({}));
  collected();
  const std::string good = *system_.files.peek(kSnapshot);
  append("a/s1.jsonl", line({.id = "m2"}));
  const std::string wanted = "s1/ 20767 claude-sonnet-4-5 200+20 x2\n";
  for (std::size_t at = 0; at < good.size(); at += 7) {
    SCOPED_TRACE(at);
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x41);
    system_.files.poke(kSnapshot, bad);
    EXPECT_EQ(told(collected()), wanted);
    system_.files.poke(kSnapshot, good.substr(0, at));
    EXPECT_EQ(told(collected()), wanted);
  }
}

TEST_F(CollectionTest, AnotherTimeZoneNeedsOtherRowsAndNoOtherScan) {
  put("a/s1.jsonl", line({}) + line({.id = "m2", .day = "2026-11-11"}));
  expect("s1/ 20767 claude-sonnet-4-5 100+10 x1\ns1/ 20768 claude-sonnet-4-5 100+10 x1\n");
  constexpr std::int64_t kFourteenHours = 14 * 3600;
  const Collection east = collected(true, 2, kFourteenHours);
  EXPECT_EQ(east.bytes_read, 0U);
  EXPECT_EQ(told(east),
            "s1/ 20768 claude-sonnet-4-5 100+10 x1\ns1/ 20769 claude-sonnet-4-5 100+10 x1\n");
}

TEST_F(CollectionTest, AFullDiskOnlyMeansThatNothingIsKept) {
  put("a/s1.jsonl", line({}));
  for (std::size_t call = 0; call < 40; ++call) {
    SCOPED_TRACE(call);
    os::FakeSystem fresh;
    system_.files.arm({os::Fault::Kind::error, call});
    const Collection collection = collected();
    system_.files.disarm();
    // Either the file could be read, or it is named.
    EXPECT_TRUE(!told(collection).empty() || !collection.problems.empty() ||
                collection.ledger->files.empty());
    EXPECT_EQ(told(collected()), "s1/ 20767 claude-sonnet-4-5 100+10 x1\n");
    if (call % 2 == 0) system_.files.poke(kSnapshot, "x");
  }
}

TEST_F(CollectionTest, RolloutsOfCodexCountDifferencesOfTheirSums) {
  const std::string name = std::string(kCodex) +
                           "/2026/11/10/rollout-2026-11-10T10-00-00-"
                           "01a1e08a-f59c-7553-9c96-bffbc76b48e2.jsonl";
  const auto count = [](int input, int output, std::string_view time) {
    const std::string tokens = R"({"input_tokens":)" + std::to_string(input) +
                               R"(,"cached_input_tokens":0,"output_tokens":)" +
                               std::to_string(output) + "}";
    return R"({"timestamp":"2026-11-10T)" + std::string(time) +
           R"(Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":)" +
           tokens +
           R"(,"last_token_usage":{"input_tokens":7,"output_tokens":3}}}})"
           "\n";
  };
  const std::string context =
      R"({"timestamp":"2026-11-10T09:00:00Z","type":"turn_context","payload":{"model":"gpt-5"}})"
      "\n";
  const std::string begun = context + count(100, 20, "10:00:00") + count(100, 20, "10:00:01");
  system_.files.poke(name, begun);
  const std::string session = "01a1e08a-f59c-7553-9c96-bffbc76b48e2/ 20767 gpt-5 ";
  expect(session + "100+20 x1\n");
  system_.files.poke(name, begun + count(250, 50, "10:00:02"));
  expect(session + "250+50 x2\n");
  // The thread begins anew.
  system_.files.poke(name, begun + count(250, 50, "10:00:02") + count(7, 3, "10:00:03"));
  expect(session + "257+53 x3\n");
  // A fork begins with the same lines.
  system_.files.poke(std::string(kCodex) +
                         "/2026/11/11/rollout-2026-11-11T10-00-00-"
                         "11a1e08a-f59c-7553-9c96-bffbc76b48e2.jsonl",
                     begun);
  expect(session + "257+53 x3\n");
}

TEST_F(CollectionTest, LinksAreNotFollowedAndOtherFilesNotRead) {
  put("a/s1.jsonl", line({}));
  put("a/notes.txt", line({.id = "m2"}));
  system_.files.make_link(path("a/loop"), kProjects);
  system_.files.poke("/elsewhere/s9.jsonl", line({.id = "m3"}));
  system_.files.make_link(path("a/s9.jsonl"), "/elsewhere/s9.jsonl");
  expect("s1/ 20767 claude-sonnet-4-5 100+10 x1\n");
}

}  // namespace
}  // namespace cost
