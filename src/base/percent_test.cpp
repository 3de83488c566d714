#include "base/percent.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(PercentTest, WhatStandsForAByteIsDecodedOnceAndAllElseStays) {
  EXPECT_EQ(percent_decoded("%2ea%2Fb%41"), ".a/bA");
  EXPECT_EQ(percent_decoded("%252e"), "%2e");
  EXPECT_EQ(percent_decoded("%c3%a9"), "é");
  EXPECT_EQ(percent_decoded("a%00b"), std::string("a\0b", 3));
  for (const char* const text : {"", "%", "100%", "%2", "%zz", "%2g", "a+b"}) {
    EXPECT_EQ(percent_decoded(text), text);
  }
}

}  // namespace
}  // namespace base
