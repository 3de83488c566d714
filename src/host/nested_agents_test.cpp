// Agents that agents start. Copilot tells of their calls only who started them, and under which
// conversation when they start; the ids are those of a run of the real client.
#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"
#include "host/hook.h"

namespace host {
namespace {

using engine::Scene;

class NestedAgentsTest : public ::testing::Test {
 protected:
  static constexpr const char* kAgent = "bcca05f1-ddb3-4a0e-bf03-325632124a73";
  static constexpr const char* kNested = "82f1a657-0075-42ce-a35d-89f000c000bb";
  static constexpr const char* kNobody = "681ddeba-cfc0-40fe-9df0-9484aca9ac3d";

  HookAnswer heard(const std::string& event, const std::string& members) {
    HookCall call{"copilot", event, {}};
    call.input.bytes = R"({"timestamp":1794980007229,"cwd":"/home/dev/project",)" + members + "}";
    return answer_hook(scene.fake.system(), call, [](auto&&...) {});
  }
  static std::string member(const std::string& name, const std::string& value) {
    return "\"" + name + "\":\"" + value + "\"";
  }
  // As an agent's own events name it.
  static std::string inside(const std::string& agent, const std::string& starter) {
    return member("sessionId", agent) + "," + member("agentId", agent) + "," +
           member("agentType", "general-purpose") + "," + member("parentAgentId", starter);
  }
  static std::string transcript() {
    return member("transcriptPath",
                  "/home/dev/.copilot/session-state/" + std::string(Scene::kRun) + "/events.jsonl");
  }
  void begin() {
    heard("sessionStart", member("sessionId", Scene::kRun) + R"(,"source":"new")");
    engine::Workspace workspace = scene.workspace();
    ASSERT_TRUE(engine::set_mode(workspace, {Scene::kRun}, {"analysis", ""}, {}).ok());
    start(kAgent, Scene::kRun, Scene::kRun);
  }
  // `session` is what the host says the event is of.
  void start(const std::string& agent, const std::string& starter, const std::string& session) {
    heard("subagentStart", member("sessionId", session) + "," + member("agentId", agent) + "," +
                               member("agentType", "general-purpose") + "," +
                               member("parentAgentId", starter) + "," + transcript());
  }
  bool may_write(const std::string& agent, const std::string& starter) {
    return heard("preToolUse", inside(agent, starter) +
                                   R"(,"toolName":"create",)"
                                   R"("toolArgs":{"path":"/home/dev/project/a","file_text":""})")
        .reply.decision->allowed;
  }
  std::vector<std::string> runs() {
    engine::Workspace workspace = scene.workspace();
    std::vector<std::string> ids;
    for (const auto& session : engine::list_sessions(workspace)) ids.push_back(session.id.text);
    return ids;
  }
  const std::vector<std::string> kOnlyTheConversation{Scene::kRun};

  Scene scene;
};

TEST_F(NestedAgentsTest, ACallOfANestedAgentIsJudgedByTheConversation) {
  begin();
  EXPECT_FALSE(may_write(kAgent, Scene::kRun));
  start(kNested, kAgent, kNobody);
  EXPECT_FALSE(may_write(kNested, kAgent));
  EXPECT_EQ(runs(), kOnlyTheConversation);
}

TEST_F(NestedAgentsTest, EveryEventOfANestedAgentIsTheConversations) {
  begin();
  start(kNested, kAgent, kNobody);
  heard("userPromptSubmitted", inside(kNested, kAgent) + R"(,"prompt":"look")");
  heard("postToolUse", inside(kNested, kAgent) + R"(,"toolName":"view","toolArgs":{"path":"a"})");
  heard("agentStop", inside(kNested, kAgent) + "," + transcript());
  heard("subagentStop", member("sessionId", kNobody) + "," + member("agentId", kNested) + "," +
                            member("agentType", "general-purpose") + "," +
                            member("parentAgentId", kAgent) + "," + transcript());
  EXPECT_EQ(runs(), kOnlyTheConversation);
  engine::Workspace workspace = scene.workspace();
  const auto run = engine::get_state(workspace, {Scene::kRun});
  ASSERT_TRUE(run.ok() && run->workflow);
  EXPECT_EQ(run->workflow->agent_history.size(), 2U);
}

TEST_F(NestedAgentsTest, TheClaudeFormIsTheSame) {
  begin();
  heard("SubagentStart", member("sessionId", kNobody) + "," + member("agent_id", kNested) + "," +
                             member("agent_type", "general-purpose") + "," +
                             member("parent_agent_id", kAgent) + "," + transcript());
  const HookAnswer answer = heard(
      "PreToolUse", R"("hook_event_name":"PreToolUse",)" + member("session_id", kNested) + "," +
                        member("agent_id", kNested) + "," + member("agent_type", "x") + "," +
                        member("parent_agent_id", kAgent) +
                        R"(,"tool_name":"Write","tool_input":{"path":"/home/dev/project/a"})");
  EXPECT_FALSE(answer.reply.decision->allowed);
  EXPECT_EQ(runs(), kOnlyTheConversation);
}

// The conversation took them along; whoever comes under such an id later is somebody new.
TEST_F(NestedAgentsTest, NothingIsKeptOfAConversationThatEnded) {
  begin();
  start(kNested, kAgent, kNobody);
  heard("sessionEnd", member("sessionId", Scene::kRun) + R"(,"reason":"complete")");
  EXPECT_TRUE(may_write(kNested, kAgent));
}

}  // namespace
}  // namespace host
