#include <nlohmann/json.hpp>

#include "engine/session.h"
#include "mcp/test_offer.h"

namespace mcp {
namespace {

using base::Json;

class StateToolsTest : public OfferTest {
 protected:
  StateToolsTest() {
    offer(model::ToolSet::core, kConversation);
    EXPECT_TRUE(engine::start_session(workspace(), kConversation, {}).ok());
  }
  engine::Workspace& workspace() {
    // Another process, which keeps what it opened.
    if (!other_) other_.emplace(*engine::Workspace::open(fake_.system(), "/home/dev/project"));
    return *other_;
  }

  std::optional<engine::Workspace> other_;
};

// SC-20, SC-22
TEST_F(StateToolsTest, AChangeByAnotherProcessIsSeenAtOnce) {
  EXPECT_EQ(result("session_get_state")["currentMode"], "coding");
  ASSERT_TRUE(
      engine::set_mode(workspace(), {kConversation}, {"planning", "from the terminal"}, {}).ok());
  const Json state = result("session_get_state");
  EXPECT_EQ(state["currentMode"], "planning");
  EXPECT_EQ(state["sessionId"], kConversation);
  EXPECT_FALSE(state.contains("_signature"));
}

// B0-28: the same question about the same files is not worked out again.
TEST_F(StateToolsTest, AnAnswerIsKeptWhileTheFilesBehindItAreTheSame) {
  fake_.clock.advance(std::chrono::hours(1));  // Nothing was written just now.
  for (const char* tool : {"session_get_state", "get_blocked_reason"}) {
    SCOPED_TRACE(tool);
    disk().reset_calls();
    const Json first = result(tool);
    const std::size_t whole = disk().calls();
    disk().reset_calls();
    EXPECT_EQ(result(tool), first);
    EXPECT_LT(disk().calls(), whole / 2);
    EXPECT_LE(disk().calls(), 6U);
  }
  ASSERT_TRUE(engine::set_mode(workspace(), {kConversation}, {"planning", ""}, {}).ok());
  EXPECT_EQ(result("session_get_state")["currentMode"], "planning");
  disk().poke("/home/dev/project/.git/holdfast/notes/sessions/session-" +
                  std::string(kConversation) + ".json",
              "{}");
  EXPECT_NE(error("session_get_state"), "");
}

TEST_F(StateToolsTest, ASessionCanBeNamedByAnyOfItsNames) {
  offer(model::ToolSet::core);
  EXPECT_EQ(result("session_get_state", {{"session_id", "7d1054b6"}})["sessionId"], kConversation);
  EXPECT_EQ(error("session_get_state", {{"session_id", "nobody"}}), "NO_SESSION");
  EXPECT_EQ(error("session_get_state", {{"session_id", "../../etc/passwd"}}), "INVALID_PARAMS");
}

TEST_F(StateToolsTest, AModeIsSetWithItsReasonAndTheActor) {
  const Json changed =
      result("session_set_mode", {{"mode", "planning"}, {"reason", "design first"}});
  EXPECT_EQ(changed["mode"], "planning");
  EXPECT_EQ(changed["history"].back()["reason"], "design first");
  EXPECT_EQ(changed["history"].back()["actor"], "mcp");
  EXPECT_EQ(error("session_set_mode", {{"mode", "frobnicating"}}), "INVALID_VALUE");
}

// SC-17
TEST_F(StateToolsTest, DisabledIsForbiddenWhateverTerminalOrTokenTheServerHas) {
  EXPECT_EQ(error("session_set_mode", {{"mode", "disabled"}}), "MODE_FORBIDDEN");
  fake_.environment.set_terminal(true);
  EXPECT_EQ(error("session_set_mode", {{"mode", "disabled"}}), "MODE_FORBIDDEN");
  EXPECT_EQ(result("session_get_state")["currentMode"], "coding");
}

TEST_F(StateToolsTest, AForgedStateIsToldByItsName) {
  const os::Path note = "/home/dev/project/.git/holdfast/notes/sessions/session-" +
                        std::string(kConversation) + ".json";
  std::string bytes = disk().peek(note).value_or("");
  const std::size_t at = bytes.find("coding");
  ASSERT_NE(at, std::string::npos);
  disk().poke(note, bytes.replace(at, 6, "disabl"));
  EXPECT_EQ(error("session_get_state"), "SIGNATURE_INVALID");
}

TEST_F(StateToolsTest, TheWorkflowOfTheDocumentsIsKept) {
  const Json begun = result("agent_invocation_add",
                            {{"agent", "implementer"}, {"input", {{"prompt", "Add the form"}}}});
  const Json ended = result("agent_invocation_complete",
                            {{"agent", "implementer"}, {"output", {{"summary", "done"}}}});
  EXPECT_EQ(ended["id"], begun["id"]);
  result("decision_add",
         {{"type", "technical"}, {"description", "Use SQLite"}, {"decidedBy", "architect"}});
  result("verdict_add", {{"agent", "critic"}, {"decision", "approve"}, {"confidence", 0.9}});
  const Json last = result("handoff_add", {{"fromAgent", "planner"}, {"toAgent", "implementer"}});
  const Json state = result("session_get_state");
  EXPECT_EQ(state["version"], last["version"]);
  EXPECT_EQ(state["orchestratorWorkflow"]["decisions"][0]["description"], "Use SQLite");
  EXPECT_FALSE(state["orchestratorWorkflow"]["decisions"][0].contains("session_id"));
}

TEST_F(StateToolsTest, APacketForTheNextSessionWaitsUntilItIsAccepted) {
  const Json added = result("handoff_add", {{"goal", "Finish the form"},
                                            {"nextSteps", Json::array({"wire it"})},
                                            {"checks", Json::array({"ctest"})}});
  const std::string id = added["id"].get<std::string>();
  const Json waiting = result("handoff_list")["packets"];
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_EQ(waiting[0]["id"], id);
  EXPECT_EQ(waiting[0]["next_steps"], Json::array({"wire it"}));
  EXPECT_EQ(waiting[0]["stale"], false);
  EXPECT_EQ(result("handoff_accept", {{"id", id.substr(id.size() - 8)}})["goal"],
            "Finish the form");
  EXPECT_EQ(result("handoff_list")["packets"].size(), 0U);
  EXPECT_EQ(result("handoff_list", {{"all", true}})["packets"].size(), 1U);
}

TEST_F(StateToolsTest, AHandoffBetweenAgentsIsAcceptedByTheSameTool) {
  result("session_start", {{"objective", "Test"}});
  const Json added = result("handoff_add", {{"fromAgent", "planner"}, {"toAgent", "implementer"}});
  ASSERT_EQ(result("handoff_list")["handoffs"].size(), 1U);
  const Json accepted = result("handoff_accept", {{"id", added["id"]}});
  EXPECT_EQ(accepted["id"], added["id"]);
  EXPECT_EQ(result("handoff_list")["handoffs"].size(), 0U);
}

TEST_F(StateToolsTest, WithoutAGoalAHandoffNeedsBothAgents) {
  result("session_start", {{"objective", "Test"}});
  EXPECT_EQ(error("handoff_add", {{"reason", "x"}}), "INVALID_VALUE");
  EXPECT_EQ(error("handoff_add", {{"goal", " "}}), "INVALID_VALUE");
  EXPECT_EQ(error("handoff_accept", {{"id", "h-none"}}), "NOT_FOUND");
}

TEST_F(StateToolsTest, WhatIsWrongWithTheWorkflowIsToldByItsName) {
  EXPECT_EQ(
      error("decision_add", {{"type", "rumour"}, {"description", "x"}, {"decidedBy", "architect"}}),
      "INVALID_VALUE");
  EXPECT_EQ(error("verdict_add", {{"agent", "critic"}, {"decision", "approve"}, {"confidence", 7}}),
            "INVALID_VALUE");
  EXPECT_EQ(error("agent_invocation_complete", {{"agent", "qa"}}), "NO_ACTIVE_INVOCATION");
  EXPECT_EQ(error("agent_invocation_complete"), "INVALID_PARAMS");
  EXPECT_EQ(error("agent_invocation_add", {{"agent", "qa"}, {"input", {{"prompt", 7}}}}),
            "INVALID_VALUE");
  EXPECT_EQ(error("session_compact"), "COMPACTION_NOT_NEEDED");
}

}  // namespace
}  // namespace mcp
