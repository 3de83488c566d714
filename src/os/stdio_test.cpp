#include "os/stdio.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <thread>

#include "os/test_support.h"

namespace os {
namespace {

using base::Millis;

constexpr Millis kLongInput{60'000};

// Standard input is another file while this lives.
class BorrowedInput {
 public:
  explicit BorrowedInput(int descriptor) : saved_(::dup(STDIN_FILENO)) {
    CHECK(::dup2(descriptor, STDIN_FILENO) == STDIN_FILENO);
  }
  BorrowedInput(const BorrowedInput&) = delete;
  BorrowedInput& operator=(const BorrowedInput&) = delete;
  ~BorrowedInput() {
    if (saved_ == -1) return;
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

Input read_from(const char* path, const InputOptions& options) {
  const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
  CHECK(descriptor != -1);
  BorrowedInput input(descriptor);
  ::close(descriptor);
  return read_standard_input(options);
}

TEST(StandardInputTest, ComesInPiecesHoweverMuchItIs) {
  const std::string sent(300'000, 'x');
  for (const std::size_t wanted : {sent.size(), std::size_t{1}}) {
    Pipe pipe;
    std::thread writer([&] {
      pipe.put(sent);
      pipe.close_writer();
    });
    std::string got;
    {
      BorrowedInput input(pipe.reader());
      EXPECT_TRUE(read_standard_input_in_pieces([&](std::string_view piece) {
        got += piece;
        return got.size() < wanted;
      }));
    }
    std::string rest(1, ' ');
    while (::read(pipe.reader(), rest.data(), 1) > 0) {
    }
    writer.join();
    EXPECT_GE(got.size(), wanted);
    if (wanted == sent.size()) {
      EXPECT_EQ(got, sent);
    }
  }
  const int folder = ::open("/", O_RDONLY | O_CLOEXEC);
  BorrowedInput input(folder);
  ::close(folder);
  EXPECT_FALSE(read_standard_input_in_pieces([](std::string_view) { return true; }));
}

TEST(StandardInputTest, IsReadToItsEndAndNoFurtherThanTheLimit) {  // B0-13
  struct Row {
    std::size_t sent;
    std::size_t bytes_max;
    std::size_t kept;
    bool truncated;
  };
  const std::vector<Row> rows = {
      {0, 100, 0, false},
      {1, 100, 1, false},
      {99, 100, 99, false},
      {100, 100, 100, false},
      {101, 100, 100, true},
      {1'000'000, 100, 100, true},
      {5, 0, 0, true},
      {0, 0, 0, false},
      {300'000, 300'000, 300'000, false},
      {65'536, 65'535, 65'535, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::to_string(row.sent) + " of " + std::to_string(row.bytes_max));
    Pipe pipe;
    BorrowedInput borrowed(pipe.reader());
    pipe.close_reader();
    // The writer gets rid of everything, or it would wait for ever and the test with it.
    std::thread writer([&] {
      pipe.put(std::string(row.sent, 'x'));
      pipe.close_writer();
    });
    const Input input = read_standard_input({.bytes_max = row.bytes_max, .timeout = kLongInput});
    writer.join();
    EXPECT_EQ(input.bytes, std::string(row.kept, 'x'));
    EXPECT_EQ(input.truncated, row.truncated);
    EXPECT_FALSE(input.timed_out);
    EXPECT_FALSE(input.failed);
  }
}

TEST(StandardInputTest, AWriterThatNeverEndsIsNotWaitedForForEver) {  // B0-13
  for (const Millis timeout : {Millis{0}, Millis{20}}) {
    SCOPED_TRACE(timeout.count());
    Pipe pipe;
    pipe.put("half a mess");
    BorrowedInput borrowed(pipe.reader());
    const Input input = read_standard_input({.timeout = timeout});
    EXPECT_EQ(input.bytes, "half a mess");
    EXPECT_TRUE(input.timed_out);
    EXPECT_FALSE(input.truncated);
  }
}

TEST(StandardInputTest, AnEndlessStreamIsCutByTimeOrBySize) {
  const Input by_time = read_from("/dev/zero", {.bytes_max = 10, .timeout = Millis{1}});
  EXPECT_EQ(by_time.bytes.size(), 10U);
  EXPECT_TRUE(by_time.truncated);
  const Input by_size = read_from("/dev/zero", {.bytes_max = 10, .timeout = kLongInput});
  EXPECT_EQ(by_size.bytes.size(), 10U);
  EXPECT_TRUE(by_size.truncated);
  EXPECT_FALSE(by_size.timed_out);
}

TEST(StandardInputTest, NoInputAtAllIsEmptyAndWhatCannotBeReadHasFailed) {
  EXPECT_EQ(read_from("/dev/null", {}).bytes, "");
  EXPECT_FALSE(read_from("/dev/null", {}).failed);
  EXPECT_TRUE(read_from("/", {}).failed);
  ChildProcess closed([] {
    ::close(STDIN_FILENO);
    ::_exit(read_standard_input({}).failed ? 42 : 1);
  });
  EXPECT_EQ(closed.wait(), 42);
}

TEST(StandardOutputTest, AllOfItGoesOutThroughAFullPipe) {
  for (const int flags : {0, O_NONBLOCK}) {
    SCOPED_TRACE(flags);
    Pipe output;
    Pipe errors;
    ChildProcess writer([&] {
      ::fcntl(output.writer(), F_SETFL, flags);
      ::dup2(output.writer(), STDOUT_FILENO);
      ::dup2(errors.writer(), STDERR_FILENO);
      write_standard_output(std::string(1'000'000, 'o'));
      write_standard_error("e");
    });
    EXPECT_EQ(output.drain(), std::string(1'000'000, 'o'));
    EXPECT_EQ(errors.drain(), "e");
    EXPECT_EQ(writer.wait(), 0);
  }
}

TEST(StandardOutputTest, AReaderThatWentAwayIsNoError) {
  Pipe output;
  ChildProcess writer([&] {
    ::signal(SIGPIPE, SIG_IGN);
    ::dup2(output.writer(), STDOUT_FILENO);
    output.close_reader();
    write_standard_output(std::string(1'000'000, 'o'));
  });
  output.close_reader();
  EXPECT_EQ(writer.wait(), 0);
}

}  // namespace
}  // namespace os
