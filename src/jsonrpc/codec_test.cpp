#include "jsonrpc/codec.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace jsonrpc {
namespace {

base::Json only(std::string_view text, bool allow_batches = false) {
  const DecodedText decoded = decode(text, {.allow_batches = allow_batches});
  EXPECT_EQ(decoded.items.size(), 1U);
  return std::visit([](const auto& item) { return to_json(item); }, decoded.items.front());
}

bool is_refusal(std::string_view text) {
  return std::holds_alternative<Response>(decode(text, {}).items.front());
}

TEST(CodecTest, AMessageComesBackAsItWas) {
  for (const char* text : {
           R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
           R"({"jsonrpc":"2.0","id":-7,"method":"m","params":[]})",
           R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"x":null}})",
           R"({"jsonrpc":"2.0","id":"","method":"m"})",
           R"({"jsonrpc":"2.0","id":9223372036854775807,"method":"m"})",
           R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
           R"({"jsonrpc":"2.0","id":1,"result":{}})",
           R"({"jsonrpc":"2.0","id":1,"result":null})",
           R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no","data":[1]}})",
           R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}})",
       }) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(is_refusal(text));
    EXPECT_EQ(base::dump_line(only(text)), text);
  }
}

TEST(CodecTest, WhatIsNoMessageIsAnsweredWithTheRightCode) {
  struct Row {
    const char* text;
    int code;
    const char* id;  // Of the answer; null: none.
  };
  const std::vector<Row> rows = {
      {"", kParseError, nullptr},
      {"{", kParseError, nullptr},
      {"{}x", kParseError, nullptr},
      {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})", kParseError, nullptr},
      {"\"\xff\"", kParseError, nullptr},
      {"1", kInvalidRequest, nullptr},
      {"null", kInvalidRequest, nullptr},
      {"{}", kInvalidRequest, nullptr},
      {"[]", kInvalidRequest, nullptr},
      {R"([{"jsonrpc":"2.0","id":1,"method":"m"}])", kInvalidRequest, nullptr},
      {R"({"id":1,"method":"m"})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"1.0","id":"x","method":"m"})", kInvalidRequest, "\"x\""},
      {R"({"jsonrpc":2.0,"id":1,"method":"m"})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":7})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":"m","params":"p"})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":"m","params":null})", kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":null,"method":"m"})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"m"})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"m"})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":{},"method":"m"})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}})", kInvalidRequest,
       nullptr},
      {R"({"jsonrpc":"2.0","result":1})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1,"error":{"code":1e99,"message":"m"}})", kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1,"error":"m"})", kInvalidRequest, nullptr},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_TRUE(is_refusal(row.text));
    const base::Json answer = only(row.text);
    EXPECT_EQ(answer["error"]["code"], row.code);
    EXPECT_EQ(answer.contains("id") ? base::dump_line(answer["id"]) : "",
              row.id == nullptr ? "" : row.id);
  }
}

TEST(CodecTest, SizeAndDepthAreLimited) {
  const std::string deep = std::string(300, '[') + std::string(300, ']');
  EXPECT_EQ(only(deep)["error"]["code"], kParseError);
  const DecodedText large = decode(R"({"jsonrpc":"2.0","id":1,"method":"m"})",
                                   {.limits = {.bytes_max = 10, .depth_max = 5}});
  EXPECT_EQ(std::get<Response>(large.items.front()).error->code, kParseError);
}

TEST(CodecTest, ABatchIsTakenApartWhereTheRevisionHasThem) {
  const std::string text =
      R"([{"jsonrpc":"2.0","id":1,"method":"a"},7,{"jsonrpc":"2.0","method":"b"}])";
  const DecodedText decoded = decode(text, {.allow_batches = true});
  ASSERT_EQ(decoded.items.size(), 3U);
  EXPECT_TRUE(decoded.is_batch);
  EXPECT_TRUE(std::holds_alternative<Message>(decoded.items[0]));
  EXPECT_EQ(std::get<Response>(decoded.items[1]).error->code, kInvalidRequest);
  EXPECT_TRUE(std::holds_alternative<Notification>(std::get<Message>(decoded.items[2])));
  EXPECT_EQ(only("[]", true)["error"]["code"], kInvalidRequest);
  const DecodedText many = decode("[1,2,3]", {.allow_batches = true, .batch_size_max = 2});
  EXPECT_EQ(many.items.size(), 1U);
}

}  // namespace
}  // namespace jsonrpc
