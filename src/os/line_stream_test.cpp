#include "os/line_stream.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "os/test_support.h"

namespace os {
namespace {

using base::Millis;
using Status = LineReader::Status;

TEST(LineReaderTest, LinesComeOneByOneHoweverTheyWereWritten) {
  Pipe pipe;
  LineReader reader(pipe.reader());
  pipe.put("one\ntwo\r\n\nthr");
  for (const char* line : {"one", "two", ""}) {
    const LineReader::Read read = reader.read(Millis{0});
    EXPECT_EQ(read.status, Status::line);
    EXPECT_EQ(read.line, line);
  }
  EXPECT_EQ(reader.read(Millis{0}).status, Status::timed_out);
  pipe.put("ee\nlast");
  EXPECT_EQ(reader.read(std::nullopt).line, "three");
  pipe.close_writer();
  EXPECT_EQ(reader.read(std::nullopt).line, "last");
  EXPECT_EQ(reader.read(std::nullopt).status, Status::ended);
  EXPECT_EQ(reader.read(std::nullopt).status, Status::ended);
}

TEST(LineReaderTest, ALineOverTheLimitIsSkippedAndTheNextOneRead) {
  for (const std::size_t size : {11U, 12U, 65'536U, 300'000U}) {
    SCOPED_TRACE(size);
    Pipe pipe;
    LineReader reader(pipe.reader(), 10);
    std::thread writer([&] { pipe.put(std::string(size, 'x') + "\n0123456789\n"); });
    EXPECT_EQ(reader.read(std::nullopt).status, Status::too_long);
    EXPECT_EQ(reader.read(std::nullopt).line, "0123456789");
    writer.join();
  }
}

TEST(LineReaderTest, AnotherThreadCanWakeIt) {
  Pipe pipe;
  LineReader reader(pipe.reader());
  std::thread other([&] { reader.wake(); });
  EXPECT_EQ(reader.read(std::nullopt).status, Status::woken);
  other.join();
  EXPECT_EQ(reader.read(Millis{0}).status, Status::timed_out);
}

TEST(LineReaderTest, WhatCannotBeReadHasEnded) {
  const int folder = ::open("/", O_RDONLY | O_CLOEXEC);
  LineReader reader(folder);
  EXPECT_EQ(reader.read(Millis{1000}).status, Status::ended);
  ::close(folder);
}

TEST(LineWriterTest, LinesOfManyThreadsDoNotMix) {
  Pipe pipe;
  LineWriter writer(pipe.writer());
  std::vector<std::thread> threads;
  for (char c = 'a'; c < 'e'; ++c) {
    threads.emplace_back([&writer, c] {
      for (int i = 0; i < 50; ++i) EXPECT_TRUE(writer.write(std::string(5000, c)));
    });
  }
  LineReader reader(pipe.reader());
  for (int i = 0; i < 200; ++i) {
    const std::string line = reader.read(std::nullopt).line;
    ASSERT_EQ(line, std::string(5000, line.empty() ? '?' : line.front()));
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(LineWriterTest, AReaderThatWentAwayClosesIt) {
  Pipe pipe;
  pipe.close_reader();  // Before the child: its write must find nobody.
  ChildProcess child([&] {
    ::signal(SIGPIPE, SIG_IGN);
    LineWriter writer(pipe.writer());
    const bool wrote = writer.write("x");
    ::_exit(!wrote && !writer.is_open() && !writer.write("y") ? 42 : 1);
  });
  EXPECT_EQ(child.wait(), 42);
}

TEST(TerminationWatchTest, ASignalWakesTheReader) {
  for (const int signal : {SIGTERM, SIGINT}) {
    SCOPED_TRACE(signal);
    Pipe input;
    Pipe ready;
    ChildProcess child([&] {
      LineReader reader(input.reader());
      TerminationWatch watch(reader);
      if (watch.has_come()) ::_exit(1);
      ready.put("r");
      const bool is_woken = reader.read(std::nullopt).status == Status::woken;
      ::_exit(is_woken && watch.has_come() ? 42 : 2);
    });
    ready.await_byte();
    ::kill(child.pid(), signal);
    EXPECT_EQ(child.wait(), 42);
  }
}

}  // namespace
}  // namespace os
