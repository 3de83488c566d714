#include "http/target.h"

#include <gtest/gtest.h>

namespace http {
namespace {

TEST(TargetTest, APathIsDecodedOnceAndTheQueryIsLeft) {
  struct Row {
    const char* text;
    const char* path;
    const char* query;
  };
  const Row rows[] = {
      {"/", "/", ""},
      {"/mcp?a=%20b&c", "/mcp", "a=%20b&c"},
      {"/a%20b%2Fc%2f", "/a b/c/", ""},
      {"/%2525", "/%25", ""},
      {"/%3Fx?y?z", "/?x", "y?z"},
      {"/a/../b", "/a/../b", ""},
      {"//host/x", "//host/x", ""},
      {"http://host:80/a?b", "/a", "b"},
      {"HTTPS://host", "/", ""},
      {"http://host?b", "/", "b"},
  };
  for (const Row& row : rows) {
    const auto target = target_from_text(row.text);
    ASSERT_TRUE(target) << row.text;
    EXPECT_EQ(target->path, row.path) << row.text;
    EXPECT_EQ(target->query, row.query) << row.text;
  }
}

TEST(TargetTest, WhatIsNoPathIsRefused) {
  for (const char* text : {"", "*", "a", "?x", "host:80", "ftp://host/a", "/%", "/%1", "/%zz",
                           "/a%2", "/%00", "/a%00b", "/a#b", "/%+1", "/% 1", "/%0x"}) {
    EXPECT_FALSE(target_from_text(text)) << text;
  }
}

}  // namespace
}  // namespace http
