#include "host/claude_code/settings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::claude_code {
namespace {

using base::Json;

const Json kForeign = Json::parse(R"({"model":"x","hooks":{"Stop":[{"hooks":[
    {"type":"command","command":"other hook Stop"}]}],"Odd":"kept"},"permissions":{"allow":[]}})");

TEST(ClaudeCodeSettingsTest, InstallingTwiceIsInstallingOnce) {
  const HookForm form{.program = "/usr/bin/holdfast"};
  const Json once = with_our_hooks(kForeign, form);
  EXPECT_EQ(with_our_hooks(once, form), once);
  EXPECT_EQ(our_programs(once).size(), installed_events().size());
}

TEST(ClaudeCodeSettingsTest, UninstallingGivesBackWhatWasThere) {
  EXPECT_EQ(without_our_hooks(with_our_hooks(kForeign, {.program = "holdfast"})), kForeign);
  EXPECT_EQ(without_our_hooks(with_our_hooks(Json::object(), {.program = "holdfast"})),
            Json::object());
}

TEST(ClaudeCodeSettingsTest, AMovedProgramIsReplaced) {
  const Json old = with_our_hooks(kForeign, {.program = "'/old place/holdfast'"});
  const Json now = with_our_hooks(old, {.program = "/new/holdfast"});
  for (const std::string& program : our_programs(now)) EXPECT_EQ(program, "/new/holdfast");
}

TEST(ClaudeCodeSettingsTest, OnlyTheGateBlocksWhenItCannotRun) {
  const Json mine = with_our_hooks(Json::object(), {.program = "holdfast"});
  EXPECT_EQ(mine["hooks"]["PreToolUse"][0]["hooks"][0]["onFailure"], "block");
  EXPECT_FALSE(mine["hooks"]["Stop"][0]["hooks"][0].contains("onFailure"));
  const Json shared =
      with_our_hooks(Json::object(), {.program = "holdfast", .block_on_failure = false});
  EXPECT_FALSE(shared["hooks"]["PreToolUse"][0]["hooks"][0].contains("onFailure"));
}

TEST(ClaudeCodeSettingsTest, AProgramIsQuotedWhereTheShellWouldReadIt) {
  EXPECT_EQ(quoted_for_shell("/usr/bin/holdfast"), "/usr/bin/holdfast");
  EXPECT_EQ(quoted_for_shell("/my place/holdfast"), "'/my place/holdfast'");
  EXPECT_EQ(quoted_for_shell("/it's/holdfast"), "'/it'\\''s/holdfast'");
  EXPECT_EQ(quoted_for_shell("/$(x)/holdfast"), "'/$(x)/holdfast'");
}

}  // namespace
}  // namespace host::claude_code
