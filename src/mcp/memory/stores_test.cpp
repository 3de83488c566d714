#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/memory/basic_memories.h"
#include "mcp/memory/serena_memories.h"
#include "mcp/memory/test_scripted_server.h"

namespace mcp::memory {
namespace {

using base::Code;
using base::Json;

class SerenaTest : public ::testing::Test {
 protected:
  void add_tools(const char* argument) {
    for (const char* tool : {"read_memory", "delete_memory"}) scripted.add_tool(tool, {argument});
    scripted.add_tool("write_memory", {argument, "content", "max_chars"});
    scripted.add_tool("list_memories", {});
    store = serena_memories(scripted.connection());
  }
  void answer(Json result) {
    scripted.call = [result](const auto&, const auto&) { return result; };
  }
  ScriptedServer scripted;
  std::unique_ptr<engine::MemoryStore> store;
};

// S1-38, S1-39, S1-40
TEST_F(SerenaTest, TheNameGoesIntoTheArgumentThatTheServerLists) {
  for (const char* argument : {"memory_name", "memory_file_name"}) {
    scripted.tools = Json::array();
    scripted.called.clear();
    add_tools(argument);
    answer(said("Memory x written."));
    ASSERT_TRUE(store->write("x", "text").ok());
    EXPECT_EQ(scripted.called.back()["arguments"],
              (Json{{argument, "x"}, {"content", "text"}, {"max_chars", 5}}));
    answer(said("text"));
    EXPECT_EQ(*store->read("x"), "text");
    EXPECT_EQ(scripted.called.back()["arguments"], (Json{{argument, "x"}}));
  }
}

// S1-42
TEST_F(SerenaTest, BothFormsOfTheListAreRead) {
  add_tools("memory_name");
  const std::vector<std::pair<const char*, std::vector<std::string>>> rows = {
      {R"({"memories":["a"],"read_only_memories":["global/b"]})", {"a", "global/b"}},
      {R"({"read_only_memories":["b"]})", {"b"}},
      {R"({})", {}},
      {R"(["a","b.md"])", {"a", "b"}}};
  for (const auto& [text, wanted] : rows) {
    answer(said(text));
    EXPECT_EQ(*store->list(), wanted);
  }
  for (const char* text : {"7", "no json", R"({"memories":3})", "Error: No active project."}) {
    answer(said(text));
    EXPECT_EQ(store->list().error().code, Code::unavailable) << text;
  }
}

// B1-3
TEST_F(SerenaTest, AbsentAndUnavailableAreDifferent) {
  add_tools("memory_name");
  const std::vector<std::pair<Json, Code>> rows = {
      {said("Memory file x not found, consider creating it with the `write_memory` tool if you "
            "need it."),
       Code::not_found},
      {said("Error executing tool: FileNotFoundError - [Errno 2] No such file or directory"),
       Code::not_found},
      {said("Memory x not found", true), Code::not_found},
      {said("Error executing tool: OSError - disk full"), Code::unavailable},
      {said("Error: TimeoutError - "), Code::unavailable},
      {said("Error: No active project. Ask the user"), Code::unavailable},
      {said("boom", true), Code::unavailable}};
  for (const auto& [result, code] : rows) {
    answer(result);
    EXPECT_EQ(store->read("x").error().code, code) << base::dump_line(result);
    EXPECT_EQ(store->remove("x").error().code, code);
  }
  answer(said("Error executing tool: ValueError - too long"));
  EXPECT_EQ(store->write("x", "y").error().code, Code::unavailable);
}

TEST_F(SerenaTest, WhatCouldNotBeKeptIsNotSent) {
  add_tools("memory_name");
  EXPECT_EQ(store->write("x", "\xff").error().code, Code::invalid_params);
  EXPECT_EQ(store->write("x", std::string(5'000'000, 'x')).error().code, Code::too_large);
  EXPECT_EQ(store->write("../x", "y").error().code, Code::invalid_params);
  EXPECT_TRUE(scripted.called.empty());
}

TEST_F(SerenaTest, AServerWithoutMemoriesIsUnavailable) {
  scripted.add_tool("find_symbol", {"name"});
  store = serena_memories(scripted.connection());
  EXPECT_EQ(store->read("x").error().code, Code::unavailable);
}

class BasicMemoryTest : public ::testing::Test {
 protected:
  BasicMemoryTest() {
    scripted.add_tool("write_note", {"title", "content", "folder", "project"});
    scripted.add_tool("read_note", {"identifier", "output_format", "include_frontmatter"});
    scripted.add_tool("delete_note", {"identifier"});
    scripted.add_tool("list_directory", {"dir_name", "depth", "file_name_glob"});
    store = basic_memories(scripted.connection(), "mine");
  }
  void answer(Json result) {
    scripted.call = [result](const auto&, const auto&) { return result; };
  }
  ScriptedServer scripted;
  std::unique_ptr<engine::MemoryStore> store;
};

TEST_F(BasicMemoryTest, OnlyWhatTheToolTakesIsSent) {
  answer(said("# Created note"));
  ASSERT_TRUE(store->write("a/b", "x\n").ok());
  EXPECT_EQ(
      scripted.called.back()["arguments"],
      (Json{{"title", "b"}, {"content", "x\n"}, {"folder", "memories/a"}, {"project", "mine"}}));
  for (const Json& result :
       {said(R"({"action":"conflict","error":"NOTE_ALREADY_EXISTS"})"), said("refused by a guard"),
        said("no", true), said(R"({"error":"disk full"})")}) {
    answer(result);
    EXPECT_EQ(store->write("x", "y").error().code, Code::unavailable) << base::dump_line(result);
  }
}

// B1-3
TEST_F(BasicMemoryTest, ANoteIsReadOnlyWhereItIsTheOneThatWasAskedFor) {
  answer(said(R"({"file_path":"memories/x.md","content":"---\ntitle: x\n---\n\ntext"})"));
  EXPECT_EQ(*store->read("x"), "text\n");
  const std::vector<std::pair<Json, Code>> rows = {
      {said(R"({"file_path":"other/x.md","content":"text"})"), Code::not_found},
      {said(R"({"file_path":null,"content":null})"), Code::not_found},
      {said(R"({"error":"NOTE_NOT_FOUND"})"), Code::not_found},
      {said("# Note Not Found in main: \"x\""), Code::not_found},
      {said(R"({"error":"SECURITY"})"), Code::unavailable},
      {said("Project 'mine' not found", true), Code::unavailable},
      {said("[]"), Code::unavailable},
      {said("{}"), Code::unavailable}};
  for (const auto& [result, code] : rows) {
    answer(result);
    EXPECT_EQ(store->read("x").error().code, code) << base::dump_line(result);
  }
}

TEST_F(BasicMemoryTest, ADeletionSaysWhetherThereWasSomething) {
  for (const Json& result : {said("true"), said(R"({"deleted":true})"),
                             Json{{"structuredContent", {{"result", true}}}}}) {
    answer(result);
    EXPECT_TRUE(store->remove("x").ok());
  }
  const std::vector<std::pair<Json, Code>> rows = {
      {said("false"), Code::not_found},
      {said(R"({"deleted":false})"), Code::not_found},
      {said("# Delete Failed - Note Not Found"), Code::not_found},
      {said(R"({"deleted":false,"error":"disk full"})"), Code::unavailable},
      {said("# Delete Failed - Database Error"), Code::unavailable}};
  for (const auto& [result, code] : rows) {
    answer(result);
    EXPECT_EQ(store->remove("x").error().code, code) << base::dump_line(result);
  }
}

TEST_F(BasicMemoryTest, BothFormsOfTheListAreRead) {
  answer(
      said("Contents of '/memories' (depth 8):\n\n"
           "📁 a                  /memories/a\n"
           "📄 b.md               memories/a/b.md | b | 2026-11-16\n"
           "📄 two words.md       memories/two words.md\n"
           "📄 x.md               elsewhere/x.md\n\nTotal: 4 items"));
  EXPECT_EQ(*store->list(), (std::vector<std::string>{"a/b", "two words"}));
  answer(said(R"([{"type":"directory","directory_path":"/memories/a"},
                  {"type":"file","file_path":"memories/a/b.md"},
                  {"type":"file","directory_path":"/memories/c.md"},
                  {"type":"file","file_path":"memories/../d.md"}])"));
  EXPECT_EQ(*store->list(), (std::vector<std::string>{"a/b", "c"}));
  answer(said("No files found in directory '/memories'"));
  EXPECT_TRUE(store->list()->empty());
  answer(said("Something else"));
  EXPECT_EQ(store->list().error().code, Code::unavailable);
}

}  // namespace
}  // namespace mcp::memory
