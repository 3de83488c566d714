#include "engine/live_journal.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "os/fake.h"
#include "store/journal_line.h"

namespace engine {
namespace {

class JournalTailsTest : public ::testing::Test {
 protected:
  static constexpr const char* kRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kFolder = "/p/journal";

  // The n-th line, written so many seconds after the start.
  std::string line(std::uint64_t seq, std::int64_t seconds = 1) {
    model::JournalEvent event;
    event.seq = seq;
    event.at = base::to_iso(clock.now() + std::chrono::seconds(seconds));
    event.kind = "gate";
    event.actor = "hook";
    event.payload = base::JsonBox(base::Json{{"tool", "Read"}});
    event.prev = store::kNoHash;
    return store::journal_line(event, nullptr) + "\n";
  }
  static std::string name(const std::string& run = kRun) { return run + ".jsonl"; }
  static os::Path path(const std::string& run = kRun) { return os::Path(kFolder) / name(run); }
  void append(std::string_view bytes) {
    disk.poke(path(), disk.peek(path()).value_or("") + std::string(bytes));
  }
  // Writes over what is there, in the same file.
  void write(std::string_view bytes) {
    const auto file = disk.open(path(), {.write = true, .create = true});
    ASSERT_TRUE(file.ok() && (*file)->truncate(0).ok());
    ASSERT_TRUE((*file)->write_at(0, bytes).ok());
  }

  JournalTails::Visit visit() {
    return [this](const model::RunId& run, const model::JournalEvent& event) {
      EXPECT_EQ(run.text, kRun);
      seen.push_back(event.seq);
    };
  }
  std::vector<std::uint64_t> look() {
    seen.clear();
    EXPECT_TRUE(tails.look_at(name(), visit()).has_value());
    return seen;
  }
  std::vector<std::uint64_t> look_at_all() {
    seen.clear();
    tails.look_at_all(visit());
    return seen;
  }
  using Numbers = std::vector<std::uint64_t>;

  os::FakeDisk disk;
  os::FakeClock clock;
  JournalTails tails{disk, kFolder, clock.now()};
  Numbers seen;
};

TEST_F(JournalTailsTest, AnOldJournalBeginsAtItsEndAndANewOneAtItsStart) {
  append(line(1, -5) + line(2, -4));
  tails.begin_at_ends();
  EXPECT_EQ(look(), Numbers{});
  append(line(3));
  EXPECT_EQ(look(), (Numbers{3}));
  EXPECT_EQ(look(), Numbers{});
  const std::string other = "00000000-2839-4e27-bcef-43e6e47ca4b4";
  disk.poke(path(other), line(1) + line(2));
  Numbers of_other;
  tails.look_at(name(other), [&](const model::RunId& run, const model::JournalEvent& event) {
    EXPECT_EQ(run.text, other);
    of_other.push_back(event.seq);
  });
  EXPECT_EQ(of_other, (Numbers{1, 2}));
}

TEST_F(JournalTailsTest, ALineCountsWhenItIsWhole) {
  disk.poke(path(), "");
  tails.begin_at_ends();
  const std::string whole = line(1);
  for (std::size_t cut = 1; cut < whole.size(); cut += 7) {
    SCOPED_TRACE(cut);
    write(whole.substr(0, cut));
    EXPECT_EQ(look(), Numbers{});
  }
  write(whole + line(2).substr(0, 10));
  EXPECT_EQ(look(), (Numbers{1}));
  write(whole + line(2));
  EXPECT_EQ(look(), (Numbers{2}));
}

TEST_F(JournalTailsTest, AJournalThatIsCutReplacedOrRemovedRepeatsNothing) {
  tails.begin_at_ends();
  append(line(1, 1) + line(2, 2) + line(3, 3));
  EXPECT_EQ(look(), (Numbers{1, 2, 3}));
  // Cut, and another line in the place of the last.
  write(line(1, 1) + line(2, 2));
  EXPECT_EQ(look(), Numbers{});
  append(line(3, 4));
  EXPECT_EQ(look(), (Numbers{3}));
  // Replaced by a longer one.
  ASSERT_TRUE(disk.remove(path()).ok());
  EXPECT_EQ(look(), Numbers{});
  append(line(1, 1) + line(2, 2) + line(3, 4) + line(4, 5) + line(5, 5));
  EXPECT_EQ(look(), (Numbers{4, 5}));
  append(line(6, 5));
  EXPECT_EQ(look(), (Numbers{6}));
}

TEST_F(JournalTailsTest, AnOldJournalThatIsReplacedRepeatsNothingEither) {
  append(line(1, -5) + line(2, -4));
  tails.begin_at_ends();
  ASSERT_TRUE(disk.remove(path()).ok());
  append(line(1, -5) + line(2, -4) + line(3, 1));
  EXPECT_EQ(look(), (Numbers{3}));
}

TEST_F(JournalTailsTest, WhatWasLostIsFoundByLookingAtAll) {
  append(line(1, -5));
  tails.begin_at_ends();
  EXPECT_EQ(look_at_all(), Numbers{});
  append(line(2));
  EXPECT_EQ(look_at_all(), (Numbers{2}));
  EXPECT_EQ(look_at_all(), Numbers{});
  EXPECT_EQ(look(), Numbers{});
}

TEST_F(JournalTailsTest, OfAFolderThatIsNewToUsOnlyWhatIsNewIsTold) {
  append(line(1, -5) + line(2, 1));
  EXPECT_EQ(look_at_all(), (Numbers{2}));
  append(line(3, 1));
  EXPECT_EQ(look(), (Numbers{3}));
}

TEST_F(JournalTailsTest, HostileBytesStopNothing) {
  tails.begin_at_ends();
  append("garbage\n\n{\"seq\":1}\n\xff\xfe\n" + std::string(1000, '[') + "\n" + line(7));
  EXPECT_EQ(look(), (Numbers{7}));
  // A line that does not end is given up, and what comes behind its end counts again.
  append(std::string(JournalTails::kLineBytesMax + 100, 'x'));
  EXPECT_EQ(look(), Numbers{});
  disk.reset_calls();
  append("y");
  EXPECT_EQ(look(), Numbers{});
  EXPECT_LE(disk.calls(), 4U) << "it is not read again";
  append("\n" + line(8));
  EXPECT_EQ(look(), (Numbers{8}));
  // More than anybody wants to see at once: the last of it.
  std::string flood;
  while (flood.size() < JournalTails::kNewBytesMax + 1000) flood += line(9);
  append(flood + line(10));
  const Numbers of_flood = look();
  EXPECT_LT(of_flood.size(), 6000U);
  ASSERT_FALSE(of_flood.empty());
  EXPECT_EQ(of_flood.back(), 10U);
}

TEST_F(JournalTailsTest, WhatIsNoJournalIsNotRead) {
  disk.poke("/secret", line(1));
  disk.make_link(path(), "/secret");
  EXPECT_EQ(look(), Numbers{});
  for (const char* other : {"x.jsonl", "7D1054B6-2839-4E27-BCEF-43E6E47CA4B4.jsonl",
                            "7d1054b6-2839-4e27-bcef-43e6e47ca4b4.json", "../../x.jsonl", ""}) {
    EXPECT_FALSE(tails.look_at(other, visit()).has_value()) << other;
  }
  EXPECT_TRUE(seen.empty());
}

TEST_F(JournalTailsTest, OneChangeCostsTheSameBesideThousandsOfRuns) {
  const auto cost_of_one = [&] {
    tails.begin_at_ends();
    append(line(1));
    disk.reset_calls();
    look();
    return disk.calls();
  };
  const std::size_t alone = cost_of_one();
  for (int i = 0; i < 3000; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, 8 - number.size(), '0');
    disk.poke(path(number + "-2839-4e27-bcef-43e6e47ca4b4"), "x\n");
  }
  EXPECT_EQ(cost_of_one(), alone);
  EXPECT_EQ(tails.size(), 3001U);
}

}  // namespace
}  // namespace engine
