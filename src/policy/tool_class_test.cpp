#include "policy/tool_class.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace policy {
namespace {

TEST(ToolClassTest, TheSixOfTheDocumentAndThoseThatChangeNothingAreReadOnly) {
  // S0-61, B0-30
  const model::Config config;
  for (const char* tool : {"Read", "Glob", "Grep", "LSP", "WebFetch", "WebSearch", "TodoWrite",
                           "Task", "TaskOutput", "AskUserQuestion", "ListMcpResourcesTool"}) {
    EXPECT_TRUE(is_readonly_tool(tool, config)) << tool;
  }
  for (const char* tool : {"Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "read", "Reader",
                           "mcp__x__Read", "mcp__serena__read_memory", ""}) {
    EXPECT_FALSE(is_readonly_tool(tool, config)) << tool;
  }
}

TEST(ToolClassTest, TheConfiguredListDecidesAboutAllButTheFourThatLookAtFiles) {
  // B0-30, B0-32
  model::Config config;
  config.gate_readonly_tools = {"mcp__docs__get_*", "Mcp?"};
  for (const char* tool : {"Read", "Glob", "Grep", "LS", "LSP", "mcp__docs__get_page", "Mcp1"}) {
    EXPECT_TRUE(is_readonly_tool(tool, config)) << tool;
  }
  for (const char* tool : {"WebFetch", "WebSearch", "Task", "mcp__docs__put_page", "Mcp12"}) {
    EXPECT_FALSE(is_readonly_tool(tool, config)) << tool;
  }
}

TEST(ToolClassTest, OwnToolsAreKnownByServerAndName) {
  // B0-11, B0-30, U6
  for (const char* server : {"session-state", "session_state", "brain", "holdfast",
                             "plugin_holdfast_session-state", "plugin_holdfast_x"}) {
    for (const std::string_view name : own_tool_names()) {
      EXPECT_TRUE(is_own_tool("mcp__" + std::string(server) + "__" + std::string(name)));
    }
    for (const char* name : {"delete_note", "session", "session_start2", "write_file", "x"}) {
      EXPECT_FALSE(is_own_tool("mcp__" + std::string(server) + "__" + name)) << name;
    }
  }
  for (const char* tool :
       {"session-state", "mcp__session-state", "mcp__session-state__",
        "mcp__session-statex__session_start", "mcp__evil__session-state__session_start",
        "mcp__plugin_holdfast___session_start", "mcp__plugin_holdfastx_y__session_start",
        "mcp__evil__plugin_holdfast_x__session_start", "xmcp__brain__session_start",
        "mcp__brain__session_start__x", "session_start", "Write", ""}) {
    EXPECT_FALSE(is_own_tool(tool)) << tool;
  }
}

// G9
TEST(ToolClassTest, AToolOfAServerThatOnlyLooksSaysSoInItsName) {
  for (const char* name :
       {"read_file", "read_text_file", "readTextFile", "get_file_info", "list_directory",
        "listDirectory", "directory_tree", "search_files", "find_symbol", "view", "show_log",
        "stat", "get_symbols_overview", "ReadMultipleFiles"}) {
    EXPECT_TRUE(only_looks_by_name("mcp__fs__" + std::string(name))) << name;
  }
  for (const char* name :
       {"write_file", "edit_file", "move_file", "create_directory", "put", "replace_symbol_body",
        "find_and_replace", "search_replace", "get_or_create", "read_and_delete", "readme",
        "target", "forget", "getter_x", "listen", "information", "run_list", "updateTree"}) {
    EXPECT_FALSE(only_looks_by_name("mcp__fs__" + std::string(name))) << name;
  }
  EXPECT_FALSE(only_looks_by_name("mcp__read__write_file"));
  EXPECT_FALSE(only_looks_by_name("Read"));
  EXPECT_TRUE(takes_trees_by_name("mcp__fs__delete_directory"));
  EXPECT_TRUE(takes_trees_by_name("mcp__fs__moveFile"));
  EXPECT_FALSE(takes_trees_by_name("mcp__fs__write_file"));
  EXPECT_FALSE(takes_trees_by_name("remove"));
}

TEST(ToolClassTest, TheMemoryServersToolsAreKnownByTheirServer) {
  // B0-11
  for (const char* tool :
       {"mcp__serena__activate_project", "mcp__plugin_serena_serena__read_memory",
        "mcp__plugin_x-serena-y__initial_instructions"}) {
    EXPECT_TRUE(is_memory_server_tool(tool)) << tool;
  }
  for (const char* tool : {"mcp__serenax__a", "mcp__evil__serena__a", "mcp__plugin_evil__serena_a",
                           "mcp__plugin_evil__x_serena__a", "serena", "mcp__serena__", ""}) {
    EXPECT_FALSE(is_memory_server_tool(tool)) << tool;
  }
}

TEST(ToolClassTest, WritingToolsAreKnownByName) {
  for (const char* tool : {"Write", "Edit", "MultiEdit", "NotebookEdit"}) {
    EXPECT_TRUE(is_file_writing_tool(tool)) << tool;
    EXPECT_FALSE(is_memory_writing_tool(tool)) << tool;
  }
  for (const char* tool : {"Read", "Bash", "NotebookRead", "TodoWrite", ""}) {
    EXPECT_FALSE(is_file_writing_tool(tool)) << tool;
  }
  for (const char* tool : {"mcp__serena__write_memory", "mcp__serena__edit_memory",
                           "mcp__plugin_serena_serena__delete_memory", "mcp__Serena__rename_memory",
                           "mcp__my-serena__write_memory"}) {
    EXPECT_TRUE(is_memory_writing_tool(tool)) << tool;
  }
  for (const char* tool : {"mcp__serena__read_memory", "mcp__serena__list_memories",
                           "mcp__other__write_memory", "write_memory", ""}) {
    EXPECT_FALSE(is_memory_writing_tool(tool)) << tool;
  }
}

TEST(ToolClassTest, OneCommandThatOnlyLooksIsPlain) {
  // B0-11
  for (const char* command : {"ls",
                              "ls -la",
                              "ls -la src/policy",
                              " ls  a.txt ",
                              "ls --color=never /tmp",
                              "git status",
                              "git status --porcelain=v2",
                              "git log",
                              "git log --oneline -5",
                              "git log --format=%H,%an",
                              "git log main..HEAD",
                              "git diff",
                              "git diff --stat HEAD",
                              "git diff -- src/a.cpp",
                              "git show HEAD:README.md",
                              "git show stash@0",
                              "git rev-parse HEAD",
                              "git rev-parse --show-toplevel",
                              "git ls-files",
                              "git ls-files --others",
                              "git ls-files -o"}) {
    EXPECT_TRUE(is_plain_looking_command(command)) << command;
  }
}

TEST(ToolClassTest, WhatAShellReadsOrCouldWriteIsNotPlain) {
  // B0-11
  const std::vector<std::string> commands{
      "", " ", "\n", "rm x", "git", "git commit -m x", "git push", "git -C x status",
      "git --exec-path=x status", "git --git-dir=x log", "GIT_PAGER=x git log", "/bin/ls", "lsof",
      "lsx", "git-status", "git statusx", "GIT status", "LS",
      // Options that write a file or start a program, whole and shortened.
      "git diff --output=x", "git diff --output x", "git diff --outp=x", "git log --output=x",
      "git show --ou x", "git diff --o=x", "git diff --output-directory=x", "git diff --ext-diff",
      "git log --ext",
      // A second command, or words that the shell makes.
      "git log; rm x", "git log;rm", "git log && rm x", "git log || rm x", "git log | sh",
      "git log & rm x", "ls $(x)", "ls `x`", "ls ${x}", "ls $x", "ls > x", "ls >x", "ls < x",
      "ls <(x)", "ls 2>&1", "ls\nrm x", "ls\rrm x", "ls\trm", "ls \\\nrm", "ls \\x", "ls 'a'",
      "ls \"a\"", "ls *", "ls a?", "ls [ab]", "ls ~", "git show HEAD~1", "git show HEAD^",
      "ls {a,b}", "ls !1", "ls #x", "(ls)", "ls (a)", std::string("ls \0 rm", 7), "ls \x80",
      "ls \xC2\xA0rm", "ls é"};
  EXPECT_GE(commands.size(), 40U);
  for (const std::string& command : commands) {
    EXPECT_FALSE(is_plain_looking_command(command)) << command;
  }
}

}  // namespace
}  // namespace policy
