#include "mcp/schema_check.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mcp {
namespace {

using base::Json;

const char* const kSchema = R"({"type":"object","required":["name"],"additionalProperties":false,
  "properties":{
    "name":{"type":"string","minLength":2,"maxLength":4},
    "count":{"type":"integer","minimum":1,"maximum":9},
    "ratio":{"type":["number","null"]},
    "kind":{"enum":["a","b"]},
    "only":{"const":1},
    "flag":{"type":"boolean"},
    "never":false,
    "tags":{"type":"array","maxItems":2,"items":{"type":"string"}},
    "deep":{"type":"object","required":["x"],"properties":{"x":{"type":"array","items":{"type":
      "object","properties":{"y":{"type":"integer"}}}}}},
    "map":{"type":"object","additionalProperties":{"type":"string"}}}})";

TEST(SchemaCheckTest, NamesTheArgumentThatDoesNotFit) {
  struct Row {
    const char* value;
    const char* problem;
  };
  const std::vector<Row> rows = {
      {R"({"name":"ab"})", ""},
      {R"({"name":"äöüß"})", ""},
      {R"({"name":"ab","count":3.0,"ratio":null,"kind":"b","flag":true,"tags":["x"]})", ""},
      {R"({"name":"ab","deep":{"x":[{"y":1}],"z":2},"map":{"k":"v"}})", ""},
      {R"([])", "arguments: not of type object"},
      {R"({})", "name: missing"},
      {R"({"name":1})", "name: not of type string"},
      {R"({"name":"a"})", "name: shorter than 2"},
      {R"({"name":"abcde"})", "name: longer than 4"},
      {R"({"name":"ab","count":0})", "count: below 1"},
      {R"({"name":"ab","count":10})", "count: above 9"},
      {R"({"name":"ab","count":1.5})", "count: not of type integer"},
      {R"({"name":"ab","count":1e300})", "count: not of type integer"},
      {R"({"name":"ab","ratio":"x"})", "ratio: not of type number or null"},
      {R"({"name":"ab","kind":"c"})", R"(kind: not one of ["a","b"])"},
      {R"({"name":"ab","only":2})", "only: not 1"},
      {R"({"name":"ab","never":1})", "never: not allowed"},
      {R"({"name":"ab","tags":["a",2]})", "tags[1]: not of type string"},
      {R"({"name":"ab","tags":["a","b","c"]})", "tags: longer than 2"},
      {R"({"name":"ab","deep":{}})", "deep.x: missing"},
      {R"({"name":"ab","deep":{"x":[{"y":1},{"y":"1"}]}})", "deep.x[1].y: not of type integer"},
      {R"({"name":"ab","map":{"k":1}})", "map.k: not of type string"},
      {R"({"name":"ab","other":1})", "other: not an argument that is known here"},
  };
  const Json schema = Json::parse(kSchema);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.value);
    EXPECT_EQ(schema_problem(schema, Json::parse(row.value)).value_or(""), row.problem);
  }
}

TEST(SchemaCheckTest, WhatIsNoSchemaOrUnknownToItPasses) {
  for (const char* schema :
       {"null", "true", "{}", R"({"type":7,"required":3,"properties":[],"enum":1,
      "minimum":"x","pattern":"^a"})"}) {
    EXPECT_EQ(schema_problem(Json::parse(schema), {{"x", 1}}), std::nullopt);
  }
}

TEST(SchemaCheckTest, DepthIsLimited) {
  Json value = Json::object();
  Json schema = {{"type", "object"}};
  for (int i = 0; i < 100; ++i) {
    value = {{"x", value}};
    schema = {{"properties", {{"x", schema}}}};
  }
  EXPECT_TRUE(schema_problem(schema, value));
}

}  // namespace
}  // namespace mcp
