#include "host/our_hook.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace host {
namespace {

using base::Json;

TEST(OurHookTest, OursAreKnownInEveryForm) {
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
      {R"({"bash":"/x/holdfast hook preToolUse --host copilot","timeoutSec":10})", "/x/holdfast"},
      {R"({"command":"holdfast hook Stop || exit 2"})", "holdfast"},
      {R"({"command":"command -v holdfast >/dev/null 2>&1 || exit 0; holdfast hook Stop"})",
       "holdfast"},
      {R"({"command":"command -v holdfast || exit 0; holdfast hook Stop"})", ""},
      {R"({"command":"rm -rf x; holdfast hook Stop"})", ""},
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

TEST(OurHookTest, WhatIsWrittenIsKnownAgainWithItsHostAndKind) {
  for (const char* program : {"holdfast", "/usr/bin/holdfast", "/my place/it's/holdfast"}) {
    for (const OnFailure on_failure :
         {OnFailure::as_the_host_has_it, OnFailure::pass, OnFailure::block}) {
      SCOPED_TRACE(program);
      const std::string command = to_command({program, "BeforeTool", "gemini", on_failure});
      const auto hook = our_hook_of(command, "BeforeTool");
      ASSERT_TRUE(hook) << command;
      EXPECT_EQ(hook->program, program);
      EXPECT_EQ(hook->host, "gemini");
      EXPECT_EQ(hook->kind(),
                std::string(program) == "holdfast" ? HookKind::shared : HookKind::own);
      EXPECT_TRUE(may_have_hook(command, "gemini"));
      EXPECT_FALSE(may_have_hook(command, "codex"));
    }
  }
  EXPECT_EQ(our_hook_of("holdfast hook Stop --host", "Stop")->host, "");
}

}  // namespace
}  // namespace host
