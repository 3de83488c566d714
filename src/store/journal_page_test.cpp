#include "store/journal_page.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/fake.h"

namespace store {
namespace {

struct Disk {
  os::FakeSystem fake;

  void put(const std::string& bytes) { fake.files.poke("/j", bytes); }
  std::unique_ptr<os::File> open() { return *fake.files.open("/j", {}); }
};

struct Told {
  std::vector<std::string> lines;
  std::uint64_t left = 0;
};

Told told_by(os::File& file, const LinesBefore& wanted, std::size_t limit = 1000) {
  Told told;
  const auto left = read_lines_before(file, wanted, [&](std::string_view line, std::uint64_t) {
    told.lines.emplace_back(line);
    return told.lines.size() < limit;
  });
  EXPECT_TRUE(left.ok()) << left.error().message;
  told.left = left.ok() ? *left : 0;
  return told;
}

using Lines = std::vector<std::string>;

TEST(JournalPageTest, LinesComeFromTheEnd) {
  Disk disk;
  disk.put("one\ntwo\n\nthree\n");
  const Told all = told_by(*disk.open(), {});
  EXPECT_EQ(all.lines, (Lines{"three", "", "two", "one"}));
  EXPECT_EQ(all.left, 0U);
  const Told first = told_by(*disk.open(), {}, 1);
  EXPECT_EQ(first.lines, (Lines{"three"}));
  EXPECT_EQ(first.left, 9U);
  const Told rest = told_by(*disk.open(), {.offset = first.left});
  EXPECT_EQ(rest.lines, (Lines{"", "two", "one"}));
  disk.put("");
  EXPECT_TRUE(told_by(*disk.open(), {}).lines.empty());
  EXPECT_TRUE(told_by(*disk.open(), {.offset = 0}).lines.empty());
}

TEST(JournalPageTest, ALineThatIsNotFinishedIsNoLineYet) {
  Disk disk;
  disk.put("one\ntwo\nthr");
  EXPECT_EQ(told_by(*disk.open(), {}).lines, (Lines{"two", "one"}));
  disk.put("thr");
  EXPECT_TRUE(told_by(*disk.open(), {}).lines.empty());
  disk.put(std::string(700'000, 'x'));
  EXPECT_TRUE(told_by(*disk.open(), {}).lines.empty());
  disk.put("one\n" + std::string(700'000, 'x'));
  EXPECT_EQ(told_by(*disk.open(), {}).lines, (Lines{"one"}));
}

// However lines and blocks lie, and whatever is appended between two pages.
TEST(JournalPageTest, PagesLoseAndDoubleNothingWhileLinesAreAppended) {
  for (const std::size_t length : {1UL, 100UL, 131'071UL, 131'072UL, 300'000UL}) {
    SCOPED_TRACE(length);
    Disk disk;
    std::string journal;
    Lines expected;
    for (int i = 0; i < 23; ++i) {
      const std::string line = std::to_string(i) + ":" + std::string(length, 'x');
      journal += line + "\n";
      expected.insert(expected.begin(), line);
    }
    disk.put(journal + "half a li");
    Lines seen;
    std::optional<std::uint64_t> offset;
    do {
      const Told page = told_by(*disk.open(), {.offset = offset}, 5);
      seen.insert(seen.end(), page.lines.begin(), page.lines.end());
      offset = page.left;
      journal += "appended\n";
      disk.put(journal);
    } while (*offset > 0 && seen.size() < 100);
    ASSERT_EQ(seen.size(), expected.size());
    EXPECT_TRUE(seen == expected);
  }
}

TEST(JournalPageTest, APageReadsOnlySoMuchAndStillGetsOn) {
  Disk disk;
  std::string journal;
  for (int i = 0; i < 3000; ++i) journal += std::to_string(i) + std::string(1000, 'x') + "\n";
  disk.put(journal);
  std::size_t lines = 0;
  std::size_t pages = 0;
  std::optional<std::uint64_t> offset;
  do {
    const Told page = told_by(*disk.open(), {.offset = offset, .bytes_max = 200'000}, 100'000);
    EXPECT_LT(page.lines.size(), 400U);
    EXPECT_GT(page.lines.size(), 0U);
    lines += page.lines.size();
    offset = page.left;
    ++pages;
  } while (*offset > 0 && pages < 100);
  EXPECT_EQ(lines, 3000U);
  // One line alone is longer than that.
  disk.put("a\n" + std::string(1'000'000, 'x') + "\n");
  EXPECT_EQ(told_by(*disk.open(), {.offset = {}, .bytes_max = 1000}, 1).left, 2U);
}

TEST(JournalPageTest, ALineThatNoReaderTakesIsPassedOver) {
  Disk disk;
  const std::string huge(17UL * 1024 * 1024, 'x');
  // Not compared as wholes: a failure would print them.
  disk.put("one\n" + huge + huge + huge + "\ntwo\n" + huge + "\n");
  Told told = told_by(*disk.open(), {.offset = {}, .bytes_max = 100UL * 1024 * 1024});
  ASSERT_EQ(told.lines.size(), 2U);
  EXPECT_TRUE(told.lines[0] == "two" && told.lines[1] == "one");
  disk.put(huge + "\ntwo\n");
  told = told_by(*disk.open(), {});
  ASSERT_EQ(told.lines.size(), 1U);
  EXPECT_TRUE(told.lines[0] == "two");
  EXPECT_EQ(told.left, 0U);
}

TEST(JournalPageTest, ACursorThatIsNoEndOfALineIsRefused) {
  Disk disk;
  disk.put("one\ntwo\n");
  for (const std::uint64_t bad : {1UL, 3UL, 9UL, ~0UL}) {
    SCOPED_TRACE(bad);
    const auto read = read_lines_before(*disk.open(), {.offset = bad},
                                        [](std::string_view, std::uint64_t) { return true; });
    EXPECT_EQ(read.error().code, base::Code::invalid_params);
  }
}

}  // namespace
}  // namespace store
