#include "host/cline/commands.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host::cline {
namespace {

TEST(ClineCommandsTest, EveryFormIsRead) {
  const std::vector<std::pair<const char*, const char*>> rows{
      {R"({"commands":["ls","make test"]})", "ls\nmake test"},
      {R"({"command":"ls"})", "ls"},
      {R"({"cmd":"ls"})", "ls"},
      {R"({"commands":"ls"})", "ls"},
      {R"({"commands":"[\"ls\",\"rm x\"]"})", "ls\nrm x"},
      {R"({"command":"sh","args":["-c","rm x"]})", "sh -c 'rm x'"},
      {R"({"command":"sh","args":"[\"-c\",\"rm x\"]"})", "sh -c 'rm x'"},
      {R"({"commands":["ls",{"command":"sh","args":["-c","rm x"]},["rm","a b"]]})",
       "ls\nsh -c 'rm x'\nrm 'a b'"},
      {R"({"command":"ls","commands":"[\"rm x\"]"})", "ls\nrm x"},
      {R"({"commands":[{"shell_command":"ls"},{"script":"rm x"}]})", "ls\nrm x"},
      {R"("ls")", "ls"}};
  for (const auto& [input, script] : rows) {
    EXPECT_EQ(script_of(base::Json::parse(input)), script) << input;
  }
}

TEST(ClineCommandsTest, WhatIsInNoKnownFormIsNotPassedOver) {
  for (const char* input : {R"({})", R"({"run":"ls"})", R"({"commands":["ls",7]})", "7",
                            R"({"commands":["ls",{"program":"rm"}]})", "null",
                            R"({"command":"sh","args":[{"a":1}]})", R"({"commands":[["rm",7]]})"}) {
    EXPECT_EQ(script_of(base::Json::parse(input)), std::nullopt) << input;
  }
}

}  // namespace
}  // namespace host::cline
