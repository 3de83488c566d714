#include "http/message.h"

#include <gtest/gtest.h>

namespace http {
namespace {

TEST(HeadersTest, NamesAreComparedWithoutRegardToCase) {
  Headers headers{{"Host", "a"}, {"hOST", "b"}};
  headers.add("Accept", "x");
  EXPECT_EQ(headers.get("host"), "a");
  EXPECT_EQ(headers.count("HOST"), 2U);
  EXPECT_EQ(headers.get("hos"), std::nullopt);
  EXPECT_EQ(headers.get("hosts"), std::nullopt);
}

TEST(HeadersTest, SetTakesThePlaceOfAllOfThatName) {
  Headers headers{{"a", "1"}, {"b", "2"}, {"A", "3"}};
  headers.set("a", "4");
  EXPECT_EQ(headers.count("a"), 1U);
  EXPECT_EQ(headers.get("a"), "4");
  EXPECT_EQ(headers.get("b"), "2");
}

TEST(MessageTest, AResponseHasItsType) {
  const Response made = response(404, "text/plain", "gone");
  EXPECT_EQ(made.status, 404);
  EXPECT_EQ(made.headers.get("content-type"), "text/plain");
  EXPECT_EQ(made.body, "gone");
}

TEST(MessageTest, AnAcceptHeaderCoversATypeByItsClosestRange) {
  struct Row {
    const char* header;
    bool covers_json;
    bool covers_events;
  };
  const Row rows[] = {
      {"application/json, text/event-stream", true, true},
      {"Application/JSON", true, false},
      {"*/*", true, true},
      {"text/*", false, true},
      {"text/*;q=0.1", false, true},
      {"text/event-stream;q=0, */*", true, false},
      {"*/*, text/event-stream; q=0.000", true, false},
      {"*/*;q=0, text/event-stream", false, true},
      {"text/*;q=0, text/event-stream", false, true},
      {"application/json;q=0.001", true, false},
      {"application/json;charset=utf-8;q=0", false, false},
      {"x/y;p=\"a, application/json;q=0\", text/event-stream", false, true},
      {"x/y;p=\"\\\", application/json\"", false, false},
      {"application/jsonx, application", false, false},
      {"", false, false},
      {",,;q=0", false, false},
      {"\"", false, false},
      {"*/*;\\", true, true},
  };
  for (const Row& row : rows) {
    const Headers headers{{"Accept", row.header}};
    EXPECT_EQ(accepts(headers, "application/json"), row.covers_json) << row.header;
    EXPECT_EQ(accepts(headers, "text/event-stream"), row.covers_events) << row.header;
  }
}

TEST(MessageTest, WithoutAnAcceptHeaderAllIsCovered) {
  EXPECT_TRUE(accepts({}, "application/json"));
}

TEST(MessageTest, SeveralAcceptHeadersAreOneList) {
  const Headers headers{{"Accept", "application/json"}, {"accept", "text/event-stream"}};
  EXPECT_TRUE(accepts(headers, "application/json"));
  EXPECT_TRUE(accepts(headers, "text/event-stream"));
}

TEST(MessageTest, AContentTypeHasNoParametersAndNoCase) {
  EXPECT_EQ(content_type({{"content-TYPE", " Application/JSON ; charset=utf-8"}}),
            "application/json");
  EXPECT_EQ(content_type({}), "");
}

}  // namespace
}  // namespace http
