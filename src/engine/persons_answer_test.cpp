#include "engine/persons_answer.h"

#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"
#include "policy/mode.h"

namespace engine {
namespace {

using model::EventKind;

constexpr const char* kLift = "holdfast session mode coding";

struct Attended : Scene {
  explicit Attended(const char* mode = "planning") {
    configure(std::string("gate:\n  initial_mode: ") + mode + "\n");
    send(event(EventKind::session_start));
  }

  // One event of a call at a host where a person sits.
  model::HostReply tell(EventKind kind, const char* tool_name, const std::string& command = "",
                        const char* id = "toolu_1") {
    model::HostEvent told = event(kind);
    told.call.tool = tool_name;
    told.call.command = command;
    told.call.id = id;
    told.can_ask_person = is_attended;
    told.asks_about_all = true;
    return send(told);
  }

  model::Run run() {
    Workspace opened = workspace();
    return *get_state(opened, {kRun});
  }
  std::string mode() { return run().mode.text(); }

  bool is_attended = true;
};

// U1, U2: the way on without a second terminal.
TEST(PersonsAnswerTest, AModeThatTheAgentWantsIsThePersonsToGive) {
  Attended scene;
  const model::HostReply asked = scene.tell(EventKind::before_tool, "Bash", kLift);
  EXPECT_FALSE(asked.decision->allowed);
  EXPECT_EQ(asked.decision->asks_mode, "coding");
  EXPECT_NE(asked.decision->for_person.find("mode coding"), std::string::npos);
  EXPECT_EQ(scene.mode(), "planning");
  Workspace workspace = scene.workspace();
  EXPECT_TRUE(is_person_asked(workspace, {Scene::kRun}, "coding"));
  EXPECT_FALSE(is_person_asked(workspace, {Scene::kRun}, "analysis"));

  const model::HostReply agreed = scene.tell(EventKind::tool_failed, "Bash", kLift);
  EXPECT_NE(agreed.context.find("coding now"), std::string::npos);
  EXPECT_EQ(scene.mode(), "coding");
  EXPECT_EQ(scene.run().mode_history.back().way, "the host's question");
  EXPECT_EQ(policy::persons_mode(scene.run()).text(), "coding");
  EXPECT_FALSE(is_person_asked(workspace, {Scene::kRun}, "coding"));
}

TEST(PersonsAnswerTest, ARefusalLeavesTheMode) {
  Attended scene;
  scene.tell(EventKind::before_tool, "Bash", kLift);
  // The client tells nothing of a call that its person refused; the next one comes.
  scene.tell(EventKind::before_tool, "Bash", "ls", "toolu_2");
  scene.tell(EventKind::after_tool, "Bash", "ls", "toolu_2");
  EXPECT_EQ(scene.mode(), "planning");
}

TEST(PersonsAnswerTest, AnAnswerCountsOnce) {
  Attended scene;
  scene.tell(EventKind::before_tool, "Bash", kLift);
  // M2: it ran because the person said so, and not past the gate.
  EXPECT_EQ(scene.tell(EventKind::after_tool, "Bash", kLift).alarm, "");
  scene.give_operator_token();
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {"planning", ""}, {}).ok());
  scene.tell(EventKind::after_tool, "Bash", kLift);
  EXPECT_EQ(scene.mode(), "planning");
}

// U1: without a person there is nobody to ask.
TEST(PersonsAnswerTest, WhereNobodySitsItIsDenied) {
  Attended scene;
  scene.is_attended = false;
  const model::HostReply denied = scene.tell(EventKind::before_tool, "Bash", kLift);
  EXPECT_FALSE(denied.decision->allowed);
  EXPECT_EQ(denied.decision->asks_mode, "");
  scene.is_attended = true;
  scene.tell(EventKind::after_tool, "Bash", kLift);
  EXPECT_EQ(scene.mode(), "planning");
}

// A yes must not run more than was asked for, nor change what is not this session's.
TEST(PersonsAnswerTest, OnlyAPlainChangeOfThisSessionsModeIsAskedFor) {
  Attended scene;
  for (const char* command :
       {"holdfast session mode disabled", "holdfast session mode coding; touch a",
        "holdfast session mode coding > a", "holdfast session mode coding --session 8e2165c7",
        "holdfast pause", "holdfast uninstall", "echo x | holdfast session mode coding"}) {
    const model::HostReply reply = scene.tell(EventKind::before_tool, "Bash", command);
    EXPECT_FALSE(reply.decision->allowed) << command;
    EXPECT_EQ(reply.decision->asks_mode, "") << command;
  }
}

TEST(PersonsAnswerTest, AnApprovedPlanMayBeCarriedOut) {
  for (const char* mode : {"planning", "analysis"}) {
    Attended scene(mode);
    const model::HostReply shown = scene.tell(EventKind::before_tool, "ExitPlanMode");
    EXPECT_TRUE(shown.decision->allowed);
    EXPECT_EQ(shown.decision->asks_mode, "coding");
    EXPECT_EQ(scene.mode(), mode);
    scene.tell(EventKind::after_tool, "ExitPlanMode");
    EXPECT_EQ(scene.mode(), "coding");
    EXPECT_EQ(policy::persons_mode(scene.run()).text(), "coding");
  }
}

TEST(PersonsAnswerTest, APlanThatNobodyApprovedChangesNothing) {
  Attended scene;
  scene.tell(EventKind::before_tool, "ExitPlanMode");
  scene.tell(EventKind::tool_failed, "ExitPlanMode");
  EXPECT_EQ(scene.mode(), "planning");
  scene.is_attended = false;
  scene.tell(EventKind::before_tool, "ExitPlanMode", "", "toolu_2");
  scene.tell(EventKind::after_tool, "ExitPlanMode", "", "toolu_2");
  EXPECT_EQ(scene.mode(), "planning");
}

TEST(PersonsAnswerTest, APlanInCodingModeAsksForNothing) {
  Attended scene("coding");
  EXPECT_EQ(scene.tell(EventKind::before_tool, "ExitPlanMode").decision->asks_mode, "");
}

}  // namespace
}  // namespace engine
