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

const std::string kHash = "8a5fbc91a932b0b5837a072f6274f7e9cf8c6f209a4d2eda6bed06fe9433b32d";

TEST(CodexTrustTest, AYesIsForThisHookInThisPlaceOnly) {
  EXPECT_TRUE(is_trusted(kFile, kHooks, settings(kHash)));
  EXPECT_FALSE(is_trusted("/q/.codex/hooks.json", kHooks, settings(kHash)));
  EXPECT_FALSE(is_trusted(kFile, kHooks, settings(std::string(64, '0'))));
  std::string changed = kHooks;
  changed.replace(changed.find("/x/"), 3, "/y/");
  EXPECT_FALSE(is_trusted(kFile, changed, settings(kHash)));
  for (const char* odd : {"", "{", "[]", "{}", R"({"hooks":[]})", R"({"hooks":{"PreToolUse":{}}})",
                          R"({"hooks":{"PreToolUse":[1,{"hooks":2},{"hooks":[3]}]}})"}) {
    EXPECT_FALSE(is_trusted(kFile, odd, settings(kHash))) << odd;
  }
}

TEST(CodexTrustTest, AYesStandsInTheTableOfItsHook) {
  const std::string other =
      "[hooks.state.\"/p/.codex/hooks.json:stop:0:0\"]\ntrusted_hash = \"sha256:" + kHash + "\"\n";
  EXPECT_TRUE(is_trusted(kFile, kHooks, "a = 1\n" + settings(kHash) + other));
  EXPECT_TRUE(is_trusted(kFile, kHooks,
                         "[hooks.state]\n\"/p/.codex/hooks.json:pre_tool_use:1:0\" = "
                         "{enabled = true, trusted_hash = 'sha256:" +
                             kHash + "'}\n"));
  EXPECT_FALSE(is_trusted(kFile, kHooks, settings("0") + other));
  std::string comment = settings(kHash);
  comment.insert(comment.find("trusted_hash"), "# ");
  EXPECT_FALSE(is_trusted(kFile, kHooks, comment));
}

TEST(CodexTrustTest, AHookThatIsSwitchedOffIsNotTrustedAndSaysWhy) {
  const std::string yes = settings(kHash);
  const std::string hook =
      "hooks.state.\"/p/.codex/hooks.json:pre_tool_use:1:0\" has enabled = false, so that hook "
      "does "
      "not run";
  const std::string all = "features.hooks is false, so no hook runs";
  struct Row {
    std::string settings;
    std::string why;
  };
  for (const Row& row : {Row{yes + "enabled = false\n", hook},
                         Row{yes + "\n  enabled=false # For now.\r\n[a]\nb = 1\n", hook},
                         Row{yes + "[features]\nsearch = true\nhooks = false\n", all},
                         Row{"features.hooks = false\n" + yes, all},
                         Row{"features = {hooks = false}\n" + yes + "enabled = false\n", all},
                         Row{yes + "[features]\ncodex_hooks = false\n",
                             "features.codex_hooks is false, so no hook runs"}}) {
    EXPECT_FALSE(is_trusted(kFile, kHooks, row.settings)) << row.settings;
    EXPECT_EQ(switched_off(kFile, kHooks, row.settings), row.why) << row.settings;
  }
}

TEST(CodexTrustTest, WhatSwitchesSomethingElseOffIsNoMatter) {
  const std::string yes = settings(kHash);
  for (const std::string& text :
       {yes, yes + "enabled = true\n", yes + "# enabled = false\n",
        yes + "[hooks.state.\"/p/.codex/hooks.json:stop:0:0\"]\nenabled = false\n",
        yes + "[features]\nhooks = true\ncodex_hooks = false\n",
        yes + "[features]\nsearch = false\n[a]\nfeatures.hooks = false\n"}) {
    EXPECT_TRUE(is_trusted(kFile, kHooks, text)) << text;
    EXPECT_EQ(switched_off(kFile, kHooks, text), "") << text;
  }
}

}  // namespace
}  // namespace host::codex
