#include "host/codex/trust.h"

#include <gtest/gtest.h>

namespace host::codex {
namespace {

const std::string kHooks =
    R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"other"}]},)"
    R"({"matcher":"*","hooks":[{"type":"command","command":"/x/holdfast hook PreToolUse )"
    R"(--host codex || exit 2","timeout":10}]}]}})";
const os::Path kFile = "/p/.codex/hooks.json";
const std::string kYes =
    "[hooks.state.\"/p/.codex/hooks.json:pre_tool_use:1:0\"]\ntrusted_hash = \"sha256:HASH\"\n";

std::string settings(const std::string& hash) {
  std::string text = kYes;
  return text.replace(text.find("HASH"), 4, hash);
}

TEST(CodexTrustTest, AYesIsForThisHookInThisPlaceOnly) {
  const std::string hash = "8a5fbc91a932b0b5837a072f6274f7e9cf8c6f209a4d2eda6bed06fe9433b32d";
  EXPECT_TRUE(is_trusted(kFile, kHooks, settings(hash)));
  EXPECT_FALSE(is_trusted("/q/.codex/hooks.json", kHooks, settings(hash)));
  EXPECT_FALSE(is_trusted(kFile, kHooks, settings(std::string(64, '0'))));
  std::string changed = kHooks;
  changed.replace(changed.find("/x/"), 3, "/y/");
  EXPECT_FALSE(is_trusted(kFile, changed, settings(hash)));
  for (const char* odd : {"", "{", "[]", "{}", R"({"hooks":[]})", R"({"hooks":{"PreToolUse":{}}})",
                          R"({"hooks":{"PreToolUse":[1,{"hooks":2},{"hooks":[3]}]}})"}) {
    EXPECT_FALSE(is_trusted(kFile, odd, settings(hash))) << odd;
  }
}

}  // namespace
}  // namespace host::codex
