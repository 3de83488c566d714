#include "host/edits.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host {
namespace {

using base::Json;
using Kind = Outcome::Kind;

const std::string kPath = "/repo/.x/settings.json";
const std::string kText = "one\ntwo\nthree\n";

Outcome outcome(const char* tool, const Json& input,
                const std::optional<std::string>& text = kText) {
  model::ToolCall call{.tool = tool, .targets = {kPath}};
  take_edits(input, call);
  return outcome_of(call, kPath, text);
}

// The forms of all hosts and of the usual servers; each makes the same text.
TEST(EditsTest, EachFormOfAnEditIsCarriedOut) {
  struct Row {
    const char* tool;
    const char* input;
  };
  for (
      const Row& row : {
          Row{"Write", R"({"file_path": "x", "content": "one\n2\nthree\n"})"},
          Row{"Write", R"({"path": "x", "file_text": "one\n2\nthree\n"})"},
          Row{"Edit", R"({"file_path": "x", "old_string": "two", "new_string": "2"})"},
          Row{"MultiEdit", R"({"edits": [{"old_string": "two", "new_string": "z"},
                                          {"old_string": "z", "new_string": "2"}]})"},
          Row{"Edit", R"({"path": "x", "old_str": "two", "new_str": "2"})"},
          Row{"Edit", R"({"filePath": "x", "oldString": "two", "newString": "2"})"},
          Row{"Edit", R"({"path": "x", "old_text": "two", "new_text": "2"})"},
          Row{"Edit", R"({"edits": [{"oldText": "two", "newText": "2"}]})"},
          Row{"Edit", R"({"command": "str_replace", "old_str": "two", "new_str": "2"})"},
          Row{"Edit", R"({"old_string": "  two  ", "new_string": "2"})"},
          Row{"Edit",
              R"({"command": "*** Begin Patch\n*** Update File: .x/settings.json\n@@\n one\n-two\n+2\n*** End Patch"})"},
          Row{"Edit",
              R"({"patchText": "*** Begin Patch\n*** Delete File: a\n*** Update File: .x/settings.json\n-two\n+2\n*** End Patch"})"},
          Row{"Edit",
              R"("*** Begin Patch\n*** Add File: .x/settings.json\n+one\n+2\n+three\n*** End Patch")"},
          Row{"Edit", R"({"diff": "------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n"})"},
          Row{"Edit", R"({"diff": "<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n"})"},
          Row{"Edit",
              R"({"diff": "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"})"},
          Row{"mcp__fs__write_file", R"({"path": "x", "content": "one\n2\nthree\n"})"},
          Row{"mcp__fs__edit_file",
              R"({"path": "x", "edits": [{"oldText": "two", "newText": "2"}]})"},
          Row{"mcp__x__call", R"({"arguments": "{\"content\": \"one\\n2\\nthree\\n\"}"})"},
      }) {
    const Outcome found = outcome(row.tool, Json::parse(row.input));
    ASSERT_EQ(found.kind, Kind::known) << row.input;
    ASSERT_EQ(found.texts.size(), 1U) << row.input;
    EXPECT_EQ(found.texts[0], "one\n2\nthree\n") << row.input;
  }
  EXPECT_EQ(outcome("Edit", {{"insert_line", 1}, {"new_str", "x"}}).texts[0],
            "one\nx\ntwo\nthree\n");
  EXPECT_EQ(outcome("Edit", {{"insert_line", "0"}, {"new_text", "x"}}).texts[0],
            "x\none\ntwo\nthree\n");
  EXPECT_EQ(outcome("Edit", {{"command", "view"}, {"path", "x"}}).texts[0], kText);
}

TEST(EditsTest, ATextThatStandsThereSeveralTimesMayMeanEach) {
  const Json once{{"old_string", "a"}, {"new_string", "b"}};
  EXPECT_EQ(outcome("Edit", once, "a a").texts, (std::vector<std::string>{"b a", "a b"}));
  Json all = once;
  all["replace_all"] = true;
  EXPECT_EQ(outcome("Edit", all, "a a").texts, (std::vector<std::string>{"b b"}));
  EXPECT_EQ(outcome("Edit", once, std::string(100, 'a')).kind, Kind::unknown);
}

TEST(EditsTest, WhatTheCallDoesNotTellIsUnknown) {
  EXPECT_EQ(outcome("Edit", {{"file_path", "x"}}).kind, Kind::unknown);
  EXPECT_EQ(outcome("mcp__fs__delete_file", {{"path", "x"}}).kind, Kind::unknown);
  EXPECT_EQ(outcome("mcp__x__insert_at_line", {{"line", 3}, {"content", "x"}}).kind, Kind::unknown);
  EXPECT_EQ(outcome("mcp__x__replace", {{"needle", "t.o"}, {"repl", "x"}, {"mode", "regex"}}).kind,
            Kind::unknown);
  EXPECT_EQ(outcome("Edit",
                    "*** Begin Patch\n*** Update File: y\n*** Move to: .x/settings.json\n"
                    "@@\n-a\n+b\n*** End Patch")
                .kind,
            Kind::unknown);
}

TEST(EditsTest, WhatIsNotThereCannotBeReplaced) {
  EXPECT_EQ(outcome("Edit", {{"old_string", "four"}, {"new_string", "x"}}).kind, Kind::fails);
  EXPECT_EQ(outcome("Edit", {{"old_string", "two"}, {"new_string", "x"}}, std::nullopt).kind,
            Kind::fails);
  EXPECT_EQ(outcome("Edit", {{"old_string", ""}, {"new_string", "x"}}, std::nullopt).texts[0], "x");
}

TEST(EditsTest, QuotesOfAWordProcessorMakeNoDifference) {
  const Outcome found = outcome(
      "Edit", {{"old_string", "\u201ca\u201d: 1"}, {"new_string", "\"b\": 1"}}, "{\"a\": 1}");
  ASSERT_EQ(found.kind, Kind::known);
  EXPECT_EQ(found.texts[0], "{\"b\": 1}");
}

// What a call has beside an edit may be what its tool takes.
TEST(EditsTest, APatchBesideATextCountsToo) {
  const Outcome found =
      outcome("Edit", {{"path", "x"},
                       {"content", kText},
                       {"patch", "*** Begin Patch\n*** Delete File: .x/settings.json\n"}});
  EXPECT_EQ(found.texts, (std::vector<std::string>{""}));
}

TEST(EditsTest, LineEndsMakeNoDifference) {
  const Outcome found =
      outcome("Edit", {{"old_string", "one\ntwo"}, {"new_string", "1"}}, "one\r\ntwo\r\n");
  ASSERT_EQ(found.kind, Kind::known);
  EXPECT_EQ(found.texts[0], "1\n");
}

}  // namespace
}  // namespace host
