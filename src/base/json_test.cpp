#include "base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace base {
namespace {

std::string nested(int levels) {
  const auto count = static_cast<std::size_t>(levels);
  return std::string(count, '[') + std::string(count, ']');
}

std::string nested_objects(int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += "{\"a\":";
  return text + "1" + std::string(static_cast<std::size_t>(levels), '}');
}

// B0-23
TEST(JsonTest, WhatASignedNoteMayNotHaveIsRefused) {
  using namespace std::string_literals;
  struct Row {
    const char* what;
    std::string text;
    const char* message;  // A part of it.
  };
  const std::vector<Row> rows = {
      {"nothing", "", "not valid JSON"},
      {"only space", " \n", "not valid JSON"},
      {"a key twice", R"({"a":1,"b":2,"a":1})", "key \"a\" occurs twice"},
      {"a key twice by an escape", R"({"a":1,"\u0061":1})", "key \"a\" occurs twice"},
      {"an inner key twice", R"([{"x":{"k":1,"k":2}}])", "key \"k\" occurs twice"},
      {"a high surrogate alone", R"("\ud800")", "surrogate"},
      {"a low surrogate alone", R"("\udc00")", "surrogate"},
      {"a high surrogate before a letter", R"("\ud800a")", "surrogate"},
      {"two high surrogates", R"("\ud800\ud800")", "surrogate"},
      {"a surrogate in bytes", "\"\xed\xa0\x80\"", "UTF-8"},
      {"a stray byte", "\"\xff\"", "UTF-8"},
      {"an overlong slash", "\"\xc0\xaf\"", "UTF-8"},
      {"a cut character", "\"\xe2\x82\"", "UTF-8"},
      {"beyond Unicode", "\"\xf4\x90\x80\x80\"", "UTF-8"},
      {"129 lists", nested(129), "deeper than 128"},
      {"129 objects", nested_objects(129), "deeper than 128"},
      {"bytes behind it", "{} x", "not valid JSON"},
      {"a second document", "{}{}", "not valid JSON"},
      {"a comma behind it", "[1,]", "not valid JSON"},
      {"a NUL behind it", "{}\0"s, "NUL"},
      {"a document behind a NUL", "{\"a\":1}\0{\"a\":2}"s, "NUL"},
      {"a NUL before it", "\0{}"s, "NUL"},
      {"a NUL in a string", "\"a\0b\""s, "NUL"},
      {"a raw control character", "\"a\nb\"", "not valid JSON"},
      {"a comment", "{} // x", "not valid JSON"},
      {"single quotes", "{'a':1}", "not valid JSON"},
      {"not a number", "NaN", "not valid JSON"},
      {"a number too large", "1e999", "not valid JSON"},
      {"a leading zero", "01", "not valid JSON"},
      {"an open end", "{\"a\":[1", "not valid JSON"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const Result<Json> json = parse_json(row.text);
    ASSERT_FALSE(json.ok());
    EXPECT_EQ(json.error().code, Code::parse_error);
    EXPECT_NE(json.error().message.find(row.message), std::string::npos) << json.error().message;
  }
}

TEST(JsonTest, AnErrorSaysWhere) {
  const Result<Json> json = parse_json("{\n  \"a\": nope\n}");
  EXPECT_NE(json.error().message.find("line 2, column"), std::string::npos) << json.error().message;
  EXPECT_EQ(json.error().message.find("json.exception"), std::string::npos);
}

// A large object remembers its keys in another way than a small one.
TEST(JsonTest, AKeyThatOccursTwiceIsSeenInAnObjectOfAnySize) {
  for (int count = 1; count < 40; ++count) {
    std::string members;
    for (int i = 0; i < count; ++i) members += "\"k" + std::to_string(i) + "\":{\"x\":1},";
    EXPECT_TRUE(parse_json("{" + members + "\"last\":1}").ok()) << count;
    for (const int twice : {0, count / 2, count - 1}) {
      EXPECT_FALSE(parse_json("{" + members + "\"k" + std::to_string(twice) + "\":1}").ok())
          << count << " " << twice;
    }
  }
}

TEST(JsonTest, ADocumentAtTheLimitsIsRead) {
  EXPECT_TRUE(parse_json(nested(128)).ok());
  EXPECT_TRUE(parse_json(nested_objects(128)).ok());
  EXPECT_TRUE(parse_json("[1,2]", {.bytes_max = 5}).ok());
  EXPECT_EQ(parse_json("[1, 2]", {.bytes_max = 5}).error().code, Code::too_large);
  EXPECT_FALSE(parse_json("[[]]", {.depth_max = 1}).ok());
  EXPECT_EQ(parse_json("\"\xf0\x9f\x98\x80\"").value().get<std::string>(), "\xf0\x9f\x98\x80");
  EXPECT_EQ(parse_json(R"("\ud83d\ude00")").value().get<std::string>(), "\xf0\x9f\x98\x80");
}

// Two parsers may read a document; which of them does must not matter.
TEST(JsonTest, NumbersAreReadAsTheLibraryReadsThem) {
  for (const char* number : {"0",
                             "-0",
                             "-1",
                             "2147483648",
                             "-2147483649",
                             "9223372036854775807",
                             "9223372036854775808",
                             "-9223372036854775808",
                             "-9223372036854775809",
                             "18446744073709551616",
                             "0.1",
                             "-0.0",
                             "1e3",
                             "1E-7",
                             "123456789012345678",
                             "2.2250738585072014e-308",
                             "5e-324",
                             "0.30000000000000004",
                             "0e251",
                             "-0e1",
                             "1e-999",
                             "0.0000001",
                             "100000000000000000000000",
                             "1.7976931348623157e308",
                             "9007199254740993",
                             "3.141592653589793238462643"}) {
    const Json expected = Json::parse(number);
    const Result<Json> json = parse_json(number);
    ASSERT_TRUE(json.ok()) << number;
    EXPECT_EQ(json->type(), expected.type()) << number;
    EXPECT_EQ(dump_line(*json), dump_line(expected)) << number;
  }
}

TEST(JsonTest, KeysKeepTheirOrderAndValuesTheirKind) {
  const std::string text =
      R"({"z":1,"a":[null,true,false,-5,18446744073709551615,0.5,"t",{},[]],"m":{"b":1,"a":2}})";
  EXPECT_EQ(dump_line(parse_json(text).value()), text);
}

TEST(JsonTest, PrettyTextHasTwoSpacesAndAFinalNewline) {
  EXPECT_EQ(dump_pretty(parse_json(R"({"a":[1],"b":{}})").value()),
            "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}\n");  // S0-22
}

TEST(JsonTest, WritingNeverFailsOnBytesThatAreNoText) {
  EXPECT_EQ(dump_line(Json("a\xff")), "\"a\xef\xbf\xbd\"");
}

TEST(JsonTest, AnEmptyTextIsNullWhereThatIsMeant) {
  EXPECT_EQ(text_or_null("a"), "a");
  EXPECT_EQ(text_or_null(""), Json());
}

TEST(JsonTest, AMemberThatIsNotThereIsNullAndItsTextEmpty) {
  const Json object = {{"text", "a"}, {"number", 1}, {"list", {"b"}}};
  EXPECT_EQ(text_at(object, "text"), "a");
  EXPECT_EQ(member_at(object, "number"), 1);
  for (const char* key : {"number", "list", "none", ""}) EXPECT_EQ(text_at(object, key), "") << key;
  for (const Json& other : {object, Json(), Json("text"), Json(1), Json::array({"text"})}) {
    EXPECT_TRUE(member_at(other, "none").is_null()) << other;
    EXPECT_EQ(text_at(other, "none"), "") << other;
  }
}

TEST(JsonTest, AFlagThatIsNotThereIsFalse) {
  const Json object = {{"yes", true}, {"no", false}, {"text", "true"}, {"number", 1}};
  EXPECT_TRUE(flag_at(object, "yes"));
  for (const char* key : {"no", "text", "number", "none"})
    EXPECT_FALSE(flag_at(object, key)) << key;
  for (const Json& other : {Json(), Json(true), Json::array({true})}) {
    EXPECT_FALSE(flag_at(other, "yes")) << other;
  }
}

TEST(JsonTest, ABoxIsNullUntilItIsFilledAndCopiesDeeply) {
  JsonBox box;
  EXPECT_TRUE(box.get().is_null());
  EXPECT_TRUE(box == JsonBox(Json()));
  box.get()["a"] = 1;
  JsonBox copy = box;
  copy.get()["a"] = 2;
  EXPECT_EQ(box.get()["a"], 1);
  EXPECT_FALSE(box == copy);
  copy = box;
  EXPECT_TRUE(box == copy);
  const JsonBox taken = std::move(box);
  EXPECT_EQ(taken.get()["a"], 1);
  EXPECT_TRUE(box.get().is_null());  // NOLINT: the header promises it.
  const JsonBox& self = copy;
  copy = self;
  EXPECT_EQ(copy.get()["a"], 1);
}

// Our writer is quicker than the library's and must not be told from it.
TEST(JsonTest, ALineIsWrittenAsTheLibraryWritesIt) {
  Json all = {{"empty", {{"list", Json::array()}, {"object", Json::object()}, {"text", ""}}},
              {"numbers", {0, -1, 18446744073709551615U, -9223372036854775807LL, 1.5, 1e300, -0.0}},
              {"others", {nullptr, true, false}},
              {"quote\"d", "back\\slash /slash"},
              {"utf8", "\u00e9 \u20ac \U0001f600 \x7f"},
              {"broken", "a\xff z \xe2\x82"}};
  std::string controls;
  for (char c = 0; c < ' '; ++c) controls += c;
  all["controls"] = controls + "end";
  // At every place of a word of eight bytes.
  for (std::size_t at = 0; at < 17; ++at) {
    for (const char* odd :
         {"\"", "\\", "\n", "\x1f", " ", "\xc3\xa9", "\xff", "\x7f", "~", "!", "#"}) {
      std::string text(17, 'x');
      all["places"].push_back(text.insert(at, odd));
    }
  }
  EXPECT_EQ(dump_line(all), all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace
}  // namespace base
