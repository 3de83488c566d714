#include "http/request_reader.h"

#include <gtest/gtest.h>

namespace http {
namespace {

using Progress = RequestReader::Progress;

struct Reading {
  Progress progress = Progress::in_header;
  int status = 0;
  Request request;
  std::string rest;
};

// In pieces of at most `piece` bytes, as a connection does it.
Reading read_text(std::string_view text, std::size_t piece, const RequestLimits& limits = {}) {
  RequestReader reader(limits);
  Reading reading;
  while (!text.empty() && reader.progress() < Progress::complete) {
    reading.rest += text.substr(0, piece);
    text.remove_prefix(std::min(piece, text.size()));
    reading.rest.erase(0, reader.read(reading.rest));
  }
  reading.rest += text;
  reading.progress = reader.progress();
  reading.status = reader.status();
  if (reading.progress == Progress::complete) reading.request = reader.take();
  return reading;
}

TEST(RequestReaderTest, ARequestIsReadHoweverItComes) {
  const std::string text =
      "POST /a%20b?c=d HTTP/1.1\r\nHost: h\r\nX-Y:  z \r\nContent-Length: 5\r\n\r\nhelloGET";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Reading reading = read_text(text, piece);
    ASSERT_EQ(reading.progress, Progress::complete) << piece;
    EXPECT_EQ(reading.request.method, "POST");
    EXPECT_EQ(reading.request.path, "/a b");
    EXPECT_EQ(reading.request.query, "c=d");
    EXPECT_EQ(reading.request.headers.get("x-y"), "z");
    EXPECT_EQ(reading.request.body, "hello");
    EXPECT_EQ(reading.rest, "GET") << "belongs to the next request";
  }
}

TEST(RequestReaderTest, ChunksAreOneBodyAndWhatFollowsThemIsNoHeader) {
  const std::string text =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3;ext=\"1\"\r\nabc\r\n0a\r\n0123456789\r\n0\r\nOrigin: http://localhost\r\n\r\nrest";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Reading reading = read_text(text, piece);
    ASSERT_EQ(reading.progress, Progress::complete) << piece;
    EXPECT_EQ(reading.request.body, "abc0123456789");
    EXPECT_EQ(reading.request.headers.count("origin"), 0U);
    EXPECT_EQ(reading.rest, "rest");
  }
}

TEST(RequestReaderTest, AnEmptyBodyMayComeInChunksToo) {
  const std::string text =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Reading reading = read_text(text, piece);
    EXPECT_EQ(reading.progress, Progress::complete) << piece;
    EXPECT_EQ(reading.request.body + reading.rest, "");
  }
}

TEST(RequestReaderTest, AnUnknownMethodIsForTheHandler) {
  const Reading reading = read_text("BREW /pot HTTP/1.0\r\n\r\n", 100);
  ASSERT_EQ(reading.progress, Progress::complete);
  EXPECT_EQ(reading.request.method, "BREW");
}

TEST(RequestReaderTest, WhatIsMalformedOrCouldBeTakenForTwoMessagesIsRefused) {
  struct Row {
    const char* text;
    int status;
  };
  const Row rows[] = {
      {"hello\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},  // No host.
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"GET / HTTP/2.0\r\nHost: h\r\n\r\n", 400},
      {"GET / HTTP/1.2\r\nHost: h\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: h\r\nA: b\x01\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1x\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
       400},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
       400},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, x\r\n\r\n", 501},
      {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400},
  };
  for (const Row& row : rows) {
    for (const std::size_t piece : {1U, 7U, 1000U}) {
      const Reading reading = read_text(row.text, piece);
      EXPECT_EQ(reading.progress, Progress::failed) << row.text << piece;
      EXPECT_EQ(reading.status, row.status) << row.text << piece;
    }
  }
}

TEST(RequestReaderTest, ALineFeedAloneEndsNoLine) {
  const char* const text = "GET / HTTP/1.1\nHost: h\n\n";
  EXPECT_EQ(read_text(text, 1000).status, 400);
  EXPECT_EQ(read_text(text, 1).progress, Progress::in_header) << "waits for a line's end";
}

TEST(RequestReaderTest, ALongHeaderIsRefusedInOnePieceAndLineByLine) {
  // A piece of 40 bytes ends after the first byte of a line, so the parser takes all lines before.
  std::string lines = "GET /0123456789abcd HTTP/1.1\r\nHost: h\r\n";
  ASSERT_EQ(lines.size(), 39U);
  for (int i = 0; i < 100; ++i) lines += "X-Long: 0123456789\r\n";
  const std::string line = "GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(2000, 'x');
  for (const std::string& text : {lines, line, "GET /" + std::string(2000, 'x')}) {
    for (const std::size_t piece : {1U, 40U, 5000U}) {
      const Reading reading = read_text(text, piece, {.header_bytes = 1024});
      EXPECT_EQ(reading.status, 431) << piece << " " << text.substr(0, 30);
    }
  }
}

TEST(RequestReaderTest, TooManyFieldsAreRefused) {
  std::string text = "GET / HTTP/1.1\r\nHost: h\r\n";
  for (int i = 0; i < 300; ++i) text += "a:\r\n";
  EXPECT_EQ(read_text(text + "\r\n", 5000).status, 431);
}

TEST(RequestReaderTest, ALargeBodyIsRefusedBeforeItComes) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\n";
  const RequestLimits limits{.body_bytes = 10};
  EXPECT_EQ(read_text(head + "Content-Length: 11\r\n\r\n", 999, limits).status, 413);
  EXPECT_EQ(read_text(head + "Content-Length: 10\r\n\r\n0123456789", 999, limits).status, 0);
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(read_text(chunked + "b\r\n", 999, limits).status, 413);
  EXPECT_EQ(read_text(chunked + "5\r\n01234\r\n6\r\n", 3, limits).status, 413);
  EXPECT_EQ(read_text(chunked + "5\r\n01234\r\n5\r\n01234\r\n0\r\n\r\n", 3, limits).progress,
            Progress::complete);
}

TEST(RequestReaderTest, WhatSurroundsChunksIsLimitedToo) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  const RequestLimits limits{.header_bytes = 200};
  for (const std::size_t piece : {1U, 5000U}) {
    EXPECT_EQ(read_text(head + "1;" + std::string(1000, 'x'), piece, limits).status, 431);
    EXPECT_EQ(read_text(head + "0\r\nX: " + std::string(1000, 'x'), piece, limits).status, 431);
  }
}

TEST(RequestReaderTest, ItTellsWhatTheClientExpects) {
  struct Row {
    const char* text;
    bool keeps_open;
    bool wants_continue;
    bool is_http_1_1;
  };
  const Row rows[] = {
      {"PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n", true, false, true},
      {"PUT / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 1\r\n\r\n", false, false,
       true},
      {"PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n", true, true,
       true},
      {"PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", false, false, false},
  };
  for (const Row& row : rows) {
    RequestReader reader({});
    reader.read(row.text);
    EXPECT_EQ(reader.progress(), Progress::in_body) << row.text;
    EXPECT_EQ(reader.keeps_open(), row.keeps_open) << row.text;
    EXPECT_EQ(reader.wants_continue(), row.wants_continue) << row.text;
    EXPECT_EQ(reader.is_http_1_1(), row.is_http_1_1) << row.text;
  }
}

}  // namespace
}  // namespace http
