#include "http/stream_writer.h"

#include <gtest/gtest.h>

namespace http {
namespace {

class StreamWriterTest : public ::testing::Test {
 protected:
  int wakes_ = 0;
  int closings_ = 0;
  StreamWriter writer_{100, [this] { ++wakes_; }};
};

TEST_F(StreamWriterTest, ManyEventsAreOnePiece) {
  EXPECT_TRUE(writer_.send({.data = "a"}));
  EXPECT_TRUE(writer_.comment("b"));
  EXPECT_TRUE(writer_.send({.data = "c"}));
  EXPECT_EQ(wakes_, 1);
  EXPECT_EQ(writer_.take().text, "data: a\n\n: b\n\ndata: c\n\n");
  EXPECT_EQ(writer_.take().text, "");
  EXPECT_TRUE(writer_.send({.data = "d"}));
  EXPECT_EQ(wakes_, 2) << "what comes after a look needs another one";
}

TEST_F(StreamWriterTest, AnEventThatIsMadeForManyGoesOutAsItIs) {
  EXPECT_TRUE(writer_.send_formatted(format_event({.data = "a", .id = "1"})));
  EXPECT_EQ(wakes_, 1);
  EXPECT_EQ(writer_.take().text, "id: 1\ndata: a\n\n");
  writer_.close();
  EXPECT_FALSE(writer_.send_formatted("data: b\n\n"));
}

TEST_F(StreamWriterTest, AClosedStreamTakesNoMoreButGivesWhatItHas) {
  EXPECT_TRUE(writer_.send({.data = "a"}));
  writer_.on_closed([this] { ++closings_; });
  writer_.close();
  EXPECT_FALSE(writer_.is_open());
  EXPECT_FALSE(writer_.send({.data = "b"}));
  const auto piece = writer_.take();
  EXPECT_EQ(piece.text, "data: a\n\n");
  EXPECT_TRUE(piece.is_last);
  EXPECT_EQ(closings_, 0) << "not before it is written";
  writer_.end();
  writer_.end();
  EXPECT_EQ(closings_, 1);
}

TEST_F(StreamWriterTest, WhoComesLateIsToldAtOnce) {
  writer_.end();
  writer_.on_closed([this] { ++closings_; });
  EXPECT_EQ(closings_, 1);
  EXPECT_FALSE(writer_.comment(""));
  writer_.close();
}

TEST_F(StreamWriterTest, AReaderThatIsTooSlowIsGivenUp) {
  EXPECT_TRUE(writer_.send({.data = std::string(200, 'x')})) << "one event may be large";
  EXPECT_FALSE(writer_.send({.data = "b"}));
  EXPECT_TRUE(writer_.has_overflowed());
  EXPECT_FALSE(writer_.is_open());
  EXPECT_EQ(writer_.take().text, "");
}

TEST_F(StreamWriterTest, WhatIsBeingWrittenStillWaits) {
  EXPECT_TRUE(writer_.send({.data = std::string(200, 'x')}));
  EXPECT_EQ(writer_.take().text.size(), 208U);
  StreamWriter other{100, [] {}};
  EXPECT_FALSE(writer_.send({.data = "b"}));
  EXPECT_TRUE(other.send({.data = std::string(200, 'x')}));
  static_cast<void>(other.take());
  other.written();
  EXPECT_TRUE(other.send({.data = "b"}));
}

}  // namespace
}  // namespace http
