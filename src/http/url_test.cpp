#include <gtest/gtest.h>

#include "http/client.h"

namespace http {
namespace {

TEST(UrlTest, AUrlIsAnAddressAHostAndATarget) {
  struct Row {
    const char* text;
    const char* host;
    const char* numeric;
    int port;
    const char* target;
  };
  const Row rows[] = {
      {"http://localhost:8080/mcp?x=1", "localhost:8080", "127.0.0.1", 8080, "/mcp?x=1"},
      {"HTTP://127.0.0.1", "127.0.0.1", "127.0.0.1", 80, "/"},
      {"http://127.0.0.1?x", "127.0.0.1", "127.0.0.1", 80, "/?x"},
      {"http://[::1]/a", "[::1]", "::1", 80, "/a"},
      {"http://[::1]:81/a#part", "[::1]:81", "::1", 81, "/a"},
  };
  for (const Row& row : rows) {
    const auto url = url_from_text(row.text);
    ASSERT_TRUE(url.ok()) << row.text;
    EXPECT_EQ(url->host, row.host);
    EXPECT_EQ(url->address.host, row.numeric);
    EXPECT_EQ(url->address.port, row.port);
    EXPECT_EQ(url->target, row.target);
  }
}

TEST(UrlTest, OtherSchemesNamesAndBrokenTextsAreRefused) {
  for (const char* text :
       {"", "http://", "http:///a", "https://127.0.0.1/", "127.0.0.1:80/", "http://example.org/",
        "http://user@127.0.0.1/", "http://127.0.0.1:99999/", "http://127.0.0.1/a b",
        "http://127.0.0.1/a\r\nHost: x", "http://127.0.0.1/\xc3\xa9", "http://::1/"}) {
    const auto url = url_from_text(text);
    ASSERT_FALSE(url.ok()) << text;
    EXPECT_EQ(url.error().code, base::Code::invalid_value) << text;
  }
}

}  // namespace
}  // namespace http
