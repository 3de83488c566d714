#include "mcp/memory/memory_name.h"

#include <gtest/gtest.h>

#include "mcp/memory/note_text.h"

namespace mcp::memory {
namespace {

TEST(MemoryNameTest, NamesThatLeadAwayAreRefused) {
  for (const char* name :
       {"", "/x", "x/", "a//b", ".", "..", "../x", "a/../b", "a\nb", "a\\b", "\xff", ".md"}) {
    EXPECT_EQ(checked_name(name).error().code, base::Code::invalid_params) << name;
  }
  EXPECT_FALSE(checked_name(std::string(201, 'x')).ok());
  EXPECT_EQ(*checked_name("a/b c.md"), "a/b c");
  EXPECT_EQ(*checked_name("..."), "...");
}

// B1-3
TEST(MemoryNameTest, OnlyAMissingNoteIsAnAbsence) {
  for (const char* text :
       {"Error executing tool: FileNotFoundError - [Errno 2] No such file or directory: 'x.md'",
        "Memory x not found", "The memory does not exist.", "# Note Not Found in main: \"x\""}) {
    EXPECT_TRUE(says_absent(text)) << text;
  }
  for (const char* text : {"", "Error: TimeoutError - ", "disk full", "Project 'x' not found",
                           "Error: No active project. Not found.", "Unknown tool: not found",
                           "Project not found: x", "connection refused"}) {
    EXPECT_FALSE(says_absent(text)) << text;
  }
}

TEST(NoteTextTest, EveryTextComesBackFromAServerThatTrims) {
  for (const std::string text :
       {"# x\n", "", "\n", "x", "x\n\n", " x\n", "---\na: 1\n---\nx\n", "---\n",
        "<!-- memory begins -->\nx\n<!-- memory ends -->", "<!-- memory begins -->\n",
        "x\n<!-- memory ends -->\n", "\tx\t"}) {
    std::string note = note_from_memory(text);
    while (!note.empty() && (note.back() == '\n' || note.back() == ' ')) note.pop_back();
    EXPECT_EQ(memory_from_note(note), text);
    EXPECT_EQ(memory_from_note("---\ntitle: t\n---\n\n" + note + "\n"), text);
  }
}

}  // namespace
}  // namespace mcp::memory
