#include "host/claude_code/hook_command.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::claude_code {
namespace {

using base::Json;

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

}  // namespace
}  // namespace host::claude_code
