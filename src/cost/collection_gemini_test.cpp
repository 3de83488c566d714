// Sessions of Gemini CLI: where they lie, whose they are, and that each answer counts once.
#include <gtest/gtest.h>

#include "cost/collection.h"
#include "os/fake.h"

namespace cost {
namespace {

constexpr const char* kRoot = "/home/dev/.gemini/tmp";
constexpr const char* kGeminiSnapshot = "/home/dev/.local/state/holdfast/cost/snapshot";
constexpr const char* kMain = "/shop/chats/session-2026-11-10T10-00-0b8f1c2d.jsonl";

std::string facts(std::string_view session) {
  return R"({"sessionId":")" + std::string(session) +
         R"(","projectHash":"h","startTime":"2026-11-10T10:00:00.000Z","kind":"main"})"
         "\n";
}

std::string message(std::string_view id, int output) {
  return R"({"id":")" + std::string(id) +
         R"(","timestamp":"2026-11-10T10:00:00.000Z","type":"gemini","content":"",)"
         R"("tokens":{"input":100,"output":)" +
         std::to_string(output) +
         R"(,"cached":40,"thoughts":0,"tool":0,"total":0},"model":"gemini-2.5-pro"})"
         "\n";
}

class CollectionGeminiTest : public testing::Test {
 protected:
  CollectionGeminiTest() {
    system_.files.poke(std::string(kRoot) + "/shop/.project_root", "/home/dev/shop\n");
    system_.clock.set(base::Instant(base::Millis{4'000'000'000'000}));
  }

  void put(std::string_view name, std::string_view bytes) {
    system_.files.poke(std::string(kRoot) + std::string(name), bytes);
  }
  void append(std::string_view name, std::string_view bytes) {
    auto file = system_.files.open(std::string(kRoot) + std::string(name), {.append = true});
    ASSERT_TRUE(file.ok() && os::write_all(**file, bytes).ok());
  }

  Collection collected(bool keeps) {
    CollectOptions options;
    options.roots = {{kRoot, FileKind::gemini}};
    if (keeps) options.snapshot = kGeminiSnapshot;
    options.basis.id = 1;
    options.basis.local_offset = [](std::int64_t) { return 0; };
    options.basis.long_prompt_above = [](std::string_view) { return UINT64_MAX; };
    return collect(system_.system(), options);
  }

  std::string told(bool keeps) {
    const Collection collection = collected(keeps);
    const Ledger& ledger = *collection.ledger;
    std::string all;
    for (const LedgerRow& row : ledger.rows) {
      if (row.tokens == Tokens{}) continue;
      const FileEntry& file = ledger.files[row.file];
      for (const std::uint32_t word : {file.session, file.agent, file.cwd, row.model}) {
        all += std::string(ledger.strings[word]) + " ";
      }
      all += std::to_string(row.tokens.input) + "+" + std::to_string(row.tokens.output) + "/" +
             std::to_string(row.tokens.cache_read) + " x" + std::to_string(row.tokens.requests) +
             "\n";
    }
    return all;
  }
  void expect(std::string_view wanted) {
    EXPECT_EQ(told(true), wanted);
    EXPECT_EQ(told(true), wanted) << "again, from what was kept";
    EXPECT_EQ(told(false), wanted) << "from nothing";
  }

  os::FakeSystem system_;
};

TEST_F(CollectionGeminiTest, AMessageThatGrowsCountsOnceUnderItsSession) {
  put(kMain, facts("0b8f1c2d-full") + message("m1", 3) + message("m1", 10) + message("m2", 1));
  expect("0b8f1c2d-full  /home/dev/shop gemini-2.5-pro 120+11/80 x2\n");
  append(kMain, message("m2", 5) + R"({"$rewindTo":"m1"})" + "\n" + message("m3", 1));
  expect("0b8f1c2d-full  /home/dev/shop gemini-2.5-pro 180+16/120 x3\n");
}

TEST_F(CollectionGeminiTest, OnlyWhatWasAppendedIsReadAgain) {
  put(kMain, facts("0b8f1c2d-full") + message("m1", 3));
  EXPECT_GT(collected(true).bytes_read, 0U);
  EXPECT_EQ(collected(true).bytes_read, 0U);
  const std::string more = message("m2", 4);
  append(kMain, more);
  EXPECT_EQ(collected(true).bytes_read, more.size());
}

TEST_F(CollectionGeminiTest, ASubagentsFileIsItsParents) {
  put("/shop/chats/0b8f1c2d-full/agent-7.jsonl", facts("agent-7") + message("m9", 2));
  expect("0b8f1c2d-full subagent /home/dev/shop gemini-2.5-pro 60+2/40 x1\n");
}

TEST_F(CollectionGeminiTest, AnOlderFileIsOneRecordAndReadAsItIsNow) {
  const std::string old = "/shop/chats/session-2025-09-01T10-00-0b8f1c2d.json";
  const auto record = [](const std::string& messages) {
    return "{\n \"sessionId\": \"0b8f1c2d-full\",\n \"messages\": [" + messages + "]\n}";
  };
  put(old, record(message("m1", 3) + "," + message("m2", 4)));
  expect("0b8f1c2d-full  /home/dev/shop gemini-2.5-pro 120+7/80 x2\n");
  // Written over in place: one message is gone, and the file is longer all the same.
  auto file = system_.files.open(kRoot + old, {.write = true});
  const std::string longer = record(message("m1", 3) + std::string(1000, ' '));
  ASSERT_TRUE(file.ok() && (*file)->write_at(0, longer).ok());
  expect("0b8f1c2d-full  /home/dev/shop gemini-2.5-pro 60+3/40 x1\n");
  // What goes on in the newer form has the messages again.
  put(old + "l", facts("0b8f1c2d-full") + message("m1", 3) + message("m2", 4));
  EXPECT_EQ(told(false),
            "0b8f1c2d-full  /home/dev/shop gemini-2.5-pro 60+3/40 x1\n"
            "0b8f1c2d-full  /home/dev/shop gemini-2.5-pro 60+4/40 x1\n");
}

TEST_F(CollectionGeminiTest, OnlyChatsOfAProjectAreLookedAt) {
  put("/shop/logs/x.jsonl", message("m1", 1));
  put("/session-1.jsonl", message("m2", 1));
  put("/shop/chats/notes.json", message("m3", 1));
  put("/0f0f/chats/session-1.jsonl", message("m4", 1));
  expect("session-1   gemini-2.5-pro 60+1/40 x1\n");
}

}  // namespace
}  // namespace cost
