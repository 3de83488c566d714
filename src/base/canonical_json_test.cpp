#include "base/canonical_json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace base {
namespace {

std::string canonical_of(std::string_view text) {
  const Result<Json> json = parse_json(text);
  if (!json.ok()) return "refused: " + json.error().message;
  const Result<std::string> canonical = canonical_json(*json);
  return canonical.ok() ? *canonical : "refused: " + canonical.error().message;
}

// RFC 8785, 3.2.2 and its hexadecimal dump in 3.2.4. B0-23.
TEST(CanonicalJsonTest, TheSampleOfTheRfcIsSpelledAsTheRfcSpellsIt) {
  EXPECT_EQ(canonical_of(R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })"),
            "{\"literals\":[null,true,false],"
            "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            "\"string\":\"\xe2\x82\xac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

// RFC 8785, 3.2.3: the emoji's surrogates (D83D) come before U+FB33, though its code point does
// not.
TEST(CanonicalJsonTest, KeysAreOrderedByUtf16CodeUnits) {
  EXPECT_EQ(canonical_of(R"({
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  })"),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xc2\x80\":\"Control\","
            "\"\xc3\xb6\":\"Latin Small Letter O With Diaeresis\",\"\xe2\x82\xac\":\"Euro Sign\","
            "\"\xf0\x9f\x98\x80\":\"Emoji: Grinning Face\","
            "\"\xef\xac\xb3\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(CanonicalJsonTest, KeysThatBeginAlikeAreOrderedByTheirTails) {
  EXPECT_EQ(canonical_of(R"({"ab":1,"a":2,"":3,"aa":4,"a\ufb33":5,"a\ud83d\ude00":6,
                            "a\ud83d\ude01":7,"B":8})"),
            "{\"\":3,\"B\":8,\"a\":2,\"aa\":4,\"ab\":1,\"a\xf0\x9f\x98\x80\":6,"
            "\"a\xf0\x9f\x98\x81\":7,\"a\xef\xac\xb3\":5}");
}

// RFC 8785, appendix B: the bits of a double and its spelling.
TEST(CanonicalJsonTest, NumbersAreSpelledAsInAppendixB) {
  struct Row {
    std::uint64_t bits;
    const char* text;
  };
  const std::vector<Row> rows = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const double number = std::bit_cast<double>(row.bits);
    EXPECT_EQ(number_text(number), row.text);
    EXPECT_EQ(canonical_json(Json(number)).value(), row.text);
  }
}

// B0-23: what other runtimes print as 1.0, -0.0 and \u2028.
TEST(CanonicalJsonTest, OneValueHasOneSpelling) {
  struct Row {
    const char* given;
    const char* canonical;
  };
  const std::vector<Row> rows = {
      {"1", "1"},
      {"1.0", "1"},
      {"1e0", "1"},
      {"-0", "0"},
      {"-0.0", "0"},
      {"1e21", "1e+21"},
      {"1e20", "100000000000000000000"},
      {"1e-6", "0.000001"},
      {"1e-7", "1e-7"},
      {"0.1", "0.1"},
      {"-1.50", "-1.5"},
      {"9007199254740993", "9007199254740993"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"18446744073709551615", "18446744073709551615"},
      {R"("\u2028\u2029")", "\"\xe2\x80\xa8\xe2\x80\xa9\""},
      {R"("\u0000\u001f\u007f")", "\"\\u0000\\u001f\x7f\""},
      {R"("\b\f\n\r\t\/")", "\"\\b\\f\\n\\r\\t/\""},
      {" [ ] ", "[]"},
      {"{ \"a\" : { } }", "{\"a\":{}}"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.given);
    EXPECT_EQ(canonical_of(row.given), row.canonical);
  }
}

TEST(CanonicalJsonTest, NumbersThatAreNotFiniteAreRefused) {
  for (const double number :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(canonical_json(Json{{"a", Json::array({number})}}).error().code, Code::invalid_value);
  }
}

// What cannot be written as it is signed would be a note that nobody can open again.
TEST(CanonicalJsonTest, TextThatIsNotUtf8IsRefused) {
  for (const std::string bad : {"\xff", "a\x80", "\xc3", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80",
                                "\xf4\x90\x80\x80", "\xf0\x80\x80\x80", "\xe0\x80\x80"}) {
    EXPECT_EQ(canonical_json(Json{{"a", bad}}).error().code, Code::invalid_value);
    EXPECT_EQ(canonical_json(Json{{bad, 1}}).error().code, Code::invalid_value);
  }
  for (const std::string good :
       {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(canonical_json(Json(good)).value(), "\"" + good + "\"");
  }
}

// The parser takes 128 levels, so what is signed may not have more. B0-23.
TEST(CanonicalJsonTest, WhatIsNestedTooDeepToBeReadAgainIsRefused) {
  Json json = 1;
  for (int level = 0; level < 128; ++level) json = Json::array({json});
  ASSERT_TRUE(canonical_json(json).ok());
  EXPECT_TRUE(parse_json(canonical_json(json).value()).ok());
  EXPECT_EQ(canonical_json(Json::array({json})).error().code, Code::invalid_value);
}

// Any document of up to four levels, with keys and texts that meet every branch of the ordering.
rc::Gen<std::string> text_gen() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                          "a", "b", "Z", "0", "\"", "\\", "\n", "\x01", "\xc3\xa9", "\xe2\x80\xa8",
                          "\xef\xac\xb3", "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x81")),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) text += part;
                        return text;
                      });
}

rc::Gen<double> number_gen() {
  return rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t bits) {
    const double number = std::bit_cast<double>(bits);
    return std::isfinite(number) ? number : 0.5;
  });
}

Json document_of(int levels) {
  switch (*rc::gen::inRange(0, levels > 0 ? 7 : 5)) {
    case 0:
      return nullptr;
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return *rc::gen::arbitrary<std::int64_t>();
    case 3:
      return *number_gen();
    case 4:
      return *text_gen();
    case 5: {
      Json list = Json::array();
      const int count = *rc::gen::inRange(0, 5);
      for (int i = 0; i < count; ++i) list.push_back(document_of(levels - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      const int count = *rc::gen::inRange(0, 20);
      for (int i = 0; i < count; ++i) object[*text_gen()] = document_of(levels - 2);
      return object;
    }
  }
}

Json shuffled(const Json& json, std::mt19937& random) {
  if (json.is_array()) {
    Json list = Json::array();
    for (const Json& item : json) list.push_back(shuffled(item, random));
    return list;
  }
  if (!json.is_object()) return json;
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  std::shuffle(keys.begin(), keys.end(), random);
  Json object = Json::object();
  for (const std::string& key : keys) object[key] = shuffled(json.at(key), random);
  return object;
}

// SC-2
TEST(CanonicalJsonTest, TheFormDoesNotDependOnTheOrderOfKeysAndReadsBackEqual) {
  EXPECT_TRUE(rc::check([] {
    const Json document = document_of(4);
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    const std::string canonical = canonical_json(document).value();
    RC_ASSERT(canonical_json(shuffled(document, random)).value() == canonical);
    const Result<Json> again = parse_json(canonical);
    RC_ASSERT(again.ok());
    RC_ASSERT(canonical_json(*again).value() == canonical);
    // Equal as values: the library compares objects in the order of their keys, so sort both.
    RC_ASSERT(nlohmann::json::parse(dump_line(document)) == nlohmann::json::parse(canonical));
  }));
}

TEST(CanonicalJsonTest, EveryNumberReadsBackAsItself) {
  EXPECT_TRUE(rc::check([] {
    const double number = *number_gen();
    RC_ASSERT(parse_json(number_text(number)).value().get<double>() == number);
  }));
}

}  // namespace
}  // namespace base
