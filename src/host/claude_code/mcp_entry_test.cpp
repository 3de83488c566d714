#include "host/claude_code/mcp_entry.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::claude_code {
namespace {

using base::Code;
using base::Json;

ServerEntry entry_of(const std::string& server) {
  return server_entry(Json::parse(R"({"mcpServers":{"session-state":)" + server + "}}"));
}

// S1-55, S1-70
TEST(McpEntry, AnEntryIsKnownByItsProgramAndItsFirstArgument) {
  EXPECT_EQ(entry_of(R"({"command":"holdfast","args":["mcp"]})"), ServerEntry::shared);
  EXPECT_EQ(entry_of(R"({"command":"/a b/brain","args":["mcp","--json"]})"), ServerEntry::own);
  for (const char* other :
       {R"({"command":"node","args":["mcp"]})", R"({"command":"holdfast","args":["run"]})",
        R"({"command":"holdfast","args":[]})", R"({"command":"holdfast"})", R"({"args":["mcp"]})",
        R"({"command":["holdfast"],"args":["mcp"]})", R"({"command":"holdfast","args":{"mcp":1}})",
        R"({"type":"http","url":"http://127.0.0.1:1/mcp"})", "null", "[]", "\"holdfast\""}) {
    EXPECT_EQ(entry_of(other), ServerEntry::foreign) << other;
  }
  for (const char* document : {"{}", "[]", "null", R"({"mcpServers":[]})",
                               R"({"mcpServers":{"other":{"command":"holdfast"}}})"}) {
    EXPECT_EQ(server_entry(Json::parse(document)), ServerEntry::none) << document;
  }
}

TEST(McpEntry, ANewFileHasNothingButOurServerAndGoesWhole) {
  const auto text = with_our_server(std::nullopt, "/usr/bin/holdfast");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(Json::parse(*text).dump(),
            R"({"mcpServers":{"session-state":{"type":"stdio","command":"/usr/bin/holdfast",)"
            R"("args":["mcp"]}}})");
  EXPECT_EQ(with_our_server(*text, "/usr/bin/holdfast").value(), *text);
  EXPECT_EQ(without_our_server(*text, ServerEntry::shared).value(), *text);
  EXPECT_EQ(without_our_server(*text, ServerEntry::own).value(), std::nullopt);
}

TEST(McpEntry, WhatElseIsInTheFileKeepsItsBytes) {
  for (const char* text :
       {"{}", "{\"mcpServers\":{}}", "{ \"mcpServers\" : { } }\r\n",
        "{\"mcpServers\":{\"other\":{\"command\":\"x\"}},\n\t\"more\":[1 ,2]}",
        "{\n  \"mcpServers\": {\n    \"other\": {\"url\": \"http://x\"}\n  }\n}\n"}) {
    SCOPED_TRACE(text);
    const auto with = with_our_server(std::string(text), "holdfast");
    ASSERT_TRUE(with.ok()) << with.error().message;
    EXPECT_EQ(server_entry(Json::parse(*with)), ServerEntry::shared);
    EXPECT_EQ(without_our_server(*with, ServerEntry::shared).value(), text);
  }
}

TEST(McpEntry, AnotherProgramReplacesOursAndKeepsWhatAPersonAdded) {
  const std::string text =
      R"({"mcpServers":{"session-state":{"command":"/old/holdfast","args":["mcp"],"env":{"A":"b"}}}})";
  const Json moved = Json::parse(with_our_server(text, "/new/holdfast").value());
  EXPECT_EQ(moved["mcpServers"]["session-state"]["command"], "/new/holdfast");
  EXPECT_EQ(moved["mcpServers"]["session-state"]["env"]["A"], "b");
  const std::string foreign = R"({"mcpServers":{"session-state":{"command":"node"}}})";
  EXPECT_EQ(with_our_server(foreign, "holdfast").error().code, Code::exists);
  EXPECT_EQ(without_our_server(foreign, ServerEntry::shared).value(), foreign);
}

TEST(McpEntry, WhatIsNoListOfServersIsAnErrorWithAWayOut) {
  for (const char* text : {"", "[]", "{", "{\"mcpServers\":[]}", "{} // mine"}) {
    const auto parsed = parse_servers(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.error().code, Code::parse_error);
    EXPECT_NE(parsed.error().hint.find("claude mcp add"), std::string::npos);
  }
  EXPECT_EQ(with_our_server(std::nullopt, "").error().code, Code::unavailable);
  EXPECT_EQ(with_our_server(std::nullopt, "/\xff/holdfast").error().code, Code::invalid_value);
}

TEST(McpEntry, TheLeaveIsGivenOnceAndTakenBackWithoutATrace) {
  EXPECT_EQ(Json::parse(with_leave(std::nullopt).value()).dump(),
            R"({"enabledMcpjsonServers":["session-state"]})");
  EXPECT_EQ(without_leave(with_leave(std::nullopt).value()).value(), std::nullopt);
  for (const char* text : {"{}", "{\"model\":\"x\"}\r\n", "{\"enabledMcpjsonServers\":[]}",
                           "{\n\t\"enabledMcpjsonServers\": [ \"other\" ]\n}"}) {
    SCOPED_TRACE(text);
    const std::string with = with_leave(std::string(text)).value();
    EXPECT_NE(with, text);
    EXPECT_EQ(with_leave(with).value(), with);
    EXPECT_EQ(without_leave(with).value(), text);
  }
}

TEST(McpEntry, WhatAPersonRefusedIsNotAllowed) {
  for (const char* text :
       {R"({"disabledMcpjsonServers":["session-state"]})", R"({"enabledMcpjsonServers":"all"})"}) {
    EXPECT_EQ(with_leave(std::string(text)).value(), text);
    EXPECT_EQ(without_leave(text).value(), text);
  }
  EXPECT_FALSE(with_leave("[]").ok());
}

}  // namespace
}  // namespace host::claude_code
