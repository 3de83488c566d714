#include <nlohmann/json.hpp>
#include <regex>

#include "mcp/test_offer.h"

namespace mcp {
namespace {

using base::Json;

class ProtocolToolsTest : public OfferTest {
 protected:
  ProtocolToolsTest() {
    // Without these the gate has nothing to ask for.
    disk().poke("/home/dev/project/.claude/skills/github/scripts/a.ps1", "");
  }
  Json start() { return result("session_start", {{"objective", "Test"}}); }
};

// SC-23, S1-19, S1-26, B1-8
TEST_F(ProtocolToolsTest, AStartAnswersWithIdPhaseGatesChecklistAndLog) {
  const Json started = start();
  EXPECT_TRUE(std::regex_match(started["session_id"].get<std::string>(),
                               std::regex(R"(\d{4}-\d{2}-\d{2}-session-\d{2})")));
  EXPECT_EQ(started["phase"], "INIT");
  EXPECT_EQ(started["blocked_until"],
            Json::array({"SERENA_INIT", "SKILL_VALIDATION", "CONTEXT_RETRIEVAL", "SESSION_LOG"}));
  EXPECT_FALSE(started["checklist"]["start"].empty());
  EXPECT_FALSE(started["checklist"]["end"].empty());
  EXPECT_EQ(started["log_path"],
            ".agents/sessions/" + started["session_id"].get<std::string>() + ".md");
  EXPECT_FALSE(started.contains("resumed"));
}

// S1-20, S1-63, SC-24
TEST_F(ProtocolToolsTest, ASecondStartSaysThatOneIsActiveAndWhose) {
  start();
  const Json answer = call("session_start", {{"objective", "Again"}});
  EXPECT_EQ(answer["isError"], true);
  const Json problem = answer["structuredContent"]["error"];
  EXPECT_EQ(problem["code"], "SESSION_ACTIVE");
  EXPECT_TRUE(problem["message"].get<std::string>().starts_with(
      "Session already active. Call session_end() first."));
  EXPECT_FALSE(problem["details"]["hint"].get<std::string>().empty());
  EXPECT_EQ(problem["retryable"], false);
}

TEST_F(ProtocolToolsTest, AStartWithoutAnObjectiveOrALogIsToldApart) {
  EXPECT_EQ(error("session_start", {{"objective", " "}}), "INVALID_PARAMS");
  const Json started = result("session_start", {{"objective", "Test"}, {"create_log", false}});
  EXPECT_EQ(started["log_path"], "");
}

TEST_F(ProtocolToolsTest, TheSessionBelongsToTheConversationOfTheHost) {
  offer(model::ToolSet::core, kConversation);
  EXPECT_EQ(start()["run_id"], kConversation);
  EXPECT_EQ(result("session_get_state")["sessionId"], kConversation);
  // A server that was started again knows it too (SC-20, S0-89).
  offer(model::ToolSet::core, kConversation);
  EXPECT_EQ(result("get_blocked_reason")["phase"], "INIT");
  // One of another conversation has no part in it, but may not begin a second one beside it.
  offer(model::ToolSet::core, "8e2165c7-2839-4e27-bcef-43e6e47ca4b4");
  EXPECT_EQ(error("session_start", {{"objective", "Mine"}}), "SESSION_ACTIVE");
}

// S1-110
TEST_F(ProtocolToolsTest, WithoutASessionEveryOtherToolSaysSo) {
  EXPECT_EQ(error("validate_gate", {{"phase", "ALL"}}), "NO_SESSION");
  EXPECT_EQ(error("advance_phase"), "NO_SESSION");
  EXPECT_EQ(error("record_evidence",
                  {{"phase", "SERENA_INIT"}, {"evidence_type", "manual"}, {"evidence", "x"}}),
            "NO_SESSION");
  EXPECT_EQ(error("session_end", {{"summary", "x"}}), "NO_SESSION");
  const Json reason = result("get_blocked_reason");
  EXPECT_EQ(reason["is_blocked"], false);
  EXPECT_EQ(reason["phase"], nullptr);
  EXPECT_NE(reason["suggested_actions"][0].get<std::string>().find("session_start"),
            std::string::npos);
}

// S1-28, S1-37, S1-64, S1-95, SC-26, SC-42, B1-27
TEST_F(ProtocolToolsTest, OneGateAllGatesAndAnUnknownOne) {
  const std::string id = start()["session_id"];
  const Json one = result("validate_gate", {{"phase", "SERENA_INIT"}});
  EXPECT_EQ(one["phase"], "SERENA_INIT");
  EXPECT_EQ(one["status"], "PASS");
  EXPECT_EQ(one["requirement_level"], "MUST");
  EXPECT_EQ(one["blocking"], true);
  EXPECT_FALSE(one["message"].get<std::string>().empty());
  EXPECT_FALSE(one.contains("gates"));
  const Json all = result("validate_gate", {{"phase", "ALL"}, {"session_id", id}});
  EXPECT_EQ(all["status"], "FAIL");
  EXPECT_EQ(all["gates"].size(), 9U);
  EXPECT_EQ(all["session_id"], id);
  EXPECT_EQ(all["branch"], "main");
  EXPECT_NE(all["message"].get<std::string>().find("SKILL_VALIDATION"), std::string::npos);
  const Json wrong = call("validate_gate", {{"phase", "NO_SUCH"}})["structuredContent"]["error"];
  EXPECT_EQ(wrong["code"], "INVALID_GATE");
  EXPECT_NE(wrong.dump().find("QA_VALIDATION"), std::string::npos);
  EXPECT_EQ(error("validate_gate", {{"phase", "ALL"}, {"session_id", "2001-01-01-session-01"}}),
            "NO_SESSION");
}

// SC-30, S1-73, S1-107
TEST_F(ProtocolToolsTest, AnAdvanceStopsAtTheFirstGateThatBlocks) {
  start();
  const Json outcome = result("advance_phase", {{"target_phase", "WORKING"}});
  EXPECT_EQ(outcome["success"], false);
  EXPECT_EQ(outcome["previous_phase"], "INIT");
  EXPECT_EQ(outcome["current_phase"], "SERENA_READY");
  EXPECT_EQ(outcome["blocked_by"], Json::array({"SKILL_VALIDATION"}));
  EXPECT_EQ(error("advance_phase", {{"target_phase", "NOWHERE"}}), "INVALID_TRANSITION");
}

// SC-31, S1-99
TEST_F(ProtocolToolsTest, ForceNeedsAReasonAndLeavesAViolation) {
  start();
  EXPECT_EQ(error("advance_phase", {{"force", true}}), "INVALID_PARAMS");
  const Json outcome = result("advance_phase", {{"force", true}, {"reason", "no time"}});
  EXPECT_EQ(outcome["success"], true);
  ASSERT_EQ(outcome["violations"].size(), 1U);
  EXPECT_EQ(outcome["violations"][0]["severity"], "CRITICAL");
  const Json violations = resource("session://violations")["violations"];
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations[0]["severity"], "CRITICAL");
}

// S1-74, SC-28
TEST_F(ProtocolToolsTest, EvidenceIsRecordedOrRefused) {
  start();
  const Json recorded = result("record_evidence", {{"phase", "SKILL_VALIDATION"},
                                                   {"evidence_type", "tool_output"},
                                                   {"evidence", "read the memory"}});
  EXPECT_EQ(recorded["phase"], "SKILL_VALIDATION");
  EXPECT_EQ(recorded["evidence_recorded"], true);
  EXPECT_TRUE(recorded["auto_validated"].is_boolean());
  EXPECT_EQ(recorded["trust"], "claimed");
  EXPECT_EQ(error("record_evidence", {{"phase", "SESSION_LOG"},
                                      {"evidence_type", "file_path"},
                                      {"evidence", "no/such/file"}}),
            "INVALID_EVIDENCE");
  EXPECT_EQ(error("record_evidence",
                  {{"phase", "NO_SUCH"}, {"evidence_type", "manual"}, {"evidence", "x"}}),
            "INVALID_GATE");
  EXPECT_EQ(error("record_evidence", {{"phase", "SERENA_INIT"},
                                      {"evidence_type", "manual"},
                                      {"evidence", "x"},
                                      {"step", "No such step"}}),
            "UNKNOWN_STEP");
}

// S1-76, SC-29
TEST_F(ProtocolToolsTest, TheReasonOfABlockNamesWhatIsNeeded) {
  start();
  result("advance_phase", {{"target_phase", "WORKING"}});
  const Json reason = result("get_blocked_reason");
  EXPECT_EQ(reason["is_blocked"], true);
  EXPECT_EQ(reason["phase"], "SERENA_READY");
  const Json first = reason["blocked_phases"][0];
  EXPECT_EQ(first["phase"], "SKILL_VALIDATION");
  EXPECT_EQ(first["requirement_level"], "MUST");
  EXPECT_FALSE(first["evidence_needed"].get<std::string>().empty());
  EXPECT_FALSE(reason["suggested_actions"].empty());
}

// S1-75, S1-108, S1-109
TEST_F(ProtocolToolsTest, AnEndClosesTheSessionAndANewOneCanBegin) {
  const std::string first = start()["session_id"];
  const Json ended =
      result("session_end", {{"summary", "Done"}, {"key_decisions", {"use SQLite"}}});
  EXPECT_EQ(ended["session_id"], first);
  EXPECT_TRUE(ended["status"] == "COMPLETE" || ended["status"] == "INCOMPLETE");
  EXPECT_EQ(ended["gates"].size(), 9U);
  EXPECT_TRUE(ended["handoff_updated"].is_boolean());
  EXPECT_EQ(error("session_end", {{"summary", "Again"}}), "NO_SESSION");
  EXPECT_NE(start()["session_id"], first);
  EXPECT_EQ(resource("session://history")["sessions"][0]["session_id"], first);
}

// SC-37
TEST_F(ProtocolToolsTest, WhereItIsEnforcedAnIncompleteEndIsAnErrorWithAllThatIsKnown) {
  configure("protocol:\n  enforcement: enforce\n");
  const std::string id = start()["session_id"];
  const Json answer = call("session_end", {{"summary", "Done"}});
  EXPECT_EQ(answer["isError"], true);
  const Json content = answer["structuredContent"];
  EXPECT_EQ(content["status"], "INCOMPLETE");
  EXPECT_EQ(content["gates"].size(), 9U);
  EXPECT_EQ(content["error"]["code"], "SESSION_BLOCKED");
  EXPECT_FALSE(content["error"]["details"]["unmet"].empty());
  EXPECT_FALSE(content["error"]["details"]["hint"].get<std::string>().empty());
  EXPECT_EQ(resource("session://state")["session_id"], id);
}

}  // namespace
}  // namespace mcp
