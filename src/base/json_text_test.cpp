#include "base/json_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

namespace base {
namespace {

JsonText parsed(std::string text) {
  auto result = JsonText::parse(std::move(text));
  EXPECT_TRUE(result.ok()) << result.error().message;
  return *std::move(result);
}

const Json kValue = Json::parse(R"({"a":[1,{"b":"ü \" \n"}],"c":{},"d":[]})");

TEST(JsonTextTest, AMemberIsAddedInTheFilesOwnLayout) {
  struct Row {
    const char* before;
    const char* after;
  };
  const std::vector<Row> rows{
      {"{}", R"({"k": { "x": [ 1 ] }})"},
      {"{ }\n", "{\"k\": {\n  \"x\": [\n    1\n  ]\n} }\n"},
      {"{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"k\": {\n    \"x\": [\n      1\n    ]\n  }\n}\n"},
      {"{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"k\": {\n\t\t\"x\": [\n\t\t\t1\n\t\t]\n\t}\n}"},
      {"{\r\n    \"a\": 1\r\n}",
       "{\r\n    \"a\": 1,\r\n    \"k\": {\r\n        \"x\": [\r\n            1\r\n        ]\r\n"
       "    }\r\n}"},
      {R"({"a":1})", R"({"a":1, "k": { "x": [ 1 ] }})"},
      {"\xEF\xBB\xBF{\"a\":1}", "\xEF\xBB\xBF{\"a\":1, \"k\": { \"x\": [ 1 ] }}"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.before);
    JsonText text = parsed(row.before);
    ASSERT_TRUE(text.add_member({}, "k", Json{{"x", Json::array({1})}}).ok());
    EXPECT_EQ(text.text(), row.after);
    ASSERT_TRUE(text.remove({"k"}).ok());
    EXPECT_EQ(text.text(), row.before);
  }
}

TEST(JsonTextTest, WhatIsRemovedTakesItsCommaWithIt) {
  struct Row {
    const char* before;
    JsonPath path;
    const char* after;
  };
  const std::vector<Row> rows{
      {R"({"a":1,"b":2,"c":3})", {"a"}, R"({"b":2,"c":3})"},
      {R"({"a":1,"b":2,"c":3})", {"b"}, R"({"a":1,"c":3})"},
      {R"({"a":1 , "b":2 })", {"b"}, R"({"a":1 })"},
      {R"([ [1, 2], "]" , 3])", {1U}, R"([ [1, 2] , 3])"},
      {R"({ "a": 1 })", {"a"}, "{}"},
      {"{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}",
       {"a", "b", 0U},
       "{\n  \"a\": {\n    \"b\": []\n  }\n}"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.before);
    JsonText text = parsed(row.before);
    ASSERT_TRUE(text.remove(row.path).ok());
    EXPECT_EQ(text.text(), row.after);
  }
}

TEST(JsonTextTest, AValueIsFoundByItsPathWithItsLine) {
  const JsonText text = parsed("{\n  \"a\\u0062\": [10,\n    {\"}\": null}\n  ]\n}");
  EXPECT_EQ(text.bytes_of({"ab", 0U}), "10");
  EXPECT_EQ(text.bytes_of({"ab", 1U, "}"}), "null");
  EXPECT_EQ(text.line_of({"ab"}), 2U);
  EXPECT_EQ(text.line_of({"ab", 1U, "}"}), 3U);
  EXPECT_EQ(text.size_of({"ab"}), 2U);
  EXPECT_EQ(text.size_of({"ab", 0U}), 0U);
  for (const JsonPath& path : std::vector<JsonPath>{{"b"}, {0U}, {"ab", 2U}, {"ab", 0U, "x"}}) {
    EXPECT_FALSE(text.has(path));
    EXPECT_EQ(text.line_of(path), 0U);
  }
}

TEST(JsonTextTest, AContainerThatWasEmptyBeforeShowsIt) {
  JsonText text = parsed("{\n  \"there\": {}\n}");
  ASSERT_TRUE(text.add_member({"there"}, "k", Json{{"x", 1}}).ok());
  ASSERT_TRUE(text.add_member({}, "made", Json{{"x", 1}}).ok());
  EXPECT_FALSE(text.is_spaced({"there"}));
  EXPECT_TRUE(text.is_spaced({"made"}));
}

// S2-73, S2-114
TEST(JsonTextTest, AValueIsReplacedAndEveryOtherByteStays) {
  struct Row {
    const char* before;
    JsonPath path;
    Json value;
    const char* after;
  };
  const Json list = Json::array({1, 2});
  const std::vector<Row> rows{
      {R"({"a":1 ,"b" : 1.50})", {"a"}, "x", R"({"a":"x" ,"b" : 1.50})"},
      {R"({"a":[1]})", {"a"}, list, R"({"a":[ 1, 2 ]})"},
      {"{\n\t\"a\": [],\n\t\"b\": 2\n}\n",
       {"a"},
       list,
       "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t],\n\t\"b\": 2\n}\n"},
      {"{\r\n  \"a\": [1]\r\n}", {"a"}, list, "{\r\n  \"a\": [ 1, 2 ]\r\n}"},
      {"{\r\n  \"a\": null\r\n}",
       {"a"},
       Json{{"k", 1}},
       "{\r\n  \"a\": {\r\n    \"k\": 1\r\n  }\r\n}"},
      {"\xEF\xBB\xBF[ 1, [2, 3] ]", {1U, 0U}, nullptr, "\xEF\xBB\xBF[ 1, [null, 3] ]"},
      {" 7 ", {}, 8, " 8 "},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.before);
    JsonText text = parsed(row.before);
    ASSERT_TRUE(text.replace(row.path, row.value).ok());
    EXPECT_EQ(text.text(), row.after);
  }
}

TEST(JsonTextTest, SeveralElementsAreAddedInTheListsOwnLayout) {
  struct Row {
    const char* before;
    const char* after;
  };
  const std::vector<Row> rows{
      {R"({"a":[0]})", R"({"a":[0, 1, 2]})"},
      {R"({"a":[]})", R"({"a":[1, 2]})"},
      {"{\n  \"a\": [\n    0\n  ]\n}", "{\n  \"a\": [\n    0,\n    1,\n    2\n  ]\n}"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.before);
    JsonText text = parsed(row.before);
    ASSERT_TRUE(text.add_elements({"a"}, Json::array()).ok());
    EXPECT_EQ(text.text(), row.before);
    ASSERT_TRUE(text.add_elements({"a"}, Json::array({1, 2})).ok());
    EXPECT_EQ(text.text(), row.after);
  }
}

TEST(JsonTextTest, WhatIsNoJsonIsRefused) {
  for (const char* text :
       {"", " ", "{", "// x\n{}", "{\"a\":1,}", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "{'a':1}"}) {
    EXPECT_FALSE(JsonText::parse(text).ok()) << text;
  }
}

TEST(JsonTextTest, AnEditThatHasNoPlaceChangesNothing) {
  const std::string before = R"({"a":[1]})";
  JsonText text = parsed(before);
  EXPECT_EQ(text.add_member({}, "a", 1).error().code, Code::exists);
  EXPECT_EQ(text.add_member({"a"}, "b", 1).error().code, Code::not_found);
  EXPECT_EQ(text.add_element({}, 1).error().code, Code::not_found);
  EXPECT_EQ(text.add_elements({"b"}, Json::array({1})).error().code, Code::not_found);
  EXPECT_EQ(text.replace({"b"}, 1).error().code, Code::not_found);
  EXPECT_EQ(text.replace({"a", 1U}, 1).error().code, Code::not_found);
  EXPECT_EQ(text.remove({}).error().code, Code::not_found);
  EXPECT_EQ(text.remove({"a", 1U}).error().code, Code::not_found);
  EXPECT_EQ(text.text(), before);
}

std::string any_space(const std::string& newline) {
  std::string space;
  for (const int kind :
       *rc::gen::resize(4, rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4)))) {
    space += kind == 0 ? newline : kind == 1 ? "\t" : " ";
  }
  return space;
}

// A document with whitespace in every place where it is allowed.
std::string any_value(int depth, const std::string& newline, std::vector<JsonPath>& containers,
                      const JsonPath& path) {
  static const std::vector<std::string> kScalars{
      "0", "-1.5e3", "true", "null", R"("")", R"("a\"]}{[,:\\")", "\"\xC3\xBC\"", R"("\u00fc")"};
  // The document itself is a container, so that there is a place to add to.
  const int kind = path.empty() ? *rc::gen::element(1, 2)
                   : depth <= 0 ? 0
                                : *rc::gen::element(0, 1, 2);
  if (kind == 0) return *rc::gen::elementOf(kScalars);
  containers.push_back(path);
  const int count = *rc::gen::element(0, 1, 2, 3);
  std::string text = kind == 1 ? "{" : "[";
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ",";
    text += any_space(newline);
    JsonPath below = path;
    if (kind == 1) {
      const std::string key =
          (i == 0 ? "\"ke\\u0079" : "\"\\\\\xC3\xA4}") + std::to_string(i) + "\"";
      text += key + any_space(newline) + ":" + any_space(newline);
      below.emplace_back(Json::parse(key).get<std::string>());
    } else {
      below.emplace_back(static_cast<std::size_t>(i));
    }
    text += any_value(depth - 1, newline, containers, below) + any_space(newline);
  }
  if (count == 0) text += any_space(newline);
  return text + (kind == 1 ? "}" : "]");
}

RC_GTEST_PROP(JsonTextTest, AddingAndThenRemovingGivesBackTheSameBytes, ()) {
  const std::string newline = *rc::gen::element<std::string>("\n", "\r\n");
  std::vector<JsonPath> containers;
  std::string document = *rc::gen::element<std::string>("", "\xEF\xBB\xBF") + any_space(newline) +
                         any_value(3, newline, containers, {}) + any_space(newline);
  JsonText text = *JsonText::parse(document);
  std::vector<JsonPath> added;
  const int count = *rc::gen::element(1, 2, 3, 4);
  for (int i = 0; i < count; ++i) {
    JsonPath path = *rc::gen::elementOf(containers);
    const bool is_object = text.bytes_of(path).front() == '{';
    if (is_object) {
      const std::string key = "new \"" + std::to_string(i);
      RC_ASSERT(text.add_member(path, key, kValue).ok());
      path.emplace_back(std::string_view(key));
    } else {
      const std::size_t place = text.size_of(path);
      RC_ASSERT(text.add_element(path, kValue).ok());
      path.emplace_back(place);
    }
    RC_ASSERT(parse_json(text.bytes_of({})).ok());
    RC_ASSERT(*parse_json(text.bytes_of(path)) == kValue);
    added.push_back(path);
  }
  for (auto path = added.rbegin(); path != added.rend(); ++path) RC_ASSERT(text.remove(*path).ok());
  RC_ASSERT(text.text() == document);
}

// Whatever is replaced, the rest is the same document around it.
RC_GTEST_PROP(JsonTextTest, ReplacingTouchesNothingElse, ()) {
  std::vector<JsonPath> containers;
  const std::string document =
      any_value(3, *rc::gen::element<std::string>("\n", "\r\n"), containers, {});
  JsonText text = *JsonText::parse(document);
  const JsonPath path = *rc::gen::elementOf(containers);
  Json wanted = text.value();
  Json* inside = &wanted;
  for (const JsonStep& step : path)
    inside = step.key ? &(*inside)[*step.key] : &(*inside)[step.index];
  *inside = kValue;
  const auto before = static_cast<std::size_t>(text.bytes_of(path).data() - text.text().data());
  const std::size_t behind = document.size() - before - text.bytes_of(path).size();
  RC_ASSERT(text.replace(path, kValue).ok());
  RC_ASSERT(*parse_json(text.text()) == wanted);
  RC_ASSERT(text.text().substr(0, before) == document.substr(0, before));
  RC_ASSERT(text.text().ends_with(document.substr(document.size() - behind)));
}

// Whatever is taken out, the rest is the same document without it.
RC_GTEST_PROP(JsonTextTest, RemovingTouchesNothingElse, ()) {
  std::vector<JsonPath> containers;
  const std::string document = any_value(3, "\n", containers, {});
  JsonText text = *JsonText::parse(document);
  JsonPath path = *rc::gen::elementOf(containers);
  if (text.size_of(path) == 0) return;
  Json wanted = text.value();
  Json* inside = &wanted;
  for (const JsonStep& step : path)
    inside = step.key ? &(*inside)[*step.key] : &(*inside)[step.index];
  const std::size_t place = *rc::gen::element<std::size_t>(0, 1, 2) % text.size_of(path);
  if (inside->is_object()) {
    const std::string key = std::next(inside->begin(), static_cast<std::ptrdiff_t>(place)).key();
    path.emplace_back(std::string_view(key));
    inside->erase(key);
  } else {
    path.emplace_back(place);
    inside->erase(place);
  }
  RC_ASSERT(text.remove(path).ok());
  RC_ASSERT(*parse_json(text.text()) == wanted);
}

}  // namespace
}  // namespace base
