#include "store/python_json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/characters.h"

namespace store {
namespace {

using base::Code;
using base::Json;

// What Python 3.11 writes with json.dump(..., indent=2).
constexpr const char* kOddDocument = R"({
  "e": {},
  "l": [],
  "n": [
    [],
    {},
    [
      1,
      {
        "a": []
      }
    ]
  ],
  "f": [
    0.5,
    1.0,
    1e+16,
    9999999999999998.0,
    1234567890123456.0,
    1e-05,
    0.0001,
    1.5e+300,
    -0.0,
    3.141592653589793,
    5e-324,
    123456789.125
  ],
  "i": [
    0,
    -1,
    9223372036854775807,
    -9223372036854775808,
    9223372036854775808,
    18446744073709551616,
    1180591620717411303424,
    -1180591620717411303424
  ],
  "s": "\u00e9 \u20ac \ud83d\ude00 \"\\/\b\f\n\r\t\u0000\u001f\u007f \udcff \ud7ff",
  "k\u00e9y\n": null,
  "t": [
    true,
    false,
    null
  ],
  "nan": [
    NaN,
    Infinity,
    -Infinity
  ]
})";

// S4-80
TEST(PythonJsonTest, WhatPythonWroteIsWrittenBackByteForByte) {
  for (const char* text :
       {kOddDocument, "{}", "[]", "null", "\"\"", "-1", "{\n  \"\": [\n    {}\n  ]\n}"}) {
    const auto parsed = parse_python_json(text);
    ASSERT_TRUE(parsed.ok()) << text << parsed.error().message;
    EXPECT_EQ(dump_python_json(*parsed), text);
  }
}

TEST(PythonJsonTest, ANumberKeepsTheFormItWasWrittenIn) {
  for (const char* number : {"1.50", "1e5", "1E5", "-0", "0.00001", "100000000000000000000.25",
                             "1e-400", "12345678901234567890123456789012345678901234567890"}) {
    const auto parsed = parse_python_json(number);
    ASSERT_TRUE(parsed.ok()) << number;
    EXPECT_EQ(dump_python_json(*parsed), number);
    EXPECT_EQ(number_text(*parsed), number);
  }
  EXPECT_EQ(number_text(Json(std::uint64_t{18446744073709551615U})), "18446744073709551615");
  EXPECT_EQ(number_text(Json("1")), "");
  EXPECT_EQ(number_text(Json(true)), "");
}

TEST(PythonJsonTest, AnOrdinaryNumberIsANumber) {
  EXPECT_EQ(parse_python_json("1702345678")->get<std::int64_t>(), 1702345678);
  EXPECT_EQ(parse_python_json("0.25")->get<double>(), 0.25);
}

// As repr() has them.
TEST(PythonJsonTest, ANumberOfOursIsWrittenAsPythonWritesIt) {
  const std::pair<double, const char*> rows[] = {
      {1, "1.0"},      {-0.0, "-0.0"},   {1234567890123456, "1234567890123456.0"},
      {1e16, "1e+16"}, {1e-4, "0.0001"}, {1e-5, "1e-05"},
      {0.1, "0.1"},    {1e22, "1e+22"},  {-1.5e-300, "-1.5e-300"}};
  for (const auto& [value, text] : rows) EXPECT_EQ(dump_python_json(Json(value)), text);
}

TEST(PythonJsonTest, OfAKeyThatOccursTwiceTheLastValueCounts) {
  EXPECT_EQ(*parse_python_json(R"({"a": 1, "b": 2, "a": {"x": 1}})"),
            (Json{{"a", {{"x", 1}}}, {"b", 2}}));
  // In a large object too, which is searched in another way.
  std::string text = "{\"a\": 0";
  for (int i = 0; i < 100; ++i) text += ", \"k" + std::to_string(i) + "\": " + std::to_string(i);
  text += ", \"k50\": -1, \"a\": 7}";
  const Json parsed = *parse_python_json(text);
  EXPECT_EQ(parsed.size(), 101U);
  EXPECT_EQ(parsed["k50"], -1);
  EXPECT_EQ(parsed.begin().key(), "a");
  EXPECT_EQ(parsed["a"], 7);
}

TEST(PythonJsonTest, WhatIsNoJsonIsRefused) {
  const std::string nul = std::string("{}") + '\0' + "x";
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("{} x"), std::string("{'a': 1}"), nul,
        std::string("\"\xFF\""), std::string("\"\\ud800\""), std::string("[1,]"),
        std::string("\xEF\xBB\xBF{}"), std::string("01")}) {
    const auto parsed = parse_python_json(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.error().code, Code::parse_error) << text;
  }
}

TEST(PythonJsonTest, EveryBeginningOfADocumentIsRefused) {
  const std::string text = kOddDocument;
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(parse_python_json(std::string_view(text).substr(0, size)).ok()) << size;
  }
}

TEST(PythonJsonTest, DepthAndSizeHaveLimits) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(parse_python_json(deep).error().code, Code::parse_error);
  EXPECT_EQ(parse_python_json("[[[]]]", {.depth_max = 2}).error().code, Code::parse_error);
  EXPECT_TRUE(parse_python_json("[[[]]]", {.depth_max = 3}).ok());
  EXPECT_EQ(parse_python_json("[1, 2]", {.bytes_max = 5}).error().code, Code::too_large);
}

// Very many keys in one object: with a search for each this would take minutes.
TEST(PythonJsonTest, ManyKeysAreReadInOneGo) {
  std::string text = "{\"k\": 0";
  for (int i = 0; i < 100'000; ++i) text += ",\"" + std::to_string(i) + "\":1";
  EXPECT_EQ(parse_python_json(text + "}")->size(), 100'001U);
}

TEST(PythonJsonTest, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(dump_python_json(Json("a\xFFz\xC3")), "\"a\\ufffdz\\ufffd\"");
}

Json random_value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
    case 0:
      return *rc::gen::arbitrary<std::int64_t>();
    case 1:
      return *rc::gen::arbitrary<double>();
    case 2:
      return *rc::gen::arbitrary<bool>();
    case 3:
      return valid_utf8(*rc::gen::arbitrary<std::string>());
    case 4:
      return nullptr;
    case 5: {
      Json list = Json::array();
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) list.push_back(random_value(depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        object[valid_utf8(*rc::gen::arbitrary<std::string>())] = random_value(depth - 1);
      }
      return object;
    }
  }
}

TEST(PythonJsonTest, WhatIsWrittenReadsBackAsTheSameValue) {
  EXPECT_TRUE(rc::check([] {
    const Json value = random_value(3);
    const std::string text = dump_python_json(value);
    const auto parsed = parse_python_json(text);
    RC_ASSERT(parsed.ok());
    RC_ASSERT(*parsed == value);
    RC_ASSERT(dump_python_json(*parsed) == text);
  }));
}

TEST(CharactersTest, LettersAndDigitsAreThoseOfPython) {
  for (const char32_t code : {U'é', U'日', U'²', U'½', U'Ⅷ', U'٣', U'ß', U'ह', U'\U0001D7D8'}) {
    EXPECT_TRUE(is_letter_or_digit(code)) << static_cast<unsigned>(code);
  }
  for (const char32_t code :
       {U' ', U'.', U'\u00A0', U'·', U'×', U'\u0301', U'\u200B', U'€', U'—', U'😀', U'\u094D',
        U'\uE000', U'\uFFFD', kNoCharacter, char32_t{0xD800}}) {
    EXPECT_FALSE(is_letter_or_digit(code)) << static_cast<unsigned>(code);
  }
}

TEST(CharactersTest, BytesThatAreNoCharacterAreTakenOneByOne) {
  for (const char* text :
       {"\xFF", "\x80", "\xC3", "\xC0\x80", "\xE2\x82", "\xF5\x80\x80\x80", "\xF8"}) {
    const Character first = first_character(text);
    EXPECT_EQ(first.code, kNoCharacter) << text;
    EXPECT_EQ(first.bytes, 1U) << text;
  }
  EXPECT_EQ(first_character("\xED\xB3\xBF").code, char32_t{0xDCFF});
  EXPECT_EQ(valid_utf8("a\xED\xB3\xBF\xFF"), "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace
}  // namespace store
