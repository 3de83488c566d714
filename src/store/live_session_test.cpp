#include "store/live_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/test_continuity.h"
#include "store/test_counting_disk.h"
#include "store/test_support.h"

namespace store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

LiveSession full_session() {
  LiveSession session;
  session.journal_offset = 123456789012;
  session.is_restored = true;
  session.is_told = true;
  session.has_prompt = true;
  session.compactions = 3;
  session.told = {"abc", "def"};
  session.topics = "3 gate\n2 a\\nb\nproject 4 holdfast\n";
  session.learnings = {"m1", "two words", "line\nbreak", "", "back\\slash"};
  return session;
}

void expect_equal_sessions(const LiveSession& one, const LiveSession& other) {
  EXPECT_EQ(one.journal_offset, other.journal_offset);
  EXPECT_EQ(one.is_restored, other.is_restored);
  EXPECT_EQ(one.is_told, other.is_told);
  EXPECT_EQ(one.has_prompt, other.has_prompt);
  EXPECT_EQ(one.compactions, other.compactions);
  EXPECT_EQ(one.told, other.told);
  EXPECT_EQ(one.topics, other.topics);
  EXPECT_EQ(one.learnings, other.learnings);
}

class LiveSessionTest : public ::testing::Test {
 protected:
  os::Path path(const model::RunId& run = kRun) {
    return "/home/dev/project/.git/holdfast/continuity/live/" + run.text;
  }

  ContinuityMachine machine_;
  ContinuityFiles files_{machine_.system()};
};

TEST_F(LiveSessionTest, WhatIsWrittenIsRead) {
  EXPECT_FALSE(files_.live.exists(kRun));
  expect_equal_sessions(files_.live.read(kRun), {});
  for (const LiveSession& session : {full_session(), LiveSession{}}) {
    ASSERT_TRUE(files_.live.write(kRun, session).ok());
    EXPECT_TRUE(files_.live.exists(kRun));
    expect_equal_sessions(files_.live.read(kRun), session);
  }
  EXPECT_EQ(machine_.files.info(path())->mode, 0600U);
  EXPECT_EQ(machine_.files.info(path().parent_path())->mode, 0700U);
}

// A power cut may leave any part of it: then it is made again from the journal.
TEST_F(LiveSessionTest, AFileThatIsCutIsNone) {
  ASSERT_TRUE(files_.live.write(kRun, full_session()).ok());
  const std::string whole = *machine_.files.peek(path());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    machine_.put(path(), whole.substr(0, size));
    expect_equal_sessions(files_.live.read(kRun), {});
    EXPECT_TRUE(files_.live.exists(kRun)) << "Its mirror is open all the same.";
  }
}

TEST_F(LiveSessionTest, WhatIsNotOursIsNotRead) {
  ASSERT_TRUE(files_.live.write(kRun, full_session()).ok());
  const std::string whole = *machine_.files.peek(path());
  for (const std::string& bad : {std::string(2'000'000, 'x'), std::string("\0\0", 2),
                                 "holdfast-live 2\n" + whole.substr(16)}) {
    machine_.put(path(), bad);
    expect_equal_sessions(files_.live.read(kRun), {});
  }
  machine_.put(path(), whole, 0666);
  expect_equal_sessions(files_.live.read(kRun), {});
  ASSERT_TRUE(machine_.files.remove(path()).ok());
  machine_.put("/home/dev/other", whole);
  machine_.files.make_link(path(), "/home/dev/other");
  expect_equal_sessions(files_.live.read(kRun), {});
  EXPECT_FALSE(files_.live.exists(kRun));
  ASSERT_TRUE(files_.live.write(kRun, {}).ok());
  EXPECT_EQ(machine_.files.peek("/home/dev/other"), whole) << "Replaced, not followed.";
}

TEST_F(LiveSessionTest, KeysOfALaterVersionAndBadNumbersArePassedOver) {
  machine_.put(path(),
               "holdfast-live 1\ncolour red\noffset x\nnothing\ncompactions 2\ntold a\nend\n");
  const LiveSession session = files_.live.read(kRun);
  EXPECT_EQ(session.journal_offset, 0U);
  EXPECT_EQ(session.compactions, 2U);
  EXPECT_THAT(session.told, ElementsAre("a"));
}

TEST_F(LiveSessionTest, SessionsAreListedWithoutTheirLocks) {
  EXPECT_THAT(files_.live.list(), IsEmpty());
  ASSERT_TRUE(files_.live.update(kRun, [](LiveSession&) {}).ok());
  ASSERT_TRUE(files_.live.write(kOtherRun, {}).ok());
  machine_.put(path().parent_path() / "notes", "");
  EXPECT_THAT(files_.live.list(), ElementsAre(kOtherRun, kRun));
}

TEST_F(LiveSessionTest, NothingIsLeftOfASessionThatWasRemoved) {
  EXPECT_TRUE(files_.live.remove(kRun).ok());
  ASSERT_TRUE(files_.live.update(kRun, [](LiveSession& now) { now.compactions = 1; }).ok());
  ASSERT_TRUE(files_.live.remove(kRun).ok());
  EXPECT_FALSE(files_.live.exists(kRun));
  EXPECT_THAT(machine_.files.all_files(), IsEmpty());
  EXPECT_TRUE(files_.live.remove(kRun).ok());
}

// A lock that lost its name between our opening it and our holding it excludes nobody.
TEST_F(LiveSessionTest, ALockThatIsRemovedMeanwhileIsTakenAnew) {
  ASSERT_TRUE(files_.live.write(kRun, {}).ok());
  const os::Path lock = path().native() + ".lock";
  CountingDisk disk(machine_.files, {lock});
  disk.after_open = [&] {
    if (disk.opens == 1) {
      ASSERT_TRUE(machine_.files.remove(lock).ok());
    }
  };
  const os::System doors = machine_.system();
  const LiveSessions live({disk, doors.clock, doors.random, doors.processes, doors.environment},
                          path().parent_path());
  ASSERT_TRUE(live.update(kRun, [](LiveSession& now) { now.compactions = 1; }).ok());
  EXPECT_EQ(disk.opens, 2);
  EXPECT_EQ(live.read(kRun).compactions, 1U);
}

// Two hooks of one moment.
TEST(LiveSessionConcurrencyTest, ProcessesThatUpdateAndRemoveAtOnceLoseNothing) {
  constexpr int kWriters = 4;
  constexpr int kWrites = 25;
  os::TemporaryFolder folder;
  os::RealSystem real;
  const LiveSessions live(real.system(), folder / "live");
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&] {
      for (int number = 0; number < kWrites; ++number) {
        if (!live.update(kRun, [](LiveSession& now) { ++now.compactions; }).ok()) ::_exit(1);
        // Its lock is made and removed again and again, beside.
        if (!live.update(kOtherRun, [](LiveSession&) {}).ok()) ::_exit(2);
        if (!live.remove(kOtherRun).ok()) ::_exit(3);
      }
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(live.read(kRun).compactions, static_cast<std::uint64_t>(kWriters * kWrites));
  EXPECT_FALSE(live.exists(kOtherRun));
}

}  // namespace
}  // namespace store
