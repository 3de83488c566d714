#include "engine/first_mode.h"

#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"
#include "policy/mode.h"

namespace engine {
namespace {

using model::EventKind;

constexpr os::Pid kSecondHost = 200;

// A second host of the project: its process below `parent`, started with these variables.
std::string mode_of_second(Scene& scene, os::Pid parent, std::vector<std::string> variables) {
  scene.add_process(kSecondHost, parent, "node");
  scene.fake.processes.set_variables(kSecondHost, std::move(variables));
  model::HostEvent begin = scene.event(EventKind::session_start, Scene::kOtherRun);
  begin.owner_pid = kSecondHost;
  scene.send(begin);
  Workspace workspace = scene.workspace();
  return get_state(workspace, {Scene::kOtherRun})->mode.text();
}

void begin_first(Scene& scene, const char* mode) {
  scene.configure(std::string("gate:\n  initial_mode: ") + mode + "\n");
  scene.send(scene.event(EventKind::session_start));
  scene.configure("gate:\n  initial_mode: coding\n");
}

// U1: an agent that may not write starts another agent that may.
TEST(FirstModeTest, WhatAnAgentStartsIsNoLooserThanItsOwnRun) {
  for (const char* mode : {"analysis", "planning", "coding"}) {
    SCOPED_TRACE(mode);
    Scene scene;
    begin_first(scene, mode);
    scene.add_process(150, Scene::kHostPid, "bash");
    EXPECT_EQ(mode_of_second(scene, 150, {}), mode);
  }
}

// U1, U2: the second host was cut loose from the first one's processes, but not from its mark.
TEST(FirstModeTest, AMarkAloneMeansTheStrictestRunThatIsLive) {
  Scene scene;
  begin_first(scene, "planning");
  EXPECT_EQ(mode_of_second(scene, 1, {"CLAUDECODE=1"}), "planning");
}

TEST(FirstModeTest, APersonsHostBesideAnotherBeginsAsTheConfigurationSays) {
  Scene scene;
  begin_first(scene, "planning");
  EXPECT_EQ(mode_of_second(scene, 1, {"TERM=xterm"}), "coding");
}

// Editors show a person's terminals too.
TEST(FirstModeTest, APersonsHostInAnEditorsTerminalIsNoAgents) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: planning\n");
  model::HostEvent editor = scene.event(EventKind::session_start);
  editor.host = "cursor";
  scene.send(editor);
  scene.configure("gate:\n  initial_mode: coding\n");
  EXPECT_EQ(mode_of_second(scene, Scene::kHostPid, {}), "coding");
}

TEST(FirstModeTest, WhoStartsAHostSaysItsModeByAVariable) {
  for (const char* mode : {"analysis", "planning", "coding"}) {
    SCOPED_TRACE(mode);
    Scene scene;
    scene.configure("gate:\n  initial_mode: planning\n");
    EXPECT_EQ(mode_of_second(scene, 1, {std::string("HOLDFAST_MODE=") + mode}), mode);
    Workspace workspace = scene.workspace();
    const auto run = get_state(workspace, {Scene::kOtherRun});
    EXPECT_EQ(policy::persons_mode(*run).text(), mode);
  }
}

// U1: an agent's variable tightens and never loosens.
TEST(FirstModeTest, AnAgentsVariableOnlyTightens) {
  Scene scene;
  begin_first(scene, "planning");
  EXPECT_EQ(mode_of_second(scene, Scene::kHostPid, {"HOLDFAST_MODE=coding"}), "planning");
  Scene other;
  begin_first(other, "planning");
  EXPECT_EQ(mode_of_second(other, Scene::kHostPid, {"HOLDFAST_MODE=analysis"}), "analysis");
  Scene alone;
  alone.configure("gate:\n  initial_mode: planning\n");
  EXPECT_EQ(mode_of_second(alone, 1, {"CLAUDECODE=1", "HOLDFAST_MODE=coding"}), "planning");
}

// G1: the settings of a project put variables into the environment of hooks.
TEST(FirstModeTest, AVariableThatTheHostWasNotStartedWithIsNoPersonsWord) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: planning\n");
  scene.fake.environment.set("HOLDFAST_MODE", "coding");
  EXPECT_EQ(mode_of_second(scene, 1, {"TERM=xterm"}), "planning");
}

// U1: `HOLDFAST_GATE=off claude -p …` in the agent's own shell.
TEST(FirstModeTest, AnAgentStartsNoHostWithoutAGate) {
  const auto is_free = [](os::Pid parent, std::vector<std::string> variables) {
    Scene scene;
    begin_first(scene, "planning");
    scene.fake.environment.set("HOLDFAST_GATE", "off");
    variables.emplace_back("HOLDFAST_GATE=off");
    mode_of_second(scene, parent, std::move(variables));
    model::HostEvent begin = scene.event(EventKind::session_start, Scene::kOtherRun);
    begin.owner_pid = kSecondHost;
    const std::string told = scene.send(begin).context;
    const bool says_nothing_is_off = told.find("does nothing here") != std::string::npos;
    model::HostEvent write = scene.tool("Write", Scene::kOtherRun);
    write.owner_pid = kSecondHost;
    const bool allowed = scene.send(write).decision->allowed;
    EXPECT_NE(allowed, says_nothing_is_off) << told;
    return allowed;
  };
  EXPECT_TRUE(is_free(1, {}));
  EXPECT_FALSE(is_free(1, {"CLAUDECODE=1"}));
  EXPECT_FALSE(is_free(Scene::kHostPid, {}));
}

TEST(FirstModeTest, DisabledAndUnknownModesAreNotTakenAndSaid) {
  for (const char* mode : {"disabled", "codeing"}) {
    SCOPED_TRACE(mode);
    Scene scene;
    scene.fake.environment.set("HOLDFAST_MODE", mode);
    const model::HostReply reply = scene.send(scene.event(EventKind::session_start));
    EXPECT_NE(reply.context.find("HOLDFAST_MODE may be"), std::string::npos) << reply.context;
    Workspace workspace = scene.workspace();
    EXPECT_EQ(get_state(workspace, {Scene::kRun})->mode.text(), "coding");
  }
}

TEST(FirstModeTest, AResumedConversationTakesTheVariableOfItsNewHost) {
  Scene scene;
  begin_first(scene, "planning");
  scene.add_process(kSecondHost, 1, "node");
  scene.fake.processes.set_variables(kSecondHost, {"HOLDFAST_MODE=coding"});
  model::HostEvent again = scene.event(EventKind::session_start);
  again.owner_pid = kSecondHost;
  again.source = "compact";
  scene.send(again);
  Workspace workspace = scene.workspace();
  EXPECT_EQ(get_state(workspace, {Scene::kRun})->mode.text(), "planning");
  again.source = "resume";
  scene.send(again);
  const auto run = get_state(workspace, {Scene::kRun});
  EXPECT_EQ(run->mode.text(), "coding");
  EXPECT_EQ(run->mode_history.back().way, "HOLDFAST_MODE");
}

}  // namespace
}  // namespace engine
