#include "host/claude_code/hook_command.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::claude_code {
namespace {

using base::Json;

TEST(ClaudeCodeHookCommandTest, AProgramIsQuotedWhereTheShellWouldReadIt) {
  EXPECT_EQ(quoted_for_shell("/usr/bin/holdfast"), "/usr/bin/holdfast");
  for (const char* path : {"/my place/holdfast", "/it's/holdfast", "/$(x)/holdfast",
                           "/a\"\\b/brain", "/t\tb/holdfast", "/ü/holdfast"}) {
    const auto words = shell_words(quoted_for_shell(path) + " hook Stop");
    ASSERT_TRUE(words);
    EXPECT_EQ(*words, (std::vector<std::string>{path, "hook", "Stop"}));
  }
}

TEST(ClaudeCodeHookCommandTest, TheFormsHaveTheShapeThatTheHostReads) {
  HookForm form{.program = "/my place/holdfast", .style = HookStyle::exec, .events = {}};
  EXPECT_EQ(group_for("PreToolUse", form).dump(),
            R"({"matcher":"*","hooks":[{"type":"command","command":"/my place/holdfast",)"
            R"("args":["hook","PreToolUse"],"timeout":10,"onFailure":"block"}]})");
  form.style = HookStyle::shell;
  form.block_on_failure = false;
  EXPECT_EQ(group_for("PostToolUseFailure", form)["matcher"], "*");
  EXPECT_EQ(group_for("PreToolUse", form)["hooks"][0].dump(),
            R"({"type":"command","command":"'/my place/holdfast' hook PreToolUse","timeout":10})");
  EXPECT_EQ(group_for("SessionEnd", form)["hooks"][0]["timeout"], 10);
  EXPECT_FALSE(group_for("SessionEnd", form).contains("matcher"));
}

TEST(ClaudeCodeHookCommandTest, OursAreKnownInEveryForm) {
  struct Row {
    const char* handler;
    const char* program;  // "" for somebody else's.
  };
  const std::vector<Row> rows{
      {R"({"command":"holdfast hook Stop"})", "holdfast"},
      {R"({"command":"'/a b/brain' hook Stop"})", "/a b/brain"},
      {R"({"command":"\"$HOME/bin/holdfast\" hook Stop --host claude-code"})",
       "$HOME/bin/holdfast"},
      {R"({"command":"/x/holdfast","args":["hook","Stop"],"timeout":10000})", "/x/holdfast"},
      {R"({"command":"/x/holdfast hook Stop","args":[]})", ""},
      {R"({"command":"holdfast status"})", ""},
      {R"({"command":"other hook Stop"})", ""},
      {R"({"command":"echo holdfast hook Stop"})", ""},
      {R"({"command":"holdfast hook Stop | tee log"})", ""},
      {R"({"command":"holdfast hook 'Stop"})", ""},
      {R"({"command":["holdfast","hook","Stop"]})", ""},
      {R"({"command":"/x/holdfast","args":"hook Stop"})", ""},
      {R"({"type":"http","url":"http://localhost/holdfast hook Stop"})", ""},
      {R"("holdfast hook Stop")", ""},
      {"null", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.handler);
    const auto hook = our_hook(Json::parse(row.handler), "Stop");
    EXPECT_EQ(hook ? hook->program : "", row.program);
  }
  EXPECT_EQ(our_hook(Json::parse(rows[3].handler), "Stop")->timeout, 10000.0);
  EXPECT_EQ(our_hook(Json::parse(rows[3].handler), "Stop")->style, HookStyle::exec);
}

}  // namespace
}  // namespace host::claude_code
