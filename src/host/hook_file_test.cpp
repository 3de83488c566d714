#include "host/hook_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace host {
namespace {

using base::Json;

HookDialect flat() {
  return {.layout = HookLayout::handlers,
          .events = {"preToolUse", "stop"},
          .has_version = true,
          .hint = "Correct the file."};
}

std::vector<HookEntry> entries(const std::string& program) {
  std::vector<HookEntry> all;
  for (const std::string event : {"preToolUse", "stop"}) {
    all.push_back(
        {event, base::JsonBox(Json{{"command", to_command({program, event, "cursor"})}})});
  }
  return all;
}

TEST(HookFileTest, AFlatFileOfOursIsNewAndGoesWhole) {
  const auto text = with_entries(std::nullopt, flat(), entries("/x/holdfast"));
  ASSERT_TRUE(text.ok());
  const Json document = Json::parse(*text);
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["hooks"]["stop"].dump(),
            R"([{"command":"/x/holdfast hook stop --host cursor"}])");
  EXPECT_EQ(with_entries(*text, flat(), entries("/x/holdfast")).value(), *text);
  EXPECT_EQ(without_entries(*text, flat()).value(), std::nullopt);
  EXPECT_EQ(without_entries(*text, flat(), HookKind::own).value(), std::nullopt);
  EXPECT_EQ(without_entries(*text, flat(), HookKind::shared).value(), *text);
}

TEST(HookFileTest, EveryOtherByteOfAFlatFileIsKept) {
  for (const char* text :
       {"{}", "{\"version\":1}", "{\n  \"version\": 1\n}\n", "{ \"version\" : 1, \"hooks\" : { } }",
        "{\"version\":1,\"hooks\":{\"stop\":[]}}\r\n",
        "{\"hooks\":{\"stop\":[{\"command\":\"other\"}],\n\t\"afterFileEdit\":[ ]},\"version\":1}",
        "{\n  \"version\": 1,\n  \"hooks\": {\n    \"preToolUse\": [\n      {\"command\": \"a | "
        "b\"}"
        "\n    ]\n  }\n}\n"}) {
    SCOPED_TRACE(text);
    const auto with = with_entries(std::string(text), flat(), entries("holdfast"));
    ASSERT_TRUE(with.ok()) << with.error().message;
    EXPECT_EQ(our_hooks(Json::parse(*with), HookLayout::handlers).size(), 2U);
    EXPECT_TRUE(has_entries(Json::parse(*with), flat(), entries("holdfast")));
    EXPECT_FALSE(has_entries(Json::parse(*with), flat(), entries("/x/holdfast")));
    EXPECT_EQ(without_entries(*with, flat()).value(), text);
  }
}

TEST(HookFileTest, AnotherProgramTakesThePlaceOfTheOldOne) {
  const std::string old = with_entries(std::nullopt, flat(), entries("/old/holdfast")).value();
  const auto text = with_entries(old, flat(), entries("/new/holdfast"));
  EXPECT_EQ(*text, with_entries(std::nullopt, flat(), entries("/new/holdfast")).value());
}

TEST(HookFileTest, WhatIsNotSuchAFileIsRefusedWithTheHint) {
  for (const char* text :
       {"", "{", "[]", "{} // mine", "{\"hooks\":[]}", "{\"a\":1,}", "{\"hooks\":{\"stop\":{}}}"}) {
    const auto with = with_entries(std::string(text), flat(), entries("holdfast"));
    ASSERT_FALSE(with.ok()) << text;
    EXPECT_EQ(with.error().code, base::Code::parse_error);
    EXPECT_EQ(with.error().hint, "Correct the file.");
  }
}

}  // namespace
}  // namespace host
