#include "mcp/http_headers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/testing_server.h"

namespace mcp {
namespace {

using base::Json;

struct HeaderScene : TestScene {
  HeaderScene() {
    add("regional", [](const Json&, CallContext&) { return text_result(""); })
        ->description()
        .input_schema = base::JsonBox(Json::parse(R"({"type":"object","properties":{
          "region":{"type":"string","x-mcp-header":"Region"},
          "count":{"type":"integer","x-mcp-header":"Count"},"plain":{"type":"string"}}})"));
  }
  // Whether the headers agree with the body.
  bool agree(const http::Headers& headers, const char* method, Json params) {
    params["_meta"] = modern_meta();
    const auto problem = header_problem(headers, request_of(1, method, params), catalogue);
    EXPECT_EQ(problem ? problem->code : -32020, -32020);
    return !problem;
  }
};

http::Headers headers_of(const char* method, std::vector<http::Header> more = {}) {
  http::Headers headers{{"mcp-protocol-version", "2026-07-28"}, {"MCP-METHOD", method}};
  for (http::Header& header : more) headers.add(header.name, header.value);
  return headers;
}

TEST(HttpHeadersTest, VersionAndMethodMustBeThereAndAgree) {
  HeaderScene scene;
  EXPECT_TRUE(scene.agree(headers_of("tools/list"), "tools/list", Json::object()));
  EXPECT_TRUE(scene.agree(headers_of("  tools/list "), "tools/list", Json::object()));
  EXPECT_FALSE(scene.agree(headers_of("TOOLS/LIST"), "tools/list", Json::object()));
  EXPECT_FALSE(scene.agree(headers_of("prompts/list"), "tools/list", Json::object()));
  EXPECT_FALSE(scene.agree({{"MCP-Protocol-Version", "2026-07-28"}}, "tools/list", Json::object()));
  EXPECT_FALSE(scene.agree({{"Mcp-Method", "tools/list"}}, "tools/list", Json::object()));
  EXPECT_FALSE(scene.agree(headers_of("tools/list", {{"Mcp-Method", "tools/list"}}), "tools/list",
                           Json::object()));
  EXPECT_FALSE(scene.agree({{"MCP-Protocol-Version", "v999"}, {"Mcp-Method", "tools/list"}},
                           "tools/list", Json::object()));
}

TEST(HttpHeadersTest, TheNameMustAgreeWhereTheMethodHasOne) {
  HeaderScene scene;
  struct Row {
    const char* method;
    const char* member;
    const char* value;
    const char* header;
    bool agrees;
  };
  const std::vector<Row> rows = {
      {"tools/call", "name", "echo", "echo", true},
      {"tools/call", "name", "echo", "=?base64?ZWNobw==?=", true},
      {"tools/call", "name", "echo", "=?base64?ZWNobw?=", false},
      {"tools/call", "name", "echo", "Echo", false},
      {"tools/call", "name", "echo", nullptr, false},
      {"prompts/get", "name", "ä", "=?base64?w6Q=?=", true},
      {"resources/read", "uri", "test://a", "test://a", true},
      {"resources/read", "uri", "test://a", "test://b", false},
      {"tools/call", "other", "x", nullptr, true},  // The body's own fault: -32602 later.
      {"completion/complete", "name", "x", nullptr, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.header == nullptr ? "none" : row.header);
    std::vector<http::Header> more;
    if (row.header != nullptr) more.push_back({"Mcp-Name", row.header});
    EXPECT_EQ(scene.agree(headers_of(row.method, more), row.method, {{row.member, row.value}}),
              row.agrees);
  }
}

TEST(HttpHeadersTest, ArgumentsInHeadersMustAgreeWithTheBody) {
  HeaderScene scene;
  const auto agree = [&](Json arguments, std::vector<http::Header> more) {
    more.push_back({"Mcp-Name", "regional"});
    return scene.agree(headers_of("tools/call", more), "tools/call",
                       {{"name", "regional"}, {"arguments", std::move(arguments)}});
  };
  EXPECT_TRUE(agree(Json::object(), {}));
  EXPECT_TRUE(agree({{"plain", "x"}}, {}));
  EXPECT_TRUE(agree({{"region", "Hello"}}, {{"mcp-param-region", "Hello"}}));
  EXPECT_TRUE(agree({{"region", "Hello"}}, {{"Mcp-Param-Region", "=?base64?SGVsbG8=?="}}));
  EXPECT_TRUE(agree({{"region", "=?base64?SGVs"}}, {{"Mcp-Param-Region", "=?base64?SGVs"}}));
  EXPECT_TRUE(agree({{"count", 7}}, {{"Mcp-Param-Count", "7"}}));
  EXPECT_TRUE(agree({{"count", 7}}, {{"Mcp-Param-Count", "7.0"}}));
  EXPECT_FALSE(agree({{"count", 7}}, {{"Mcp-Param-Count", "8"}}));
  EXPECT_FALSE(agree({{"count", 7}}, {{"Mcp-Param-Count", "x"}}));
  EXPECT_FALSE(agree({{"region", "Hello"}}, {}));
  EXPECT_FALSE(agree({{"region", "Hello"}}, {{"Mcp-Param-Region", "hello"}}));
  EXPECT_FALSE(agree({{"region", "Hello"}}, {{"Mcp-Param-Region", "=?base64?SGVs!!!bG8=?="}}));
  EXPECT_FALSE(agree(Json::object(), {{"Mcp-Param-Region", "x"}}));
}

TEST(HttpHeadersTest, TheEraIsToldByHeaderOrBody) {
  EXPECT_TRUE(is_modern(headers_of("x"), Json()));
  EXPECT_TRUE(is_modern({}, {{"_meta", modern_meta()}}));
  EXPECT_FALSE(is_modern({{"MCP-Protocol-Version", "2025-11-25"}}, Json()));
  EXPECT_FALSE(is_modern({}, {{"_meta", {{"progressToken", 1}}}}));
}

}  // namespace
}  // namespace mcp
