#include "engine/dashboard/run_events.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "engine/events.h"
#include "engine/stores.h"
#include "engine/test_scene.h"

namespace engine::dashboard {
namespace {

using base::Json;

struct RunEventsTest : ::testing::Test, Scene {
  const model::RunId run{kRun};

  void append(const std::string& kind, Json payload) {
    Workspace at = workspace();
    const auto appended = at.stores().journal.append(
        run, {kind, "hook", base::JsonBox(std::move(payload))}, {.sync = false});
    ASSERT_TRUE(appended.ok());
  }
  Page<model::JournalEvent> page(const RunEventsQuestion& question) {
    Workspace at = workspace();
    auto events = events_page(at, run, question);
    EXPECT_TRUE(events.ok()) << events.error().message;
    return events.ok() ? *std::move(events) : Page<model::JournalEvent>{};
  }
  std::vector<std::uint64_t> all_from_the_journal() {
    std::vector<std::uint64_t> all;
    Workspace at = workspace();
    EXPECT_TRUE(each_event(at, run, [&](const model::JournalEvent& event) {
                  all.insert(all.begin(), event.seq);
                  return true;
                }).ok());
    return all;
  }
};

// S2-7: what agents do shows without a change to how they work.
TEST_F(RunEventsTest, EventsComeNewestFirstAndAreThoseOfTheJournal) {
  send(event(model::EventKind::session_start));
  for (int i = 0; i < 7; ++i) allows("Write");
  const auto expected = all_from_the_journal();
  ASSERT_GT(expected.size(), 7U);
  std::vector<std::uint64_t> seen;
  std::optional<std::string> cursor;
  do {
    const auto events = page({.kinds = {}, .page = {cursor, 3}});
    EXPECT_LE(events.items.size(), 3U);
    for (const auto& one : events.items) seen.push_back(one.seq);
    cursor = events.next;
  } while (cursor && seen.size() <= expected.size());
  EXPECT_EQ(seen, expected);
}

TEST_F(RunEventsTest, NothingIsLostOrDoubledWhileTheRunGoesOn) {
  for (std::size_t i = 0; i < 40; ++i) append("note", {{"text", std::string(i * 37 % 500, 'x')}});
  const auto expected = all_from_the_journal();
  std::vector<std::uint64_t> seen;
  std::optional<std::string> cursor;
  do {
    const auto events = page({.kinds = {}, .page = {cursor, 6}});
    for (const auto& one : events.items) seen.push_back(one.seq);
    cursor = events.next;
    append("later", {{"text", "comes between two pages"}});
  } while (cursor && seen.size() <= expected.size());
  EXPECT_EQ(seen, expected);
}

TEST_F(RunEventsTest, KindsAndDenialsCanBePickedOut) {
  send(event(model::EventKind::session_start));
  append("gate", {{"tool", "Write"}, {"allowed", true}, {"rule", "none"}});
  append("gate", {{"tool", "Edit"}, {"allowed", false}, {"rule", "mode_table"}});
  append("permission", {{"tool", "Bash"}, {"allowed", false}, {"rule", "requirement"}});
  // Words that stand in a payload are no kind.
  append("prompt", {{"text", R"("kind":"gate" and "allowed":false)"}});
  append("prompt", {{"kind", "gate"}, {"allowed", false}});
  const auto kinds_of = [&](std::vector<std::string> kinds) {
    std::vector<std::string> found;
    for (const auto& one : page({.kinds = std::move(kinds), .page = {}}).items) {
      found.push_back(one.kind);
    }
    return found;
  };
  using Kinds = std::vector<std::string>;
  EXPECT_EQ(kinds_of({"gate", "permission"}), (Kinds{"permission", "gate", "gate"}));
  EXPECT_EQ(kinds_of({"denied"}), (Kinds{"permission", "gate"}));
  EXPECT_EQ(kinds_of({"prompt"}), (Kinds{"prompt", "prompt"}));
  EXPECT_EQ(kinds_of({"nothing"}), Kinds{});
  EXPECT_EQ(page({.kinds = {"gate"}, .page = {.cursor = {}, .limit = 1}}).items.size(), 1U);
}

TEST_F(RunEventsTest, ACursorOfAnotherListIsRefused) {
  append("note", {{"text", "a"}});
  Workspace at = workspace();
  for (const char* const bad : {"x", "-1", "1", "99999999", "18446744073709551616", "1e3"}) {
    SCOPED_TRACE(bad);
    const auto events = events_page(at, run, {.kinds = {}, .page = {bad, 5}});
    ASSERT_FALSE(events.ok());
    EXPECT_EQ(events.error().code, base::Code::invalid_params);
    EXPECT_EQ(versions_page(at, run, {bad, 5}).error().code, base::Code::invalid_params);
  }
}

TEST_F(RunEventsTest, ARunWithoutAJournalHasNoEventsAndAnArchivedOneHasItsOwn) {
  Workspace at = workspace();
  EXPECT_TRUE(page({}).items.empty());
  append("note", {{"text", "a"}});
  const os::Path journal = at.stores().layout.journal(run);
  const std::string bytes = fake.files.peek(journal).value();
  fake.files.poke(at.stores().layout.journal_archive() / journal.filename(), bytes);
  ASSERT_TRUE(fake.files.remove(journal).ok());
  EXPECT_EQ(page({}).items.size(), 1U);
}

TEST_F(RunEventsTest, LinesThatAreNotOursArePassedOver) {
  append("note", {{"text", "a"}});
  Workspace at = workspace();
  const os::Path journal = at.stores().layout.journal(run);
  const std::string good = fake.files.peek(journal).value();
  fake.files.poke(journal, "garbage\n" + good + "{\"seq\":}\n\n\xff\xfe\n{\"kind\":\"gate\"}\n");
  EXPECT_EQ(page({}).items.size(), 1U);
  EXPECT_EQ(page({.kinds = {"note"}, .page = {}}).items.size(), 1U);
}

TEST_F(RunEventsTest, AnAnswerStaysSmallHoweverLargeItsLinesAre) {
  for (int i = 0; i < 12; ++i) append("note", {{"text", std::string(1'000'000, 'x')}});
  const auto events = page({.kinds = {}, .page = {.cursor = {}, .limit = 500}});
  EXPECT_LT(events.items.size(), 8U);
  EXPECT_TRUE(events.next);
}

// The same story as `holdfast why`, under the id that it takes.
TEST_F(RunEventsTest, TheGatesAnswerIsTheDecisionThatWhyTells) {
  configure("gate:\n  initial_mode: analysis\n");
  send(event(model::EventKind::session_start));
  ASSERT_FALSE(allows("Write"));
  const auto denied = page({.kinds = {"denied"}, .page = {}}).items;
  ASSERT_EQ(denied.size(), 1U);
  const auto answer = gate_answer_of(run, denied.front());
  ASSERT_TRUE(answer);
  Workspace at = workspace();
  const auto past = find_decision(at, answer->id);
  ASSERT_TRUE(past.ok()) << past.error().message;
  EXPECT_EQ(past->decision.message, answer->decision.message);
  EXPECT_EQ(past->decision.rule, answer->decision.rule);
  EXPECT_FALSE(answer->decision.message.empty());
  EXPECT_EQ(answer->call.targets, past->call.targets);
  model::JournalEvent prompt = denied.front();
  prompt.kind = "prompt";
  EXPECT_FALSE(gate_answer_of(run, prompt));
}

TEST_F(RunEventsTest, VersionsAreThoseOfTheHistoryNewestFirst) {
  send(event(model::EventKind::session_start));
  Workspace at = workspace();
  for (const char* const mode : {"planning", "coding", "analysis", "planning"}) {
    ASSERT_TRUE(set_mode(at, run, {mode, "why not"}, {}).ok());
    append("note", {{"text", "between"}});
  }
  auto expected = *list_versions(at, run);
  ASSERT_GT(expected.size(), 4U);
  std::vector<VersionLine> seen;
  std::optional<std::string> cursor;
  do {
    const auto versions = versions_page(at, run, {cursor, 2});
    ASSERT_TRUE(versions.ok()) << versions.error().message;
    seen.insert(seen.end(), versions->items.begin(), versions->items.end());
    cursor = versions->next;
  } while (cursor && seen.size() <= expected.size());
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const VersionLine& other = expected[expected.size() - 1 - i];
    EXPECT_EQ(seen[i].version, other.version);
    EXPECT_EQ(seen[i].at, other.at);
    EXPECT_EQ(seen[i].what, other.what);
  }
}

TEST_F(RunEventsTest, AChangeThatWasNeverSavedIsNoVersionOnAnyPage) {
  send(event(model::EventKind::session_start));
  append("state",
         {{"version", 99}, {"what", "lost"}, {"signature", "s"}, {"patch", Json::array()}});
  const std::string hash =
      page({.kinds = {"state"}, .page = {.cursor = {}, .limit = 1}}).items.front().hash;
  append("state.void", {{"hash", hash}});
  append("state",
         {{"version", 2}, {"what", "again"}, {"signature", "s"}, {"patch", Json::array()}});
  Workspace at = workspace();
  std::vector<std::int64_t> seen;
  std::optional<std::string> cursor;
  do {
    const auto versions = versions_page(at, run, {cursor, 1});
    ASSERT_TRUE(versions.ok());
    for (const VersionLine& line : versions->items) seen.push_back(line.version);
    cursor = versions->next;
  } while (cursor && seen.size() < 10);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{2, 1}));
}

}  // namespace
}  // namespace engine::dashboard
