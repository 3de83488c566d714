#include "host/claude_code/settings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::claude_code {
namespace {

using base::Json;

HookForm form(HookStyle style = HookStyle::exec, const char* program = "/usr/bin/holdfast") {
  return {.program = program, .style = style, .block_on_failure = true, .events = used_events()};
}

std::string installed(const std::optional<std::string>& text, const HookForm& wanted) {
  auto result = with_our_hooks(text, wanted);
  EXPECT_TRUE(result.ok()) << result.error().message;
  return result.ok() ? *result : "";
}

// Files of all kinds of hands: odd spaces, tabs, CRLF, one line, a byte order mark, hooks that are
// there but empty, hooks of others before and between ours.
const std::vector<std::string> kFiles{
    "{}",
    "{}\n",
    "{ }\n",
    "{\n}\n",
    "\xEF\xBB\xBF{\"model\":\"\xC3\xBC\"}",
    "{\"hooks\":{}}",
    "{\n  \"hooks\": {\n  }\n}",
    "{\n  \"hooks\": { \"Stop\": [] }\n}\n",
    "{\r\n\t\"model\" : \"x\" ,\r\n\t\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\","
    "\"command\":\"other hook Stop\"}]}],\"Odd\":\"kept\"}\r\n}\r\n",
    "{\n    \"hooks\": {\n        \"PreToolUse\": [\n            {\"matcher\": \"Bash\", "
    "\"hooks\": "
    "[{\"type\": \"command\", \"command\": \"lint.sh\"}]}\n        ]\n    },\n"
    "    \"permissions\":{\"allow\":[ \"Bash(ls)\",\n\"Read\" ]}\n}\n",
};

TEST(ClaudeCodeSettingsTest, UninstallingGivesBackTheVeryBytes) {
  for (const std::string& file : kFiles) {
    for (const HookStyle style : {HookStyle::shell, HookStyle::exec}) {
      SCOPED_TRACE(file);
      const std::string text = installed(file, form(style));
      EXPECT_TRUE(is_installed(parse_settings(text)->value(), form(style))) << text;
      const auto back = without_our_hooks(text);
      ASSERT_TRUE(back.ok() && *back) << text;
      EXPECT_EQ(**back, file);
    }
  }
}

TEST(ClaudeCodeSettingsTest, AFileThatWeMadeGoes) {
  const std::string text = installed(std::nullopt, form());
  EXPECT_TRUE(text.ends_with("}\n"));
  EXPECT_FALSE(without_our_hooks(text)->has_value());
}

TEST(ClaudeCodeSettingsTest, InstallingTwiceIsInstallingOnceAndAnotherFormReplacesTheOld) {
  for (const std::string& file : kFiles) {
    SCOPED_TRACE(file);
    const std::string once = installed(file, form());
    EXPECT_EQ(installed(once, form()), once);
    const std::string other = installed(once, form(HookStyle::shell, "/it's new/brain"));
    EXPECT_EQ(our_hooks(parse_settings(other)->value()).size(), used_events().size());
    for (const OurHook& hook : our_hooks(parse_settings(other)->value())) {
      EXPECT_EQ(hook.program, "/it's new/brain");
    }
    EXPECT_EQ(installed(other, form()), once);
  }
}

// The host writes the file anew when a permission is granted, in its own layout.
TEST(ClaudeCodeSettingsTest, AFileThatTheHostWroteAnewIsStillInstalled) {
  const std::string text =
      base::dump_pretty(parse_settings(installed(kFiles.back(), form()))->value());
  EXPECT_EQ(installed(text, form()), text);
  const auto back = without_our_hooks(text);
  EXPECT_EQ(base::parse_json(**back)->dump(), base::parse_json(kFiles.back())->dump());
}

TEST(ClaudeCodeSettingsTest, WhatWasAddedInBetweenStays) {
  std::string text = installed(std::nullopt, form());
  auto edited = *parse_settings(text);
  ASSERT_TRUE(edited.add_member({}, "model", "x").ok());
  ASSERT_TRUE(edited.add_element({"hooks", "Stop", 0, "hooks"}, Json{{"type", "http"}}).ok());
  EXPECT_EQ(base::parse_json(**without_our_hooks(edited.text()))->dump(),
            R"({"hooks":{"Stop":[{"hooks":[{"type":"http"}]}]},"model":"x"})");
}

TEST(ClaudeCodeSettingsTest, WhatIsNotAsTheHostReadsItIsRefusedWithAHint) {
  for (const char* text : {"", "{", "[]", "// comment\n{}", "{\"a\":1,}", R"({"hooks":[]})",
                           R"({"hooks":{"Stop":{}}})", R"({"a":1,"a":2})"}) {
    SCOPED_TRACE(text);
    const auto refused = with_our_hooks(text, form());
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, base::Code::parse_error);
    EXPECT_NE(refused.error().hint.find("hooks print"), std::string::npos);
    EXPECT_FALSE(without_our_hooks(text).ok());
  }
}

TEST(ClaudeCodeSettingsTest, AProgramThatJsonCannotNameIsRefused) {
  EXPECT_EQ(with_our_hooks("{}", form(HookStyle::exec, "/\xFF/holdfast")).error().code,
            base::Code::invalid_value);
  EXPECT_EQ(with_our_hooks("{}", form(HookStyle::shell, "")).error().code, base::Code::unavailable);
}

}  // namespace
}  // namespace host::claude_code
