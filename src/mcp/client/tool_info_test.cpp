#include "mcp/client/tool_info.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/client/header_value.h"

namespace mcp::client {
namespace {

using base::Json;
using Headers = std::vector<std::pair<std::string, std::string>>;

Json tool_with(const Json& properties) {
  return {{"name", "t"}, {"inputSchema", {{"type", "object"}, {"properties", properties}}}};
}
Json header(const char* type, const Json& name) { return {{"type", type}, {"x-mcp-header", name}}; }

TEST(ToolInfoTest, ASchemaIsKeptAsItCameAndSaysWhatItTakes) {
  const Json json = tool_with({{"memory_name", {{"$ref", "http://127.0.0.1/x"}}}});
  const auto tool = tool_from_json(json);
  ASSERT_TRUE(tool.ok());
  EXPECT_EQ(tool->input_schema.get(), json["inputSchema"]);
  EXPECT_TRUE(tool->takes("memory_name"));
  EXPECT_FALSE(tool->takes("memory_file_name"));
}

TEST(ToolInfoTest, HeadersThatTheProtocolForbidsMakeTheToolUnusable) {
  const std::vector<Json> rows = {{{"a", header("string", "")}},
                                  {{"a", header("string", "two words")}},
                                  {{"a", header("string", "x:y")}},
                                  {{"a", header("string", "é")}},
                                  {{"a", header("string", "t\t")}},
                                  {{"a", header("string", 7)}},
                                  {{"a", header("number", "N")}},
                                  {{"a", header("object", "N")}},
                                  {{"a", {{"x-mcp-header", "N"}}}},
                                  {{"a", header("string", "N")}, {"b", header("string", "n")}}};
  for (const Json& row : rows) {
    EXPECT_EQ(tool_from_json(tool_with(row)).error().code, base::Code::parse_error)
        << base::dump_line(row);
  }
}

TEST(ToolInfoTest, ArgumentsBecomeHeadersWhereverTheyStand) {
  const auto tool = tool_from_json(
      tool_with({{"s", header("string", "S")},
                 {"n", header("integer", "N")},
                 {"b", header("boolean", "B")},
                 {"missing", header("string", "M")},
                 {"none", header("string", "O")},
                 {"inner", {{"type", "object"}, {"properties", {{"x", header("string", "X")}}}}}}));
  ASSERT_TRUE(tool.ok());
  EXPECT_EQ(headers_for(*tool, {{"s", "grün"},
                                {"n", 42},
                                {"b", false},
                                {"none", nullptr},
                                {"inner", {{"x", ""}}},
                                {"other", 1}}),
            (Headers{{"Mcp-Param-S", "=?base64?Z3LDvG4=?="},
                     {"Mcp-Param-N", "42"},
                     {"Mcp-Param-B", "false"},
                     {"Mcp-Param-X", ""}}));
  EXPECT_EQ(headers_for(*tool, Json::array()), Headers{});
}

TEST(HeaderValueTest, OnlyWhatAHeaderCarriesUnchangedGoesPlain) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"", ""},
      {"us west", "us west"},
      {" x", "=?base64?IHg=?="},
      {"x ", "=?base64?eCA=?="},
      {"a\nb", "=?base64?YQpi?="},
      {"=?base64?eCA=?=", "=?base64?PT9iYXNlNjQ/ZUNBPT89?="}};
  for (const auto& [text, wanted] : rows) EXPECT_EQ(header_value(text), wanted);
}

}  // namespace
}  // namespace mcp::client
