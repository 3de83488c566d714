#include "host/cline/commands.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::cline {
namespace {

std::optional<std::string> given(const char* input) {
  return script_of(base::Json::parse(input), InputForm::as_it_is);
}

std::optional<std::string> told(const char* parameters) {
  return script_of(base::Json::parse(parameters), InputForm::as_texts);
}

TEST(ClineCommandsTest, EveryFormIsRead) {
  const std::vector<std::pair<const char*, const char*>> rows{
      {R"({"commands":["ls"]})", "ls"},
      {R"({"command":"ls"})", "ls"},
      {R"({"cmd":"ls"})", "ls"},
      {R"({"commands":"ls"})", "ls"},
      {R"({"command":"sh","args":["-c","rm x"]})", "sh -c 'rm x'"},
      {R"("ls")", "ls"}};
  for (const auto& [input, script] : rows) {
    EXPECT_EQ(given(input), script) << input;
    EXPECT_EQ(told(input), script) << input;
  }
  EXPECT_EQ(told(R"({"commands":"[\"make test\"]"})"), "make test");
  EXPECT_EQ(told(R"({"command":"sh","args":"[\"-c\",\"rm x\"]"})"), "sh -c 'rm x'");
}

// What one shell does to its folder, its variables or its quotes is nothing to the next one.
TEST(ClineCommandsTest, EachCommandOfAListHasItsOwnShell) {
  const std::vector<std::pair<const char*, const char*>> rows{
      {R"({"commands":["cd /tmp","rm x"]})", "sh -c 'cd /tmp'\nsh -c 'rm x'"},
      {R"({"commands":["ls",{"command":"sh","args":["-c","rm x"]},["rm","a b"]]})",
       "sh -c ls\nsh -c 'sh -c '\\''rm x'\\'''\nsh -c 'rm '\\''a b'\\'''"},
      {R"({"commands":[{"shell_command":"ls"},{"script":"rm x"}]})", "sh -c ls\nsh -c 'rm x'"},
      {R"({"commands":["sh <<E","cd a","E"]})",
       "sh -c 'sh <<E'\nsh -c 'cd a'\nsh -c E\nsh -c 'sh <<E\ncd a\nE'"}};
  for (const auto& [input, script] : rows) EXPECT_EQ(given(input), script) << input;
  EXPECT_EQ(told(R"({"command":"ls","commands":"[\"rm x\"]"})"), "sh -c ls\nsh -c 'rm x'");
  EXPECT_EQ(told(R"({"commands":"[\"ls\",\"rm x\"]"})"), "sh -c ls\nsh -c 'rm x'");
}

// A text of the command line's is the command, even where it is JSON too.
TEST(ClineCommandsTest, ATextIsTakenApartOnlyWhereListsAreTexts) {
  EXPECT_EQ(given(R"({"commands":"[\n\"rm\" , \"x\"\n]"})"), "[\n\"rm\" , \"x\"\n]");
  EXPECT_EQ(given(R"({"commands":"[\"\\\\$(rm x)\"]"})"), "[\"\\\\$(rm x)\"]");
  EXPECT_EQ(told(R"({"command":"[ -f a ] && rm a"})"), "[ -f a ] && rm a");
  EXPECT_EQ(told(R"({"command":"{ ls; }"})"), "{ ls; }");
  EXPECT_EQ(told(R"({"commands":"[\n\"rm\" , \"x\"\n]"})"), "[\n\"rm\" , \"x\"\n]");
}

TEST(ClineCommandsTest, WhatIsInNoKnownFormIsNotPassedOver) {
  for (const char* input : {R"({})", R"({"run":"ls"})", R"({"commands":["ls",7]})", "7",
                            R"({"commands":["ls",{"program":"rm"}]})", "null",
                            R"({"command":"sh","args":[{"a":1}]})", R"({"commands":[["rm",7]]})"}) {
    EXPECT_EQ(given(input), std::nullopt) << input;
    EXPECT_EQ(told(input), std::nullopt) << input;
  }
  for (const char* input :
       {R"({"commands":"[\"rm\", \"x\"]"})", R"({"commands":"[\"rm x # \\ud800\"]"})",
        R"({"commands":"[\"\\\\$(rm x)\"]"})", R"({"commands":"[\"\\\\`rm x`\"]"})"}) {
    EXPECT_EQ(told(input), std::nullopt) << input;
  }
}

}  // namespace
}  // namespace host::cline
