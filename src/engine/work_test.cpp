// Work sessions on a made-up machine: the use cases, their records, and runs that work on them.
#include "engine/work.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "engine/test_work.h"

namespace engine {
namespace {

using base::Code;
using base::Json;
using testing::ElementsAre;
using testing::HasSubstr;

// S2-20, S2-21, S2-31, S2-50, S2-64
TEST(WorkTest, ASessionIsMadeShownAndMovedOn) {
  WorkScene scene;
  const auto made = create_work(scene.workspace, {.topic = "Implement dark mode"}, {});
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_THAT(made->slug, testing::MatchesRegex("2026-01-18_implement-dark-mode_[0-9a-z]{6}"));
  EXPECT_EQ(made->session.git.branch, "main");
  EXPECT_EQ(made->session.git.worktree, std::nullopt);
  EXPECT_THAT(made->next_phases, ElementsAre("plan"));
  const auto moved = transition_work(scene.workspace, made->slug, {.phase = "plan"}, {});
  ASSERT_TRUE(moved.ok()) << moved.error().message;
  EXPECT_TRUE(moved->changed);
  EXPECT_EQ(moved->previous, "spec");
  const auto refused = transition_work(scene.workspace, made->slug, {.phase = "docs"}, {});
  EXPECT_EQ(refused.error().code, Code::invalid_transition);
  const auto again = transition_work(scene.workspace, made->slug, {.phase = "plan"}, {});
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->changed);
}

TEST(WorkTest, OnlyAGivenNameCanBeTaken) {
  WorkScene scene;
  scene.create();
  const auto taken = create_work(scene.workspace, {.topic = "x", .slug = kSlug}, {});
  EXPECT_EQ(taken.error().code, Code::exists);
  EXPECT_TRUE(create_work(scene.workspace, {.topic = "x"}, {}).ok());
  EXPECT_TRUE(create_work(scene.workspace, {.topic = "x"}, {}).ok());
  EXPECT_EQ(work_slugs(scene.workspace).size(), 3U);
  EXPECT_EQ(create_work(scene.workspace, {.topic = "x", .slug = "../x"}, {}).error().code,
            Code::invalid_value);
  EXPECT_EQ(create_work(scene.workspace, {.topic = "x", .type = "epic"}, {}).error().code,
            Code::invalid_value);
}

// S2-11, S2-69
TEST(WorkTest, ASessionIsFoundBySlugAndByFolderAndAMissingOneIsNamed) {
  WorkScene scene;
  scene.create();
  EXPECT_TRUE(show_work(scene.workspace, kSlug).ok());
  EXPECT_TRUE(show_work(scene.workspace, kWorkFolder).ok());
  EXPECT_TRUE(show_work(scene.workspace, std::string("agents/sessions/") + kSlug).ok());
  const auto missing = show_work(scene.workspace, "no-such");
  EXPECT_EQ(missing.error().code, Code::not_found);
  EXPECT_THAT(missing.error().message, HasSubstr("no-such"));
  EXPECT_THAT(missing.error().message, HasSubstr("/home/dev/project/agents/sessions"));
  for (const char* hostile : {"../x", "..", ".", "", "/etc", "a/../../x"}) {
    SCOPED_TRACE(hostile);
    EXPECT_FALSE(show_work(scene.workspace, hostile).ok());
  }
}

// B2-20, S2-17
TEST(WorkTest, WithoutARunEveryChangeIsInTheAudit) {
  WorkScene scene;
  scene.create();
  scene.plan("1 2");
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "plan"}, {}).ok());
  ASSERT_FALSE(transition_work(scene.workspace, kSlug, {.phase = "docs"}, {}).ok());
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "plan"}, {}).ok());
  ASSERT_TRUE(set_work_status(scene.workspace, kSlug, {.status = "paused"}, {}).ok());
  EXPECT_THAT(scene.audited(), ElementsAre("create", "transition_phase", "set_status"));
  const Json moved = scene.audit()[1];
  EXPECT_EQ(moved["actor"], "cli");
  EXPECT_EQ(moved["payload"]["slug"], kSlug);
  EXPECT_EQ(moved["payload"]["from"], "spec");
  EXPECT_EQ(moved["payload"]["to"], "plan");
  EXPECT_EQ(moved["payload"]["etag_before"], scene.audit()[0]["payload"]["etag_after"]);
  EXPECT_EQ(scene.audit()[2]["payload"]["from"], "active");
}

// SC-47, B2-24, B2-7
TEST(WorkTest, ForceAndReopenAreOnRecord) {
  WorkScene scene;
  scene.create();
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "plan"}, {}).ok());
  EXPECT_EQ(transition_work(scene.workspace, kSlug, {.phase = "build"}, {}).error().code,
            Code::precondition_failed);
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "build", .force = true}, {}).ok());
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "spec", .reopen = true}, {}).ok());
  const auto lines = scene.audit();
  EXPECT_EQ(lines.at(2)["payload"]["forced"], true);
  EXPECT_EQ(lines.at(3)["payload"]["reopened"], true);
  EXPECT_FALSE(lines.at(1)["payload"].contains("forced"));
}

// B2-20
TEST(WorkTest, AnEditFromOutsideIsAcceptedAndOnRecord) {
  WorkScene scene;
  scene.create();
  std::string text = scene.state();
  text.insert(text.find('{') + 1, "\n  \"mine\": 1,");
  scene.put_state(text);
  const auto moved = transition_work(scene.workspace, kSlug, {.phase = "plan"}, {});
  ASSERT_TRUE(moved.ok()) << moved.error().message;
  EXPECT_THAT(moved->warnings, testing::Contains(HasSubstr("outside")));
  EXPECT_THAT(scene.audited(), ElementsAre("create", "external_edit", "transition_phase"));
  EXPECT_THAT(scene.state(), HasSubstr("\"mine\": 1"));
  // Our own changes are none.
  ASSERT_TRUE(set_work_status(scene.workspace, kSlug, {.status = "paused"}, {}).ok());
  EXPECT_EQ(scene.audited().size(), 4U);
  // Nor is one that nobody here has seen before.
  ASSERT_TRUE(scene.fake.files
                  .remove(std::string("/home/dev/project/.git/holdfast/work/") + kSlug + ".etag")
                  .ok());
  scene.put_state(scene.state() + "\n");
  ASSERT_TRUE(set_work_status(scene.workspace, kSlug, {.status = "active"}, {}).ok());
  EXPECT_EQ(scene.audited().size(), 5U);
}

TEST(WorkTest, AnEditThatBreaksTheFileIsAnErrorAndIsNotOverwritten) {
  WorkScene scene;
  scene.create();
  for (const std::string text : {"{", "[]", "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n"}) {
    scene.put_state(text);
    EXPECT_FALSE(transition_work(scene.workspace, kSlug, {.phase = "plan"}, {}).ok());
    EXPECT_EQ(scene.state(), text);
  }
}

// C-3, C-5
TEST(WorkTest, ARunThatMovesASessionOnIsLinkedToIt) {
  WorkScene scene;
  const WorkCaller caller = scene.conversation();
  scene.create();
  EXPECT_EQ(scene.run().work_session, std::nullopt);
  scene.plan("1 2 3");
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "plan"}, caller).ok());
  EXPECT_EQ(scene.run().work_session, kSlug);
  EXPECT_EQ(scene.run().active_feature, kSlug);
  EXPECT_EQ(scene.run().active_task, std::nullopt);
  EXPECT_EQ(scene.run().workflow->phase.text(), "planning");
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "build"}, caller).ok());
  EXPECT_EQ(scene.run().workflow->phase.text(), "implementation");
  ASSERT_TRUE(start_work_checkpoint(scene.workspace, kSlug, 2, caller).ok());
  EXPECT_EQ(scene.run().active_task, "2");
  for (const int id : {1, 2, 3}) {
    ASSERT_TRUE(complete_work_checkpoint(scene.workspace, kSlug, id, caller).ok());
  }
  EXPECT_EQ(scene.run().active_task, std::nullopt);
  std::vector<std::string> what;
  for (const Json& one : scene.journalled()) what.push_back(one["what"]);
  EXPECT_THAT(what,
              ElementsAre("transition_phase", "transition_phase", "start_checkpoint",
                          "complete_checkpoint", "complete_checkpoint", "complete_checkpoint"));
  EXPECT_EQ(scene.journalled()[3]["checkpoint"], 1);
  EXPECT_EQ(scene.audited().size(), 1U);
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "docs"}, caller).ok());
  EXPECT_EQ(scene.run().workflow->phase.text(), "validation");
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "complete"}, caller).ok());
  EXPECT_EQ(scene.run().workflow->phase.text(), "complete");
}

// C-5
TEST(WorkTest, APhaseThatAnOrchestratorSetIsLeftAlone) {
  WorkScene scene;
  const WorkCaller caller = scene.conversation();
  scene.create();
  const Json update{{"orchestratorWorkflow", {{"workflowPhase", "implementation"}}}};
  ASSERT_TRUE(set_state(scene.workspace, model::RunId{Scene::kRun},
                        {base::JsonBox(update), std::nullopt}, {})
                  .ok());
  ASSERT_TRUE(transition_work(scene.workspace, kSlug, {.phase = "plan"}, caller).ok());
  EXPECT_EQ(scene.run().workflow->phase.text(), "implementation");
  EXPECT_EQ(scene.run().work_session, kSlug);
}

TEST(WorkTest, ARunIsLinkedAndLoosenedByHand) {
  WorkScene scene;
  scene.conversation();
  scene.create();
  const model::RunId run{Scene::kRun};
  EXPECT_EQ(link_run_to_work(scene.workspace, run, "no-such", {}).error().code, Code::not_found);
  ASSERT_TRUE(link_run_to_work(scene.workspace, run, kSlug, {}).ok());
  EXPECT_EQ(scene.run().work_session, kSlug);
  ASSERT_TRUE(link_run_to_work(scene.workspace, run, "", {}).ok());
  EXPECT_EQ(scene.run().work_session, std::nullopt);
  EXPECT_EQ(scene.run().active_feature, std::nullopt);
}

// B2-11
TEST(WorkTest, ACommitThatGitDoesNotKnowIsAddedWithAWarning) {
  WorkScene scene;
  scene.create();
  bool knows = false;
  scene.fake.processes.program = [&](const os::ProgramRequest& request) {
    os::ProgramOutcome outcome;
    outcome.exit_code = knows ? 0 : 1;
    const bool asks_subject =
        std::find(request.argv.begin(), request.argv.end(), "show") != request.argv.end();
    if (knows && asks_subject) outcome.output = "Its own subject\n";
    return outcome;
  };
  const std::string unknown(40, 'b');
  auto added = add_work_commit(scene.workspace, kSlug, {.sha = unknown, .message = "x"}, {});
  ASSERT_TRUE(added.ok()) << added.error().message;
  EXPECT_THAT(added->warnings, ElementsAre(HasSubstr("no commit " + unknown)));
  knows = true;
  added = add_work_commit(scene.workspace, kSlug, {.sha = std::string(40, 'c')}, {});
  ASSERT_TRUE(added.ok());
  EXPECT_TRUE(added->warnings.empty());
  EXPECT_EQ(added->work.session.commits.at(1).message, "Its own subject");
  added = add_work_commit(scene.workspace, kSlug, {.sha = "bbbbbbb", .message = "x"}, {});
  ASSERT_TRUE(added.ok());
  EXPECT_TRUE(added->duplicate);
  EXPECT_EQ(
      add_work_commit(scene.workspace, kSlug, {.sha = "xyz", .message = "x"}, {}).error().code,
      Code::invalid_value);
}

// B2-21, S2-72
TEST(WorkTest, OnlyAPersonCorrectsTheTopic) {
  WorkScene scene;
  scene.create();
  const WorkEdit edit{.topic = "Dark mode, please", .description = std::nullopt};
  EXPECT_EQ(edit_work(scene.workspace, kSlug, edit, {}).error().code, Code::mode_forbidden);
  scene.fake.environment.set_terminal(true);
  EXPECT_EQ(edit_work(scene.workspace, kSlug, edit, {{"mcp"}, {}}).error().code,
            Code::mode_forbidden);
  const auto edited = edit_work(scene.workspace, kSlug, edit, {});
  ASSERT_TRUE(edited.ok()) << edited.error().message;
  EXPECT_EQ(edited->work.session.topic, "Dark mode, please");
  const Json last = scene.audit().back()["payload"];
  EXPECT_EQ(last["topic"]["from"], "Dark mode");
  EXPECT_EQ(last["topic"]["to"], "Dark mode, please");
}

}  // namespace
}  // namespace engine
