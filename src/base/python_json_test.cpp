#include "base/python_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace base {
namespace {

// Every text here is the output of Python's json.dumps(json.loads(text), indent=2).
TEST(PythonJsonTest, ADocumentOfTheOtherToolStaysByteForByte) {
  const std::vector<std::string> texts = {
      "{}",
      "[]",
      "null",
      "true",
      "{\n  \"b\": 1,\n  \"a\": {\n    \"x\": [],\n    \"y\": {}\n  }\n}",
      "[\n  1,\n  [\n    \"a\",\n    null\n  ],\n  false\n]",
      R"("\u00e9\u20ac\ud83d\ude00")",
      R"("\u0000\u001f\u007f \" \\ / \b\f\n\r\t ~")",
      "{\n  \"\\u00e9 \\\"\": 1\n}",
      "0",
      "-1",
      "9223372036854775807",
      "18446744073709551615",
      "-9223372036854775808",
      "0.0",
      "-0.0",
      "1.0",
      "0.1",
      "1768728600.25",
      "0.0001",
      "1e-05",
      "1.5e-07",
      "1000000000000000.0",
      "9007199254740992.0",
      "1e+16",
      "1.2345678901234567e+19",
      "1.7976931348623157e+308",
      "5e-324",
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const auto json = parse_json(text);
    ASSERT_TRUE(json.ok()) << json.error().message;
    EXPECT_EQ(dump_python(*json), text);
  }
}

TEST(PythonJsonTest, OtherSpellingsBecomeThoseOfPython) {
  EXPECT_EQ(dump_python(*parse_json("{\"a\":\t[1,2]}\n")), "{\n  \"a\": [\n    1,\n    2\n  ]\n}");
  EXPECT_EQ(dump_python(*parse_json("1E2")), "100.0");
  EXPECT_EQ(dump_python(*parse_json("\"\xc3\xa9\"")), R"("\u00e9")");
}

TEST(PythonJsonTest, WhatJsonCannotSayIsLeftOut) {
  EXPECT_EQ(dump_python(Json(std::numeric_limits<double>::quiet_NaN())), "null");
  EXPECT_EQ(dump_python(Json(-std::numeric_limits<double>::infinity())), "null");
  EXPECT_EQ(dump_python(Json("a\xff")), R"("a\ufffd")");
}

}  // namespace
}  // namespace base
