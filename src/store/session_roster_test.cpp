#include "store/session_roster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "store/test_continuity.h"

namespace store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const os::Path kRosterFile = "/home/dev/project/.git/holdfast/continuity/ended.jsonl";
const base::Instant kRosterStart = base::instant_from_iso("2026-01-01T00:00:00Z").value();

RosterEntry ended_entry(int number, base::Instant end) {
  model::SessionState state;
  state.session_id = session_number(number);
  state.end_time = base::to_iso(end);
  state.channel = "cli";
  state.hot_topics = {"gate", "store"};
  state.pending_tasks.resize(2);
  return roster_entry_of(state, 1, end);
}

class SessionRosterTest : public ::testing::Test {
 protected:
  base::Instant hour(int number) { return kRosterStart + std::chrono::hours{number}; }
  void add(int number, base::Instant end) {
    ASSERT_TRUE(files_.roster.add(ended_entry(number, end)).ok());
  }
  std::vector<std::string> newest(base::Instant since = kRosterStart, std::size_t limit = 100) {
    std::vector<std::string> sessions;
    for (const RosterEntry& entry : files_.roster.newest(since, limit)) {
      sessions.push_back(entry.session);
    }
    return sessions;
  }

  ContinuityMachine machine_;
  ContinuityFiles files_{machine_.system()};
};

TEST_F(SessionRosterTest, SessionsComeNewestFirstWithAllThatTheChoiceNeeds) {
  EXPECT_FALSE(files_.roster.exists());
  EXPECT_THAT(newest(), IsEmpty());
  add(1, hour(1));
  add(2, hour(2));
  EXPECT_TRUE(files_.roster.exists());
  EXPECT_THAT(newest(), ElementsAre(session_number(2), session_number(1)));
  const RosterEntry entry = files_.roster.newest(kRosterStart, 1).at(0);
  EXPECT_EQ(entry.end_time, "2026-01-01T02:00:00.000Z");
  EXPECT_EQ(entry.listed_at, "2026-01-01T02:00:00.000Z");
  EXPECT_EQ(entry.channel, "cli");
  EXPECT_THAT(entry.topics, ElementsAre("gate", "store"));
  EXPECT_EQ(entry.pending_tasks, 2U);
  EXPECT_EQ(entry.critical_pins, 1U);
  EXPECT_EQ(entry.continued_by, "");
  EXPECT_EQ(machine_.files.info(kRosterFile)->mode, 0600U);
}

TEST_F(SessionRosterTest, TopicsOfAnyBytesComeBackAsTheyWere) {
  RosterEntry entry = ended_entry(1, hour(1));
  for (const std::vector<std::string>& topics : {std::vector<std::string>{},
                                                 {"plain"},
                                                 {"gr\xC3\xB6\xC3\x9F"
                                                  "e"},
                                                 {"a\"b\\c", "d\ne"},
                                                 {"", "]}"}}) {
    entry.topics = topics;
    ASSERT_TRUE(files_.roster.add(entry).ok());
    EXPECT_EQ(files_.roster.newest(kRosterStart, 1).at(0).topics, topics);
  }
  entry.topics = {std::string(5000, 't')};
  ASSERT_TRUE(files_.roster.add(entry).ok());
  EXPECT_EQ(files_.roster.newest(kRosterStart, 1).at(0).topics.at(0).size(), 128U);
}

// B3-21: by when a session ended, never by when it began.
TEST_F(SessionRosterTest, OnlyWhatWasListedSinceCounts) {
  for (int number = 1; number <= 5; ++number) add(number, hour(number));
  EXPECT_THAT(newest(hour(4)), ElementsAre(session_number(5), session_number(4)));
  EXPECT_THAT(newest(hour(6)), IsEmpty());
  EXPECT_THAT(newest(kRosterStart, 2), ElementsAre(session_number(5), session_number(4)));
  EXPECT_THAT(newest(kRosterStart, 0), IsEmpty());
}

// A session whose clock runs ahead is listed when it ends, not before.
TEST_F(SessionRosterTest, ALineIsNeverOlderThanTheEndItTells) {
  model::SessionState state;
  state.end_time = "2026-01-02T00:00:00.000Z";
  EXPECT_EQ(roster_entry_of(state, 0, kRosterStart).listed_at, "2026-01-02T00:00:00.000Z");
  EXPECT_EQ(roster_entry_of(state, 0, hour(48)).listed_at, "2026-01-03T00:00:00.000Z");
}

TEST_F(SessionRosterTest, TheNewestLineOfASessionCounts) {
  add(1, hour(1));
  add(2, hour(2));
  add(1, hour(3));
  EXPECT_THAT(newest(), ElementsAre(session_number(1), session_number(2)));
  EXPECT_EQ(files_.roster.newest(kRosterStart, 1).at(0).end_time, "2026-01-01T03:00:00.000Z");
}

TEST_F(SessionRosterTest, AContinuedSessionNamesWhoContinuedItFirst) {
  add(1, hour(1));
  ASSERT_TRUE(files_.roster.add_continued(session_number(1), session_number(7), hour(2)).ok());
  ASSERT_TRUE(files_.roster.add_continued(session_number(1), session_number(8), hour(3)).ok());
  EXPECT_EQ(files_.roster.newest(kRosterStart, 9).at(0).continued_by, session_number(7));
}

TEST_F(SessionRosterTest, AReopenedSessionIsNotAmongThemUntilItEndsAgain) {
  add(1, hour(1));
  add(2, hour(2));
  ASSERT_TRUE(files_.roster.add_reopened(session_number(1), hour(3)).ok());
  EXPECT_THAT(newest(), ElementsAre(session_number(2)));
  add(1, hour(4));
  EXPECT_THAT(newest(), ElementsAre(session_number(1), session_number(2)));
}

TEST_F(SessionRosterTest, ALineThatACrashCutDoesNotSwallowTheNext) {
  add(1, hour(1));
  const std::string whole = *machine_.files.peek(kRosterFile);
  for (std::size_t cut = 1; cut < whole.size(); cut += 7) {
    SCOPED_TRACE(cut);
    machine_.put(kRosterFile, whole + whole.substr(0, cut));
    add(2, hour(2));
    EXPECT_THAT(newest(), ElementsAre(session_number(2), session_number(1)));
  }
}

TEST_F(SessionRosterTest, LinesThatCannotBeReadArePassedOver) {
  add(1, hour(1));
  const std::string whole = *machine_.files.peek(kRosterFile);
  const std::string nul("\0\0\0", 3);
  for (const std::string& bad :
       {std::string("garbage"), std::string("[]"), std::string("{}"), std::string("\n\n\n"),
        std::string("{\"id\":\"../../etc\",\"end\":\"x\",\"at\":\"2026-01-01T05:00:00.000Z\"}"),
        std::string("{\"id\":5,\"at\":7}"), nul, std::string(200'000, '['),
        std::string(2'000'000, 'x'),
        "{\"id\":\"" + kSession + "\",\"end\":\"x\",\"at\":\"now\"}"}) {
    SCOPED_TRACE(bad.substr(0, 30));
    machine_.put(kRosterFile, whole + bad + "\n");
    EXPECT_THAT(newest(), ElementsAre(session_number(1)));
    machine_.put(kRosterFile, bad);
    add(2, hour(2));
    EXPECT_THAT(newest(), ElementsAre(session_number(2)));
  }
}

TEST_F(SessionRosterTest, ALinkAFolderOrAnothersFileTellsNothing) {
  add(1, hour(1));
  const std::string whole = *machine_.files.peek(kRosterFile);
  machine_.put(kRosterFile, whole, 0666);
  EXPECT_THAT(newest(), IsEmpty());
  ASSERT_TRUE(machine_.files.remove(kRosterFile).ok());
  machine_.put("/home/dev/other", whole);
  machine_.files.make_link(kRosterFile, "/home/dev/other");
  EXPECT_THAT(newest(), IsEmpty());
  EXPECT_FALSE(files_.roster.add(ended_entry(2, hour(2))).ok());
  EXPECT_EQ(machine_.files.peek("/home/dev/other"), whole);
  EXPECT_FALSE(files_.roster.exists());
  ASSERT_TRUE(machine_.files.remove(kRosterFile).ok());
  ASSERT_TRUE(machine_.files.make_folder(kRosterFile, 0700).ok());
  EXPECT_THAT(newest(), IsEmpty());
  EXPECT_FALSE(files_.roster.add(ended_entry(2, hour(2))).ok());
}

// A clock that was set back for one session hides none of those before it.
TEST_F(SessionRosterTest, AClockThatWasWrongForAWhileHidesNothing) {
  add(1, hour(100));
  add(2, hour(1));  // Listed with a clock of days ago.
  add(3, hour(101));
  EXPECT_THAT(newest(hour(50)), ElementsAre(session_number(3), session_number(1)));
}

// What is read does not grow with the file.
TEST_F(SessionRosterTest, ALongFileIsReadFromItsEndOnly) {
  std::vector<RosterEntry> entries;
  for (int number = 0; number < 3000; ++number)
    entries.push_back(ended_entry(number, hour(number)));
  ASSERT_TRUE(files_.roster.rebuild(entries).ok());
  ASSERT_GT(machine_.files.peek(kRosterFile)->size(), 500'000U);
  machine_.files.reset_calls();
  EXPECT_THAT(newest(kRosterStart, 50), SizeIs(50));
  EXPECT_LE(machine_.files.calls(), 4U) << "open, info, one or two blocks";
  EXPECT_THAT(newest(kRosterStart, 10'000), SizeIs(3000)) << "over the borders of blocks";
  EXPECT_THAT(newest(hour(2000), 10'000), SizeIs(1000));
}

TEST_F(SessionRosterTest, RebuildPutsEntriesInThePlaceOfAllLines) {
  add(9, hour(9));
  RosterEntry continued = ended_entry(2, hour(2));
  continued.continued_by = session_number(3);
  ASSERT_TRUE(
      files_.roster.rebuild({ended_entry(3, hour(3)), continued, ended_entry(1, hour(1))}).ok());
  EXPECT_THAT(newest(), ElementsAre(session_number(3), session_number(2), session_number(1)));
  EXPECT_EQ(files_.roster.newest(kRosterStart, 9).at(1).continued_by, session_number(3));
  ASSERT_TRUE(files_.roster.rebuild({}).ok());
  EXPECT_THAT(newest(), IsEmpty());
  EXPECT_TRUE(files_.roster.exists());
}

// A full disk: what went in of the line is taken away, and what was there stays.
TEST_F(SessionRosterTest, AFullDiskLosesNoOtherLine) {
  add(1, hour(1));
  const std::string whole = *machine_.files.peek(kRosterFile);
  for (std::size_t call = 0; call < 6; ++call) {
    machine_.files.arm({os::Fault::Kind::short_write, call});
    [[maybe_unused]] const auto tried = files_.roster.add(ended_entry(2, hour(2)));
    machine_.files.disarm();
    EXPECT_TRUE(machine_.files.peek(kRosterFile)->starts_with(whole));
    add(3, hour(3));
    EXPECT_THAT(newest(kRosterStart, 1), ElementsAre(session_number(3)));
    machine_.put(kRosterFile, whole);
  }
}

}  // namespace
}  // namespace store
