#include "engine/dashboard/run_detail.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "engine/continuity.h"
#include "engine/dashboard/run_agents.h"
#include "engine/test_index_scene.h"
#include "engine/test_protocol.h"
#include "engine/workflow.h"

namespace engine::dashboard {
namespace {

using base::Json;

RunDetail read(Workspace& workspace, const char* run = Scene::kRun) {
  RunDetail detail;
  read_run(workspace, model::RunId{run}, detail);
  return detail;
}

// S2-7
TEST(RunDetailTest, ARunTellsItsStateItsWorkflowAndItsPins) {
  Scene scene;
  scene.give_operator_token();
  scene.send(scene.event(model::EventKind::session_start));
  Workspace at = scene.workspace();
  const model::RunId run{Scene::kRun};
  ASSERT_TRUE(set_mode(at, run, {"planning", "first a plan"}, {}).ok());
  ASSERT_TRUE(pause_run(at, run, {base::Millis{60'000}, "a minute"}, {}).ok());
  ASSERT_TRUE(add_pin(at, run, {"keep the tests green", "tests", "CRITICAL"}, {}).ok());
  model::Decision decision;
  decision.type = model::DecisionType::technical;
  decision.description = "Use SQLite";
  decision.rationale = "It is there";
  decision.decided_by = model::Agent::architect;
  ASSERT_TRUE(add_decision(at, run, decision, {}).ok());
  const RunDetail detail = read(at);
  EXPECT_TRUE(detail.is_readable);
  EXPECT_EQ(detail.problem, "");
  EXPECT_EQ(detail.run.mode, "planning");
  EXPECT_EQ(detail.run.health, RunHealth::live);
  EXPECT_FALSE(detail.paused_until.empty());
  ASSERT_EQ(detail.decisions.size(), 1U);
  EXPECT_EQ(detail.decisions.front().rationale, "It is there");
  ASSERT_EQ(detail.pins.size(), 1U);
  EXPECT_EQ(detail.pins.front().label, "tests");
  EXPECT_EQ(detail.versions, get_state(at, run)->version);
  ASSERT_EQ(detail.agents.size(), 1U);
  EXPECT_EQ(detail.agents.front().role, "main");
  EXPECT_EQ(detail.agents.front().parent, "");
}

TEST(RunDetailTest, APauseThatIsOverIsNone) {
  Scene scene;
  scene.give_operator_token();
  scene.send(scene.event(model::EventKind::session_start));
  Workspace at = scene.workspace();
  ASSERT_TRUE(pause_run(at, {Scene::kRun}, {base::Millis{60'000}, ""}, {}).ok());
  scene.fake.clock.advance(std::chrono::minutes{2});
  EXPECT_EQ(read(at).paused_until, "");
}

// U, the right behaviour
TEST(RunDetailTest, WhatNobodyKnownLoosenedIsShown) {
  Scene scene;
  scene.configure("gate:\n  agent_mode_change: any\n  initial_mode: planning\n");
  scene.send(scene.event(model::EventKind::session_start));
  Workspace at = scene.workspace();
  EXPECT_TRUE(read(at).loosened.empty());
  ASSERT_TRUE(set_mode(at, {Scene::kRun}, {"coding", ""}, {}).ok());
  EXPECT_EQ(read(at).loosened, std::vector<std::string>{"mode set by an agent (shell)"});
}

TEST(RunDetailTest, SubagentsHangBelowWhoStartedThem) {
  model::Run run;
  run.id = {Scene::kRun};
  run.workflow.emplace();
  const auto add = [&](const char* id, model::Agent agent, std::optional<model::Agent> from) {
    model::AgentInvocation one;
    one.id = id;
    one.agent = agent;
    if (from) one.handoff_from = model::AgentName(*from);
    run.workflow->agent_history.push_back(one);
  };
  add("a1", model::Agent::planner, {});
  add("a2", model::Agent::implementer, model::Agent::planner);
  add("", model::Agent::qa, model::Agent::security);  // Nobody of that name was there.
  const auto agents = agents_of(run);
  ASSERT_EQ(agents.size(), 4U);
  EXPECT_EQ(agents[1].parent, agents[0].id);
  EXPECT_EQ(agents[2].parent, agents[1].id);
  EXPECT_EQ(agents[3].parent, agents[0].id);
  EXPECT_EQ(agents[2].type, "implementer");
  EXPECT_NE(agents[3].id, "");
}

TEST(RunDetailTest, TheProtocolTellsItsGatesAndEvidence) {
  ProtocolScene scene;
  ASSERT_TRUE(scene.start().ok());
  ASSERT_TRUE(
      scene.record({.gate = "SERENA_INIT", .type = "tool_output", .evidence = "initialized"}).ok());
  Workspace at = scene.workspace();
  const RunDetail detail = read(at);
  ASSERT_TRUE(detail.protocol);
  EXPECT_EQ(detail.protocol->protocol.objective, "Test");
  EXPECT_EQ(detail.protocol->gates.size(), model::all_protocol_gates().size());
  EXPECT_EQ(detail.protocol->gates.front().gate, "SERENA_INIT");
  EXPECT_FALSE(detail.protocol->protocol.evidence.empty());
  EXPECT_EQ(detail.run.branch, "main");
}

TEST(RunDetailTest, RequirementsStandAsTheGateSeesThem) {
  Scene scene;
  scene.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                        "version: \"1.0\"\nenabled: true\ninherit: false\nrequirements:\n"
                        "  commit_plan:\n    enabled: true\n    scope: session\n");
  scene.send(scene.event(model::EventKind::session_start));
  Workspace at = scene.workspace();
  ASSERT_EQ(read(at).requirements.size(), 1U);
  EXPECT_EQ(read(at).requirements.front().standing, "unmet");
  EXPECT_FALSE(read(at).requirements.front().way_out.empty());
  const auto session = choose_requirement_session(at, {.given = Scene::kRun, .host_session = {}});
  ASSERT_TRUE(session.ok()) << session.error().message;
  ASSERT_TRUE(satisfy_requirements(at, *session, {.names = {"commit_plan"}}, {}).ok());
  EXPECT_EQ(read(at).requirements.front().standing, "met");
  scene.send(scene.event(model::EventKind::session_end));
  EXPECT_TRUE(read(at).requirements.empty());
}

TEST(RunDetailTest, ABadNoteIsToldWithWhatIsWrong) {
  Scene scene;
  scene.send(scene.event(model::EventKind::session_start));
  Workspace at = scene.workspace();
  const os::Path note = os::Path("/home/dev/project/.git/holdfast/notes/sessions") /
                        ("session-" + std::string(Scene::kRun) + ".json");
  ASSERT_TRUE(scene.fake.files.peek(note));
  scene.fake.files.poke(note, "{\"sessionId\": \"<script>\"");
  const RunDetail bad = read(at);
  EXPECT_FALSE(bad.is_readable);
  EXPECT_FALSE(bad.problem.empty());
  EXPECT_EQ(bad.run.health, RunHealth::broken);
  EXPECT_GE(bad.versions, 1);
  ASSERT_TRUE(scene.fake.files.remove(note).ok());
  EXPECT_FALSE(read(at).is_readable);
  EXPECT_FALSE(read(at).problem.empty());
}

// The dashboard's own door, on a real disk with an index.
class RunDetailSceneTest : public IndexScene {
 protected:
  RunDetailSceneTest() {
    tell(model::EventKind::session_start, kRun);
    tell(model::EventKind::before_tool, kRun, "Write");
    updated();
  }
  Dashboard dashboard_{system(), {}};
};

TEST_F(RunDetailSceneTest, ARunIsFoundByAnyNameAndReadFromItsFiles) {
  for (const std::string& name : {std::string(kRun), std::string(kRun).substr(0, 8)}) {
    const auto detail = run_detail(dashboard_, name);
    ASSERT_TRUE(detail.ok()) << detail.error().message;
    EXPECT_TRUE(detail->is_readable);
    EXPECT_EQ(detail->run.id, kRun);
    EXPECT_EQ(detail->run.short_id, "7d1054b6");
    EXPECT_EQ(detail->run.project_name, "api");
    EXPECT_EQ(detail->run.mode, "coding");
  }
  for (const char* const name : {"nothing-like-it", "../../etc/passwd", "%00", ""}) {
    EXPECT_FALSE(run_detail(dashboard_, name).ok()) << name;
  }
}

TEST_F(RunDetailSceneTest, AStateAndADifferenceAreThoseOfTheVersions) {
  auto at = Workspace::open(system(), this->at("api"));
  ASSERT_TRUE(at.ok());
  const model::RunId run{kRun};
  const std::int64_t before = get_state(*at, run)->version;
  ASSERT_TRUE(set_mode(*at, run, {"planning", "why not"}, {}).ok());
  const auto now = run_state(dashboard_, kRun, std::nullopt);
  ASSERT_TRUE(now.ok()) << now.error().message;
  EXPECT_EQ(now->get(), model::to_json(*get_state(*at, run)));
  const auto then = run_state(dashboard_, kRun, before);
  ASSERT_TRUE(then.ok()) << then.error().message;
  EXPECT_EQ(then->get()["currentMode"], "coding");
  const auto diff = run_diff(dashboard_, kRun, {});
  ASSERT_TRUE(diff.ok()) << diff.error().message;
  EXPECT_EQ(diff->from, before);
  EXPECT_EQ(diff->to, before + 1);
  bool has_mode = false;
  for (const StateDifference& one : diff->differences) {
    if (one.path != "/currentMode") continue;
    has_mode = true;
    EXPECT_EQ(one.before.get(), "coding");
    EXPECT_EQ(one.after.get(), "planning");
  }
  EXPECT_TRUE(has_mode);
  EXPECT_EQ(run_state(dashboard_, kRun, 999).error().code, base::Code::not_found);
  EXPECT_TRUE(run_diff(dashboard_, kRun, {.from = 2, .to = 1}).ok());
}

// S2-3, S2-10: costs and tokens are the index's to know.
TEST_F(RunDetailSceneTest, AgentsHaveTheirModelTokensAndCost) {
  tell(model::EventKind::agent_start, kRun, "", "a7");
  const auto line = [](const std::string& id, const std::string& model, int output) {
    return R"({"message":{"id":")" + id + R"(","model":")" + model +
           R"(","usage":{"input_tokens":1000000,"output_tokens":)" + std::to_string(output) +
           R"(}},"timestamp":"2026-11-10T10:00:00.000Z"})" + "\n";
  };
  const std::string transcript = std::string("home/.claude/projects/p/") + kRun;
  put(transcript + ".jsonl",
      line("m1", "claude-haiku-4-5", 3) + line("m2", "claude-sonnet-4-5", 7));
  put(transcript + "/subagents/agent-a7.jsonl", line("m3", "claude-haiku-4-5", 5));
  updated();
  const auto detail = run_detail(dashboard_, kRun);
  ASSERT_TRUE(detail.ok()) << detail.error().message;
  ASSERT_EQ(detail->agents.size(), 2U);
  EXPECT_EQ(detail->agents[0].role, "main");
  EXPECT_EQ(detail->agents[0].model, "claude-sonnet-4-5");
  EXPECT_EQ(detail->agents[0].output_tokens, 10);
  EXPECT_TRUE(detail->agents[0].cost_usd);
  EXPECT_EQ(detail->agents[1].parent, detail->agents[0].id);
  EXPECT_EQ(detail->agents[1].model, "claude-haiku-4-5");
  EXPECT_EQ(detail->agents[1].output_tokens, 5);
}

TEST_F(RunDetailSceneTest, ARunOfAProjectThatIsGoneIsAnsweredWithASentence) {
  std::filesystem::rename(this->at("api"), this->at("elsewhere"));
  const auto detail = run_detail(dashboard_, kRun);
  if (detail.ok()) {
    EXPECT_FALSE(detail->is_readable);
    EXPECT_NE(detail->problem.find("is gone"), std::string::npos) << detail->problem;
  } else {
    EXPECT_EQ(detail.error().code, base::Code::not_found);
  }
}

TEST_F(RunDetailSceneTest, SeveralThreadsAskAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> answered = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 10; ++turn) {
        const auto detail = run_detail(dashboard_, kRun);
        if (detail.ok() && detail->is_readable && run_state(dashboard_, kRun, 1).ok()) ++answered;
      }
    });
  }
  for (int turn = 0; turn < 10; ++turn) tell(model::EventKind::before_tool, kRun, "Edit");
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answered, 40);
}

}  // namespace
}  // namespace engine::dashboard
