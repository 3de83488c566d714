#include "store/protocol_store.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "store/test_support.h"

namespace store {
namespace {

using base::Json;

const os::Path kWorktree = "/home/dev/project";
const os::Path kProtocolFolder = kWorktree / ".git" / "holdfast" / "protocol";

struct ProtocolStoreTest : ::testing::Test {
  os::FakeSystem machine;
  TestStore parts{machine.system()};
  ProtocolStore store{machine.system(), parts.layout};
};

// C-9
TEST_F(ProtocolStoreTest, EachWorktreeHasAPointerOfItsOwn) {
  EXPECT_FALSE(store.active(kWorktree));
  ASSERT_TRUE(store.set_active(kWorktree, kRun).ok());
  ASSERT_TRUE(store.set_active("/home/dev/other", kOtherRun).ok());
  EXPECT_EQ(store.active(kWorktree)->text, kRun.text);
  EXPECT_EQ(store.active("/home/dev/other")->text, kOtherRun.text);
  ASSERT_TRUE(store.clear_active(kWorktree, kOtherRun).ok());
  EXPECT_TRUE(store.active(kWorktree)) << "It points to another run.";
  ASSERT_TRUE(store.clear_active(kWorktree, kRun).ok());
  EXPECT_FALSE(store.active(kWorktree));
  EXPECT_TRUE(store.clear_active(kWorktree, kRun).ok());
}

TEST_F(ProtocolStoreTest, APointerThatIsNoIdIsNone) {
  ASSERT_TRUE(store.set_active(kWorktree, kRun).ok());
  const auto names = machine.files.list(kProtocolFolder);
  ASSERT_EQ(names->size(), 1U);
  for (const char* text : {"", "../../etc/passwd", "\n", "cad0ac4d"}) {
    machine.files.poke(kProtocolFolder / names->front(), text);
    EXPECT_FALSE(store.active(kWorktree)) << text;
  }
}

// S1-23, S1-111, B1-1, SC-25
TEST_F(ProtocolStoreTest, TheHighestNumberIsThatOfTheLogsAndOfTheAliases) {
  const os::Path logs = kWorktree / ".agents" / "sessions";
  EXPECT_EQ(store.highest_number("2026-01-18", logs), 0);
  machine.files.poke(logs / "2026-01-18-session-02.md", "x");
  machine.files.poke(logs / "2026-01-18-session-03-a-slug.md", "x");
  machine.files.poke(logs / "2026-01-18-session-4.json", "{}");
  machine.files.poke(logs / "2026-01-17-session-09.md", "x");
  machine.files.poke(logs / "2026-01-18-session-77.txt", "x");
  EXPECT_EQ(store.highest_number("2026-01-18", logs), 4);
  machine.files.poke(parts.layout.aliases() / "protocol-2026-01-18-session-101", kRun.text);
  EXPECT_EQ(store.highest_number("2026-01-18", logs), 101);
}

// B1-24
TEST_F(ProtocolStoreTest, ABaselineThatSomebodyChangedIsNotUsed) {
  const ProtocolStore::Baseline baseline{{"a b.txt", "00ff"}, {"c\nd", "gone"}};
  const auto sha256 = store.save_baseline("2026-01-18-session-01", baseline);
  ASSERT_TRUE(sha256.ok());
  EXPECT_EQ(store.load_baseline("2026-01-18-session-01", *sha256), baseline);
  EXPECT_TRUE(store.load_baseline("2026-01-18-session-01", "").empty());
  EXPECT_TRUE(store.load_baseline("../x", *sha256).empty());
  machine.files.poke(kProtocolFolder / "2026-01-18-session-01.baseline.json",
                     R"({"src.cpp":"gone"})");
  EXPECT_TRUE(store.load_baseline("2026-01-18-session-01", *sha256).empty());
}

// B1-19
TEST_F(ProtocolStoreTest, ALineThatACrashCutShortSwallowsNothing) {
  ASSERT_TRUE(store.add_history(Json{{"session_id", "one"}}).ok());
  const std::string whole = *machine.files.peek(kProtocolFolder / "history.jsonl");
  machine.files.poke(kProtocolFolder / "history.jsonl", whole + R"({"session_id":"cu)");
  ASSERT_TRUE(store.add_history(Json{{"session_id", "two"}}).ok());
  const auto lines = store.history();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].get()["session_id"], "one");
  EXPECT_EQ(lines[1].get()["session_id"], "two");
}

}  // namespace
}  // namespace store
