#include "model/handoff_packet.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace model {
namespace {

base::Result<HandoffPacket> packet_of(std::string_view text) {
  auto json = base::parse_json(text);
  if (!json.ok()) return json.error();
  return handoff_packet_from_json(*json);
}

constexpr std::string_view kWhole =
    R"({"id":"h-20260118-1a2b3c4d","goal":"Finish the form","done":["drawn"],"failed":["dialog"],)"
    R"("decisions":["no dialog"],"next_steps":["wire it"],"checks":["ctest -R form"],"to":"qa",)"
    R"("created_at":"2026-01-18T09:30:00.000Z","session":"s","branch":"main","commit":"c",)"
    R"("worktree":"/p","work_session":"form","read_at":"r","read_by":"rb","accepted_at":"a",)"
    R"("accepted_by":"cli","of_tomorrow":{"x":1}})";

TEST(HandoffPacketTest, WhatIsReadIsWrittenAgainWithWhatIsNotKnown) {
  const auto packet = packet_of(kWhole);
  ASSERT_TRUE(packet.ok()) << packet.error().message;
  EXPECT_EQ(base::dump_line(to_json(*packet)), kWhole);
}

TEST(HandoffPacketTest, OnlyAGoalIsNeeded) {
  const auto packet = packet_of(R"({"goal":"Go on"})");
  ASSERT_TRUE(packet.ok());
  EXPECT_EQ(packet->goal, "Go on");
  EXPECT_TRUE(packet->next_steps.empty());
  for (const char* text : {R"({})", R"({"goal":""})", R"({"goal":"  "})", R"({"goal":7})"}) {
    const auto none = packet_of(text);
    ASSERT_FALSE(none.ok()) << text;
    EXPECT_EQ(none.error().message.substr(0, 5), "goal:");
  }
}

TEST(HandoffPacketTest, NextStepsHaveTwoSpellings) {
  EXPECT_EQ(packet_of(R"({"goal":"g","nextSteps":["a"]})")->next_steps,
            std::vector<std::string>{"a"});
  EXPECT_EQ(packet_of(R"({"goal":"g","next_steps":["a"],"nextSteps":["b"]})")->next_steps,
            (std::vector<std::string>{"a", "b"}));
}

TEST(HandoffPacketTest, AMemberOfAnotherTypeIsNamed) {
  EXPECT_EQ(packet_of(R"({"goal":"g","done":"x"})").error().message.substr(0, 5), "done:");
  EXPECT_EQ(packet_of(R"({"goal":"g","checks":[1]})").error().message.substr(0, 7), "checks:");
}

}  // namespace
}  // namespace model
