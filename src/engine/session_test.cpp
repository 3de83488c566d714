#include "engine/session.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/history.h"
#include "engine/operator.h"
#include "engine/test_scene.h"
#include "engine/workflow.h"

namespace engine {
namespace {

using base::Code;
using base::Json;
using model::EventKind;

struct SessionTest : ::testing::Test {
  Scene scene;
  model::RunId run{Scene::kRun};
  SessionTest() { scene.send(scene.event(EventKind::session_start)); }
  base::Result<model::Run> set(Json update) {
    Workspace workspace = scene.workspace();
    return set_state(workspace, run, {.update = base::JsonBox(std::move(update))}, {});
  }
};

// S0-41 … S0-43, S0-34
TEST_F(SessionTest, AnUpdateIsOneVersionFurther) {
  const auto saved = set({{"activeTask", "x"}});
  ASSERT_TRUE(saved.ok()) << saved.error().message;
  EXPECT_EQ(saved->version, 2);
  EXPECT_EQ(saved->active_task, "x");
  EXPECT_EQ(set({{"activeTask", "x"}})->version, 2) << "nothing changed, nothing is written";
}

// B0-8, B0-14
TEST_F(SessionTest, WhatOnlyTheProgramSetsIsRefusedAndRecorded) {
  for (const char* key : {"sessionId", "version", "createdAt", "protocolStartComplete",
                          "protocolEndComplete", "modeHistory", "owner"}) {
    EXPECT_EQ(set({{key, "forged"}}).error().code, Code::immutable_field) << key;
  }
  EXPECT_EQ(set({{"currentMode", "disabled"}}).error().code, Code::mode_forbidden);
  Workspace workspace = scene.workspace();
  EXPECT_EQ(get_state(workspace, run)->version, 1);
  const auto journal =
      scene.fake.files.peek("/home/dev/project/.git/holdfast/journal/" + run.text + ".jsonl");
  EXPECT_NE(journal->find("MODE_FORBIDDEN"), std::string::npos);
}

// SC-17: a terminal counts only where no ancestor is the host of a live run.
TEST_F(SessionTest, ATerminalInsideTheAgentsHostIsNoPerson) {
  scene.fake.environment.set_terminal(true);
  {
    Workspace workspace = scene.workspace();
    EXPECT_FALSE(is_person(workspace));
  }
  scene.add_process(100, 1, "holdfast");  // Started by somebody else.
  Workspace workspace = scene.workspace();
  EXPECT_TRUE(asker(workspace).is_at_terminal());
  EXPECT_TRUE(set_mode(workspace, run, {"disabled", "by hand"}, {}).ok());
}

TEST_F(SessionTest, TheOperatorTokenIsAPersonAndItsHashIsAllThatIsKept) {
  const auto token = create_operator_token(scene.fake.system());
  ASSERT_TRUE(token.ok());
  EXPECT_EQ(scene.fake.files.peek("/home/dev/.config/holdfast/operator")->find(*token),
            std::string::npos);
  Workspace workspace = scene.workspace();
  scene.fake.environment.set("HOLDFAST_OPERATOR_TOKEN", "wrong");
  EXPECT_FALSE(is_person(workspace));
  scene.fake.environment.set("HOLDFAST_OPERATOR_TOKEN", *token);
  EXPECT_EQ(asker(workspace).way, policy::kByToken);
}

// U1
TEST_F(SessionTest, APauseEndsByItselfAndNeedsAPerson) {
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, run, {"analysis", ""}, {}).ok());
  EXPECT_EQ(pause_run(workspace, run, {.duration = std::chrono::minutes(1)}, {}).error().code,
            Code::mode_forbidden);
  scene.give_operator_token();
  ASSERT_TRUE(pause_run(workspace, run, {.duration = std::chrono::minutes(30)}, {}).ok());
  const model::HostReply paused = scene.send(scene.tool("Write"));
  EXPECT_TRUE(paused.decision->allowed);
  EXPECT_EQ(paused.decision->bypassed, std::vector{model::GateRule::mode_table});
  scene.fake.clock.advance(std::chrono::minutes(30));
  EXPECT_FALSE(scene.allows("Write"));
}

TEST_F(SessionTest, WhichRunIsMeantWhereNoneIsNamed) {
  Workspace workspace = scene.workspace();
  EXPECT_EQ(choose_run(workspace, {})->text, run.text);  // The only live one.
  scene.send(scene.event(EventKind::session_start, Scene::kOtherRun));
  EXPECT_EQ(choose_run(workspace, {}).error().code, Code::ambiguous_id);
  EXPECT_EQ(choose_run(workspace, {.host_session = Scene::kRun})->text, run.text);
  EXPECT_EQ(choose_run(workspace, {.given = "7d1054b6"})->text, run.text);  // C-4
  EXPECT_EQ(choose_run(workspace, {.given = "../../etc/x"}).error().code,
            Code::invalid_params);  // SC-21
  scene.fake.processes.remove(Scene::kHostPid);
  EXPECT_EQ(choose_run(workspace, {})->text, Scene::kOtherRun);  // The pointer.
  scene.send(scene.event(EventKind::session_end, Scene::kRun));
  scene.send(scene.event(EventKind::session_end, Scene::kOtherRun));
  EXPECT_EQ(choose_run(workspace, {}).error().message, "No current session found");  // S0-50
}

TEST_F(SessionTest, ACustomIdIsAnAlias) {
  Workspace workspace = scene.workspace();
  const auto started = start_session(workspace, "my-run", {});
  ASSERT_TRUE(started.ok()) << started.error().message;
  EXPECT_EQ(choose_run(workspace, {.given = "my-run"})->text, started->id.text);
  EXPECT_EQ(start_session(workspace, "my-run", {}).error().code, Code::exists);
}

// S0-44 … S0-48, B0-18, B0-20
TEST_F(SessionTest, TheEleventhInvocationCompactsByItself) {
  Workspace workspace = scene.workspace();
  EXPECT_EQ(compact_session(workspace, run, {}).error().message, "Compaction not needed");
  for (int i = 0; i < 11; ++i) {
    model::AgentInvocation invocation;
    invocation.agent = model::Agent::qa;
    const auto added = add_invocation(workspace, run, invocation, {});
    ASSERT_TRUE(added.ok()) << added.error().message;
    if (i != 1) {
      ASSERT_TRUE(complete_invocation(workspace, run, {.invocation_id = added->id}, {}).ok());
    }
  }
  const auto state = get_state(workspace, run);
  EXPECT_EQ(state->workflow->agent_history.size(), 4U);
  ASSERT_EQ(state->workflow->compaction_history.size(), 1U);
  EXPECT_TRUE(verify_session(workspace, run).ok());
}

TEST_F(SessionTest, APromptTooLongForTheNoteIsKeptWholeBesideIt) {  // B0-26
  Workspace workspace = scene.workspace();
  model::AgentInvocation invocation;
  invocation.agent = model::Agent::planner;
  invocation.input.prompt = std::string(20000, 'p');
  ASSERT_TRUE(add_invocation(workspace, run, invocation, {}).ok());
  EXPECT_LT(get_state(workspace, run)->workflow->agent_history[0].input.prompt.size(), 17000U);
  const auto kept = scene.fake.files.peek("/home/dev/project/.git/holdfast/notes/session-" +
                                          run.text + "-agent-planner.json");
  ASSERT_TRUE(kept);
  EXPECT_NE(kept->find(invocation.input.prompt), std::string::npos);
}

TEST_F(SessionTest, UndoBringsBackTheWorkAndNoPowers) {
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set({{"activeTask", "one"}}).ok());
  ASSERT_TRUE(set({{"activeTask", "two"}}).ok());
  const auto undone = undo(workspace, run, std::nullopt, {});
  ASSERT_TRUE(undone.ok()) << undone.error().message;
  EXPECT_EQ(undone->active_task, "one");
  EXPECT_EQ(undone->version, 4);
  EXPECT_EQ(undo(workspace, run, 99, {}).error().code, Code::invalid_params);
  EXPECT_EQ(state_at(workspace, run, 3)->active_task, "two");
}

TEST_F(SessionTest, RecoveryIsNeverToAWeakerMode) {
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, run, {"planning", ""}, {}).ok());
  const os::Path note =
      "/home/dev/project/.git/holdfast/notes/sessions/session-" + run.text + ".json";
  const os::Path journal = "/home/dev/project/.git/holdfast/journal/" + run.text + ".jsonl";
  scene.fake.files.poke(note, "{");
  scene.fake.files.poke(journal, "");  // Not even the journal is left: the head remembers.
  const auto recovered = recover_session(workspace, run);
  ASSERT_TRUE(recovered.ok()) << recovered.error().message;
  EXPECT_EQ(recovered->restored_version, 0);
  EXPECT_EQ(recovered->run.mode.text(), "planning");
  EXPECT_GT(recovered->run.version, 2);
  EXPECT_FALSE(recovered->set_aside.empty());

  scene.fake.files.poke(note, "{");
  ASSERT_TRUE(scene.fake.files
                  .remove("/home/dev/.local/state/holdfast/heads/" + workspace.project().text +
                          "/" + run.text)
                  .ok());
  scene.fake.files.poke(journal, "");
  EXPECT_EQ(recover_session(workspace, run)->run.mode.text(), "analysis");
}

}  // namespace
}  // namespace engine
