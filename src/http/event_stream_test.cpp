#include "http/event_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace http {
namespace {

std::string shown(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) {
    text += "[" + event.name + "|" + event.id + "|" + event.data;
    if (event.retry) text += "|" + std::to_string(event.retry->count());
    text += "]";
  }
  return text;
}

// In pieces of these lengths, the last one taking the rest.
std::string read_in_pieces(std::string_view text, std::initializer_list<std::size_t> lengths) {
  EventReader reader;
  std::vector<Event> all;
  const auto read = [&](std::string_view piece) {
    for (Event& event : reader.read(piece)) all.push_back(std::move(event));
  };
  for (const std::size_t length : lengths) {
    read(text.substr(0, length));
    text.remove_prefix(length);
  }
  read(text);
  return shown(all);
}

std::string read_whole(std::string_view text) { return read_in_pieces(text, {}); }

TEST(EventFormatTest, AnEventIsLinesAndAnEmptyOne) {
  EXPECT_EQ(format_event({.data = "{}", .id = "7"}), "id: 7\ndata: {}\n\n");
  EXPECT_EQ(format_event({}), "data: \n\n");
  EXPECT_EQ(
      format_event({.data = "a", .id = "1-2", .name = "message", .retry = base::Millis(1500)}),
      "event: message\nid: 1-2\nretry: 1500\ndata: a\n\n");
}

TEST(EventFormatTest, EveryLineOfTheDataIsADataLine) {
  EXPECT_EQ(format_event({.data = "a\nb\r\nc\rd\n"}),
            "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
}

TEST(EventFormatTest, WhatWouldBreakOutOfItsLineIsLeftOut) {
  for (const std::string& bad :
       {std::string("a\ndata: x"), std::string("a\r"), std::string(1, 0)}) {
    EXPECT_EQ(format_event({.data = "d", .id = bad, .name = bad}), "data: d\n\n");
  }
}

TEST(EventFormatTest, ACommentIsIgnoredByReaders) {
  EXPECT_EQ(format_comment("a\nb"), ": a\n: b\n\n");
  EXPECT_EQ(read_whole(format_comment("data: x") + "data: y\n\n"), "[||y]");
}

TEST(EventReaderTest, TheFieldsOfAnEvent) {
  struct Row {
    const char* text;
    const char* events;
  };
  const Row rows[] = {
      {"data: a\n\n", "[||a]"},
      {"data:a\n\n", "[||a]"},
      {"data:  a\n\n", "[|| a]"},
      {"data\n\n", "[||]"},
      {"data\ndata\n\n", "[||\n]"},
      {"data: a\ndata: b\n\n", "[||a\nb]"},
      {"event: x\nid: 3\ndata: a\nretry: 10\n\n", "[x|3|a|10]"},
      {"id: 3\n\ndata: a\n\n", "[||a]"},
      {"event: x\n\ndata: a\n\n", "[||a]"},
      {": hello\ndata: a\n\n", "[||a]"},
      {"other: hello\nDATA: b\ndata: a\n\n", "[||a]"},
      {"retry: x\nretry: -1\nretry: 99999999999999999999\ndata: a\n\n", "[||a]"},
      {"\xEF\xBB\xBF"
       "data: a\n\n",
       "[||a]"},
      {"data: a\n", ""},
      {"\n\n\n", ""},
      {"data: a\r\r", "[||a]"},
      {"data: a\r\n\r\ndata: b\r\n\r\n", "[||a][||b]"},
  };
  for (const Row& row : rows) EXPECT_EQ(read_whole(row.text), row.events) << row.text;
}

TEST(EventReaderTest, ItDoesNotMatterWhereTheTextIsCut) {
  const std::string_view text =
      "\xEF\xBB\xBFid: 1\r\ndata: one\r\ndata: more\r\n\r\n: c\r\rdata:two\r\revent:e\ndata: "
      "three\nid: 2\n\n\r\nretry: 5\rdata\r\n\n";
  const std::string expected = "[|1|one\nmore][||two][e|2|three][|||5]";
  EXPECT_EQ(read_whole(text), expected);
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = 0; first + second <= text.size(); ++second) {
      ASSERT_EQ(read_in_pieces(text, {first, second}), expected) << first << " " << second;
    }
  }
}

TEST(EventReaderTest, AnIdIsKeptUntilTheNext) {
  EventReader reader;
  static_cast<void>(reader.read("id: 4\n\n"));
  EXPECT_EQ(reader.last_id(), "4");
  static_cast<void>(reader.read("data: a\n\nid: a"));
  EXPECT_EQ(reader.last_id(), "4");
  static_cast<void>(reader.read(std::string_view("\0b\n\n", 4)));
  EXPECT_EQ(reader.last_id(), "4") << "a NUL makes no id";
  static_cast<void>(reader.read("id\n\n"));
  EXPECT_EQ(reader.last_id(), "");
}

TEST(EventReaderTest, AnEventOverTheLimitIsThrownAwayAndTheNextIsRead) {
  for (const char* large : {"data: 0123456789\n\n", "data: 01\ndata: 23\ndata: 45\ndata: 67\n\n",
                            ": 01234567890123456789012345678901234567890123\n\n"}) {
    EventReader reader(14);
    EXPECT_EQ(shown(reader.read(large)), "") << large;
    EXPECT_TRUE(reader.too_large()) << large;
    EXPECT_EQ(shown(reader.read("data: ok\n\n")), "[||ok]") << large;
  }
}

TEST(EventReaderTest, WhatIsFormattedIsReadTheSame) {
  EXPECT_TRUE(rc::check("any text", [](std::string data, const std::string& name) {
    for (char& c : data) c = c == '\r' ? '\n' : c;
    const Event event{.data = data, .id = "8", .name = name};
    EventReader reader;
    const auto events = reader.read(format_event(event));
    RC_ASSERT(events.size() == 1U);
    RC_ASSERT(events[0].data == data);
    RC_ASSERT(events[0].id == "8");
  }));
}

}  // namespace
}  // namespace http
