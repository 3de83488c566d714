// Old mirrors: S3-125, B3-26.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/test_continuity.h"
#include "store/test_counting_disk.h"

namespace store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

base::Instant instant_of(const char* iso) { return base::instant_from_iso(iso).value(); }

class MirrorArchiveTest : public ::testing::Test {
 protected:
  void end(int number, const std::string& end_time) {
    ASSERT_TRUE(files_.mirrors.update(session_number(number), {}, end_at(end_time)).ok());
  }
  std::string month(const std::string& name) {
    return machine_.files.peek(files_.places.archive / (name + ".jsonl")).value_or("");
  }
  std::vector<std::string> lines(const std::string& name) {
    const std::string text = month(name);
    std::vector<std::string> found;
    for (const std::string_view line : base::split(text, '\n')) {
      if (!line.empty()) found.emplace_back(line);
    }
    return found;
  }

  ContinuityMachine machine_;
  ContinuityFiles files_{machine_.system()};
};

// S3-125, B3-26
TEST_F(MirrorArchiveTest, OldMirrorsBecomeLinesOfTheMonthTheyEndedIn) {
  end(1, "2025-11-30T23:59:59.999Z");
  end(2, "2025-12-01T00:00:00.000Z");
  end(3, "2025-12-18T00:00:00.000Z");   // Not before.
  end(4, "2025-11-30T23:30:00-01:00");  // The next month, where time is counted from.
  ASSERT_TRUE(files_.mirrors.update(session_number(5), {}, set_topics({"runs"})).ok());
  const auto archived = files_.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(archived.ok());
  EXPECT_THAT(archived->sessions,
              UnorderedElementsAre(session_number(1), session_number(2), session_number(4)));
  EXPECT_THAT(archived->problems, IsEmpty());
  EXPECT_THAT(files_.mirrors.list(), UnorderedElementsAre(session_number(3), session_number(5)));
  EXPECT_THAT(lines("2025-11"), SizeIs(1));
  EXPECT_THAT(lines("2025-12"), SizeIs(2));
  EXPECT_EQ(machine_.files.info(files_.places.archive)->mode, 0700U);
  EXPECT_EQ(machine_.files.info(files_.places.archive / "2025-12.jsonl")->mode, 0600U);
  EXPECT_EQ(base::parse_json(lines("2025-11")[0])->at("session_id"), session_number(1));
}

// S3-125
TEST_F(MirrorArchiveTest, AnArchivedSessionCanStillBeRead) {
  end(1, "2025-11-30T10:00:00.000Z");
  const auto before = files_.mirrors.read(session_number(1)).value();
  ASSERT_TRUE(files_.mirrors.archive(kBefore, kArchiveBefore).ok());
  EXPECT_EQ(files_.mirrors.read(session_number(1)).error().code, base::Code::not_found);
  const auto state = files_.mirrors.read_archived(session_number(1));
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(base::dump_line(model::to_json(*state)), base::dump_line(model::to_json(before)));
  EXPECT_EQ(files_.mirrors.read_archived(session_number(2)).error().code, base::Code::not_found);
}

// A session that was resumed after it was archived ends again: its newest record counts.
TEST_F(MirrorArchiveTest, TheNewestRecordOfASessionCounts) {
  const auto topics_after = [&](const char* end_time, const char* topic) {
    EXPECT_TRUE(files_.mirrors
                    .update(session_number(1), {},
                            [&](model::SessionState& state) -> base::Result<void> {
                              state.end_time = end_time;
                              state.hot_topics = {topic};
                              return {};
                            })
                    .ok());
    EXPECT_TRUE(files_.mirrors.archive(kBefore, kArchiveBefore).ok());
    return files_.mirrors.read_archived(session_number(1))->hot_topics;
  };
  EXPECT_THAT(topics_after("2025-10-01T00:00:00.000Z", "first"), ElementsAre("first"));
  EXPECT_THAT(topics_after("2025-11-01T00:00:00.000Z", "second"), ElementsAre("second"));
  EXPECT_THAT(topics_after("2025-11-02T00:00:00.000Z", "third"), ElementsAre("third"));
}

// B3-26: the archive is no grave without a bottom.
TEST_F(MirrorArchiveTest, MonthsThatLieWhollyBeforeTheLimitGo) {
  for (const char* name : {"2024-11.jsonl", "2024-12.jsonl", "2025-01.jsonl", "2025-02.jsonl",
                           "2025-13.jsonl", "notes.jsonl", "2024-01.txt"}) {
    machine_.put(files_.places.archive / name, "{}\n");
  }
  const auto archived = files_.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(archived.ok());
  EXPECT_THAT(archived->removed, ElementsAre("2024-11", "2024-12"));
  EXPECT_EQ(month("2025-01"), "{}\n");
  EXPECT_EQ(month("2025-02"), "{}\n");
  EXPECT_EQ(month("2025-13"), "{}\n") << "What is no month is not ours.";
  EXPECT_EQ(month("notes"), "{}\n");
  const auto again = files_.mirrors.archive(kBefore, instant_of("2025-02-01T00:00:00Z"));
  EXPECT_THAT(again->removed, ElementsAre("2025-01"));
}

TEST_F(MirrorArchiveTest, WhatCannotBeReadStaysAndIsSaid) {
  end(1, "2025-11-30T10:00:00.000Z");
  end(2, "some day");
  machine_.put(files_.mirrors.file(session_number(3)), "garbage");
  end(4, "2025-11-30T10:00:00.000Z");
  ASSERT_TRUE(machine_.files.set_mode(files_.mirrors.file(session_number(4)), 0666).ok());
  const auto archived = files_.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(archived.ok());
  EXPECT_THAT(archived->sessions, ElementsAre(session_number(1)));
  EXPECT_THAT(archived->problems, SizeIs(3));
  EXPECT_THAT(files_.mirrors.list(), SizeIs(3));
}

TEST_F(MirrorArchiveTest, ALinkInThePlaceOfAMonthIsNotFollowed) {
  end(1, "2025-11-30T10:00:00.000Z");
  machine_.put("/home/dev/other", "text");
  ASSERT_TRUE(machine_.files.make_folders(files_.places.archive).ok());
  machine_.files.make_link(files_.places.archive / "2025-11.jsonl", "/home/dev/other");
  const auto archived = files_.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(archived.ok());
  EXPECT_THAT(archived->problems, SizeIs(1));
  EXPECT_EQ(machine_.files.peek("/home/dev/other"), "text");
  EXPECT_THAT(files_.mirrors.list(), ElementsAre(session_number(1)));
}

TEST_F(MirrorArchiveTest, ALineThatACrashCutSwallowsNothing) {
  end(1, "2025-11-30T10:00:00.000Z");
  machine_.put(files_.places.archive / "2025-11.jsonl", "{\"session_id\":\"cut");
  ASSERT_TRUE(files_.mirrors.archive(kBefore, kArchiveBefore).ok());
  EXPECT_TRUE(files_.mirrors.read_archived(session_number(1)).ok());
}

// A mirror that a power cut brought back after its line was written.
TEST_F(MirrorArchiveTest, AMirrorThatHasItsLineAlreadyGetsNoSecondOne) {
  end(1, "2025-11-30T10:00:00.000Z");
  const std::string mirror = *machine_.files.peek(files_.mirrors.file(session_number(1)));
  ASSERT_TRUE(files_.mirrors.archive(kBefore, kArchiveBefore).ok());
  machine_.put(files_.mirrors.file(session_number(1)), mirror);
  ASSERT_TRUE(files_.mirrors.archive(kBefore, kArchiveBefore).ok());
  EXPECT_THAT(lines("2025-11"), SizeIs(1));
  EXPECT_THAT(files_.mirrors.list(), IsEmpty());
}

// A session that is resumed between our looking at it and our holding its lock stays.
TEST_F(MirrorArchiveTest, ASessionThatGoesOnMeanwhileStays) {
  end(1, "2025-11-30T10:00:00.000Z");
  CountingDisk disk(machine_.files, {files_.places.locks / "mirror-01.lock"});
  disk.after_open = [&] {
    machine_.put(files_.mirrors.file(session_number(1)),
                 "{\"session_id\":\"" + session_number(1) + "\",\"end_time\":null}");
  };
  const os::System doors = machine_.system();
  const ContinuityFiles files(
      os::System{disk, doors.clock, doors.random, doors.processes, doors.environment});
  const auto archived = files.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(archived.ok());
  EXPECT_EQ(disk.opens, 1);
  EXPECT_THAT(archived->sessions, IsEmpty());
  EXPECT_THAT(files_.mirrors.list(), ElementsAre(session_number(1)));
}

TEST_F(MirrorArchiveTest, WithoutAnythingNothingIsMade) {
  const auto archived = files_.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(archived.ok());
  EXPECT_FALSE(machine_.files.exists(files_.places.archive));
}

}  // namespace
}  // namespace store
