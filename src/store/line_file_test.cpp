#include "store/line_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "os/fake.h"

namespace store {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

constexpr const char* kPath = "/lines";

class LineFileTest : public ::testing::Test {
 protected:
  std::unique_ptr<os::File> open(std::string_view bytes) {
    disk_.poke(kPath, bytes);
    return disk_.open(kPath, {.append = true}).value();
  }
  std::vector<std::string> backward(std::string_view bytes, std::uint64_t bytes_max = 1U << 30U) {
    const auto file = open(bytes);
    BackwardLines lines(*file, bytes.size(), bytes_max);
    std::vector<std::string> found;
    for (auto line = lines.next(); line; line = lines.next()) found.emplace_back(*line);
    return found;
  }
  std::vector<std::string> forward(std::string_view bytes, std::size_t bytes_max = 1U << 30U) {
    const auto file = open(bytes);
    std::vector<std::string> found;
    EXPECT_TRUE(for_each_line(*file, {.bytes_max = bytes_max}, [&](std::string_view line) {
                  found.emplace_back(line);
                  return true;
                }).ok());
    return found;
  }

  os::FakeDisk disk_;
};

TEST_F(LineFileTest, LinesComeFromEitherEnd) {
  EXPECT_THAT(backward(""), IsEmpty());
  EXPECT_THAT(forward(""), IsEmpty());
  EXPECT_THAT(backward("a\nb\nc\n"), ElementsAre("c", "b", "a"));
  EXPECT_THAT(forward("a\nb\nc\n"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(backward("a\n\nc"), ElementsAre("c", "", "a"));
  EXPECT_THAT(forward("a\n\nc"), ElementsAre("a", "", "c"));
  EXPECT_THAT(backward("a"), ElementsAre("a"));
}

TEST_F(LineFileTest, LinesGoOverTheBordersOfBlocks) {
  std::string text;
  std::vector<std::string> lines;
  for (int number = 0; text.size() < 3 * BackwardLines::kBlockBytes; ++number) {
    lines.push_back(std::string(static_cast<std::size_t>(number % 977), 'x') +
                    std::to_string(number));
    text += lines.back() + "\n";
  }
  EXPECT_THAT(forward(text), ElementsAreArray(lines));
  std::reverse(lines.begin(), lines.end());
  EXPECT_THAT(backward(text), ElementsAreArray(lines));
}

TEST_F(LineFileTest, ALineThatIsTooLongIsPassedOver) {
  const std::string giant(5 * BackwardLines::kBlockBytes + 17, 'g');
  EXPECT_THAT(backward("a\n" + giant + "\nc\n"), ElementsAre("c", "a"));
  EXPECT_THAT(backward(giant + "\nc"), ElementsAre("c"));
  EXPECT_THAT(backward("a\n" + giant), ElementsAre("a"));
  EXPECT_THAT(forward("a\n" + giant + "\nc\n", 1000), ElementsAre("a", "c"));
  const std::string longer_than_a_block(3'000'000, 'g');
  EXPECT_THAT(forward("a\n" + longer_than_a_block + "\nc\n", 1000), ElementsAre("a", "c"));
  EXPECT_THAT(forward("a\n" + longer_than_a_block, 1000), ElementsAre("a"));
}

TEST_F(LineFileTest, NoMoreIsReadThanIsAllowed) {
  EXPECT_THAT(backward("aaaa\nbbbb\ncccc\n", 7), ElementsAre("cccc"));
}

TEST_F(LineFileTest, ReadingEndsWhereItIsToldTo) {
  const auto file = open("a\nb\nc\n");
  int count = 0;
  const auto end = for_each_line(*file, {.bytes_max = 100}, [&](auto) { return ++count < 2; });
  EXPECT_EQ(*end, 4U);
  EXPECT_EQ(count, 2);
}

TEST_F(LineFileTest, ReadingGoesOnWhereItEnded) {
  const auto file = open("a\nb\ncu");
  std::vector<std::string> found;
  const auto take = [&](std::string_view line) {
    found.emplace_back(line);
    return true;
  };
  const auto end = for_each_line(*file, {.bytes_max = 100}, take);
  EXPECT_EQ(*end, 4U) << "behind the last line that has its end";
  ASSERT_TRUE(append_line_to(*file, "d").ok());
  found.clear();
  EXPECT_EQ(*for_each_line(*file, {.offset = *end, .bytes_max = 100}, take), 9U);
  EXPECT_THAT(found, ElementsAre("cu", "d"));
}

TEST_F(LineFileTest, ALineIsAddedBehindOneThatWasCut) {
  ASSERT_TRUE(append_line_to(*open(""), "a").ok());
  EXPECT_EQ(disk_.peek(kPath), "a\n");
  ASSERT_TRUE(append_line_to(*open("a\n"), "b").ok());
  EXPECT_EQ(disk_.peek(kPath), "a\nb\n");
  ASSERT_TRUE(append_line_to(*open("a\ncu"), "b").ok());
  EXPECT_EQ(disk_.peek(kPath), "a\ncu\nb\n");
}

TEST_F(LineFileTest, WhatWentInOfALineThatFailedIsTakenAway) {
  const auto file = open("a\n");
  disk_.arm({os::Fault::Kind::short_write, 2});  // After info and the look at the last byte.
  EXPECT_FALSE(append_line_to(*file, "bbbbbbbb").ok());
  EXPECT_EQ(disk_.peek(kPath), "a\n");
}

}  // namespace
}  // namespace store
