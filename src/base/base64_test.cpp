#include "base/base64.h"

#include <gtest/gtest.h>

#include <vector>

namespace base {
namespace {

TEST(Base64Test, BytesComeBackAsTheyWere) {
  struct Row {
    std::string bytes;
    std::string text;
    std::string url_text;
  };
  const std::vector<Row> rows = {
      {"", "", ""},
      {"f", "Zg==", "Zg"},
      {"fo", "Zm8=", "Zm8"},
      {"foo", "Zm9v", "Zm9v"},
      {"Hello", "SGVsbG8=", "SGVsbG8"},
      {std::string("\0\xff\xfe", 3), "AP/+", "AP_-"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(to_base64(row.bytes), row.text);
    EXPECT_EQ(to_base64url(row.bytes), row.url_text);
    EXPECT_EQ(bytes_from_base64(row.text), row.bytes);
    EXPECT_EQ(bytes_from_base64url(row.url_text), row.bytes);
  }
}

TEST(Base64Test, WhatIsNotExactlyBase64IsRefused) {
  for (const char* text :
       {"SGVsbG8", "SGVs!!!bG8=", "SGVsbG8==", "SGVs bG8=", "=", "Zh==", "AP_-", "Zg==Zg==", "Z"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(bytes_from_base64(text), std::nullopt);
  }
  for (const char* text : {"Zg==", "AP/+", "Zh", "Z"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(bytes_from_base64url(text), std::nullopt);
  }
}

}  // namespace
}  // namespace base
