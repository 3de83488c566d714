#include "host/server_entry.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host {
namespace {

using base::Json;

struct ShapeRow {
  ServerDialect dialect;
  const char* entry;
};
std::vector<ShapeRow> shape_rows() {
  return {{{.container = "mcpServers", .shape = ServerShape::plain, .hint = "h"},
           R"({"command":"/x/holdfast","args":["mcp"]})"},
          {{.container = "mcpServers", .shape = ServerShape::typed, .hint = "h"},
           R"({"type":"stdio","command":"/x/holdfast","args":["mcp"]})"},
          {{.container = "mcpServers", .shape = ServerShape::typed_local, .hint = "h"},
           R"({"type":"local","command":"/x/holdfast","args":["mcp"],"tools":["*"]})"},
          {{.container = "mcp", .shape = ServerShape::command_list, .hint = "h"},
           R"({"type":"local","command":["/x/holdfast","mcp"],"enabled":true})"}};
}

TEST(ServerEntryTest, EachShapeIsWrittenKnownChangedAndTakenOut) {
  for (const auto& [dialect, entry] : shape_rows()) {
    SCOPED_TRACE(entry);
    const std::string text = with_server(std::nullopt, "/x/holdfast", dialect).value();
    const Json document = Json::parse(text);
    EXPECT_EQ(document[dialect.container][kServerName].dump(), entry);
    EXPECT_EQ(server_entry(document, dialect), ServerEntry::own);
    EXPECT_EQ(with_server(text, "/x/holdfast", dialect).value(), text);
    const std::string moved = with_server(text, "holdfast", dialect).value();
    EXPECT_EQ(server_entry(Json::parse(moved), dialect), ServerEntry::shared);
    EXPECT_EQ(without_server(moved, ServerEntry::own, dialect).value(), moved);
    EXPECT_EQ(without_server(moved, ServerEntry::shared, dialect).value(), std::nullopt);
  }
}

TEST(ServerEntryTest, EveryOtherByteIsKeptAndAnotherProgramStays) {
  for (const auto& [dialect, entry] : shape_rows()) {
    const std::string servers = "\"" + std::string(dialect.container) + "\"";
    for (const std::string& text : {std::string("{}"), "{ " + servers + " :{} ,\n\"theme\":1}",
                                    "{" + servers + ":{\"o\":{\"command\" : \"x\"}} }"}) {
      SCOPED_TRACE(text);
      const std::string with = with_server(text, "/x/holdfast", dialect).value();
      EXPECT_EQ(without_server(with, ServerEntry::own, dialect).value(), text);
    }
    for (const std::string& text : {std::string("{"), std::string("[]"), "{" + servers + ":[]}"}) {
      EXPECT_EQ(with_server(text, "/x/holdfast", dialect).error().hint, "h");
    }
    const std::string foreign = "{" + servers + ":{\"session-state\":{\"command\":\"node\"}}}";
    EXPECT_EQ(with_server(foreign, "holdfast", dialect).error().code, base::Code::exists);
    EXPECT_EQ(without_server(foreign, ServerEntry::own, dialect).value(), foreign);
  }
}

}  // namespace
}  // namespace host
