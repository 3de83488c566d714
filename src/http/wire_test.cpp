#include "http/wire.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

namespace http {
namespace {

// Two ends of a connection, neither of which blocks.
class WireTest : public ::testing::Test {
 protected:
  WireTest() {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends_.data()),
              0);
  }
  ~WireTest() override {
    for (const int end : ends_) ::close(end);
  }

  std::string read_all() {
    std::string all;
    std::array<char, 65536> bytes{};
    for (ssize_t count = 0; (count = ::read(ends_[1], bytes.data(), bytes.size())) > 0;) {
      all.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return all;
  }

  std::array<int, 2> ends_{-1, -1};
};

TEST_F(WireTest, HeadAndBodyGoOutTogether) {
  Wire wire(ends_[0]);
  EXPECT_EQ(wire.write("head ", "body"), 9U);
  EXPECT_EQ(wire.write("more", ""), 4U);
  EXPECT_EQ(read_all(), "head bodymore");
}

TEST_F(WireTest, WhatTheSystemDoesNotTakeIsLeftAndSaid) {
  Wire wire(ends_[0]);
  const std::string head = "head ";
  const std::string body(16UL * 1024 * 1024, 'x');
  const std::size_t written = wire.write(head, body);
  EXPECT_GT(written, head.size());
  EXPECT_LT(written, head.size() + body.size());
  EXPECT_EQ(wire.write(head, body), 0U) << "Now it takes nothing.";
  EXPECT_EQ(read_all(), (head + body).substr(0, written));
}

TEST_F(WireTest, AClosedOneWritesNothingToWhoeverHasItsNumberNow) {
  Wire wire(ends_[0]);
  wire.close();
  EXPECT_EQ(wire.write("head", "body"), 0U);
  EXPECT_EQ(read_all(), "");
}

TEST_F(WireTest, AReaderThatHasGoneIsNoSignalAndNoError) {
  Wire wire(ends_[0]);
  ::close(ends_[1]);
  ends_[1] = -1;
  EXPECT_EQ(wire.write("head", "body"), 0U);
}

}  // namespace
}  // namespace http
