#include "engine/index_state_patch.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr const char* kPatchedRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";

std::string patch(const std::string& steps) { return "{\"version\":1,\"patch\":[" + steps + "]}"; }

TEST(StatePatchTest, PhasesOfRunWorkflowAndProtocolAreFollowed) {
  JournalCarry carry;
  const StateFindings first = follow_state(
      patch(R"({"op":"replace","path":"","value":{"currentMode":"planning","hostSessionId":"h",)"
            R"("workSession":"dark","orchestratorWorkflow":{"workflowPhase":"planning"},)"
            R"("protocol":{"session_id":"2026-01-18-session-01","current_phase":"INIT"}}})"),
      kPatchedRun, carry);
  ASSERT_EQ(first.phases.size(), 3U);
  EXPECT_EQ(first.phases[0].entity, "run");
  EXPECT_EQ(first.phases[0].from, "");
  EXPECT_EQ(first.phases[2].entity_id, "2026-01-18-session-01");
  EXPECT_EQ(carry.host_id, "h");
  EXPECT_EQ(carry.work, "dark");
  JournalCarry later = carry_from_text(to_text(carry));
  const StateFindings second = follow_state(
      patch(
          R"({"op":"replace","path":"/currentMode","value":"coding"},)"
          R"({"op":"replace","path":"/protocol/current_phase","value":"WORKING"},)"
          R"({"op":"remove","path":"/workSession"},{"op":"add","path":"/activeTask","value":"3"})"),
      kPatchedRun, later);
  ASSERT_EQ(second.phases.size(), 2U);
  EXPECT_EQ(second.phases[0].from, "planning");
  EXPECT_EQ(second.phases[0].to, "coding");
  EXPECT_EQ(second.phases[1].from, "INIT");
  EXPECT_EQ(later.work, "");
  EXPECT_EQ(later.task, "3");
}

TEST(StatePatchTest, AViolationIsToldOnceHoweverOftenItStandsInAPatch) {
  JournalCarry carry;
  const std::string one =
      R"({"id":"v1","timestamp":"t","phase":"QA","requirement":"r","severity":"CRITICAL"})";
  const std::string added =
      patch(R"({"op":"add","path":"/protocol/violations/-","value":)" + one + "}");
  const std::string whole =
      patch(R"({"op":"replace","path":"/protocol/violations","value":[)" + one + "]}");
  ASSERT_EQ(follow_state(added, kPatchedRun, carry).violations.size(), 1U);
  EXPECT_EQ(follow_state(whole, kPatchedRun, carry).violations.size(), 0U);
  JournalCarry later = carry_from_text(to_text(carry));
  EXPECT_EQ(follow_state(added, kPatchedRun, later).violations.size(), 0U);
}

TEST(StatePatchTest, HostileTextChangesNothing) {
  JournalCarry carry;
  carry.work = "kept";
  for (const char* payload :
       {"", "{", "[]", "{\"patch\":7,\"x\":\"workSession\"}",
        "{\"patch\":[1,null,{\"path\":7,\"x\":\"currentMode\"}]}",
        "{\"patch\":[{\"path\":\"/protocol\",\"value\":[\"violations\"]}]}"}) {
    EXPECT_TRUE(follow_state(payload, kPatchedRun, carry).phases.empty()) << payload;
  }
  EXPECT_EQ(carry.work, "kept");
  EXPECT_EQ(carry_from_text("nonsense").work, "");
  EXPECT_EQ(carry_from_text(R"({"work":7,"violations":"x"})").work, "");
}

}  // namespace
}  // namespace engine
