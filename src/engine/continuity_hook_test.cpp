#include "engine/continuity_hook.h"

#include <gtest/gtest.h>

#include "engine/run_lifecycle.h"
#include "engine/test_continuity.h"

namespace engine {
namespace {

using base::Json;
using model::EventKind;
using Sessions = ContinuityTestScene;

// SC-60, S3-11, S3-63, S3-66, S3-71, S3-77, S3-87, S3-90, S3-132, S3-142, S3-144, S3-149
// S3-2, S3-5, S3-8, S3-45, S3-47, S3-65, S3-67, S3-68, S3-72, S3-73, S3-74, S3-75, S3-78
TEST(ContinuityTest, TheNextSessionHasThePinsOfTheOneBefore) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one", "two", "three"});
  EXPECT_EQ(scene.mirror(Sessions::kA)["working_memory"].size(), 3U);
  EXPECT_TRUE(scene.pins(Sessions::kA).empty());  // They live on in the mirror.
  scene.pass_hours(24);
  const model::HostReply reply = scene.start(Sessions::kB);
  EXPECT_TRUE(has(reply.context, "<session-continuity")) << reply.context;
  const auto pins = scene.pins(Sessions::kB);
  ASSERT_EQ(pins.size(), 3U);
  for (const model::Pin& pin : pins) {
    const std::size_t first = pin.label.find("[inherited from aaaaaaaa-");
    ASSERT_NE(first, std::string::npos) << pin.label;
    EXPECT_EQ(pin.label.find("[inherited from", first + 1), std::string::npos) << pin.label;
  }
  EXPECT_EQ(scene.mirror(Sessions::kB)["previous_session_id"], Sessions::kA);
  EXPECT_EQ(scene.mirror(Sessions::kA)["continued_by"], Sessions::kB);
  EXPECT_EQ(scene.count(Sessions::kB, "metric", "session_restored"), 1U);
  EXPECT_EQ(scene.count(Sessions::kA, "metric", "session_captured"), 1U);
}

// SC-67, S3-83, S3-138
TEST(ContinuityTest, AFirstSessionHearsNothing) {
  Sessions scene;
  const model::HostReply reply = scene.start(Sessions::kA);
  EXPECT_FALSE(has(reply.context, "session-continuity"));
  EXPECT_FALSE(reply.when_told);
  EXPECT_TRUE(scene.pins(Sessions::kA).empty());
  EXPECT_FALSE(has(scene.prompt(Sessions::kA, "hello").context, "session-continuity"));
}

// B3-3: at the start nothing is known of what the session is about.
TEST(ContinuityTest, TheFirstPromptScoresAgain) {
  Sessions scene;
  scene.start(Sessions::kA);
  scene.prompt(Sessions::kA, "tokenizer grammar lexer");
  scene.stop(Sessions::kA);
  scene.end(Sessions::kA);
  scene.pass_hours(140);  // Age and project alone are not enough.
  EXPECT_FALSE(has(scene.start(Sessions::kB).context, "session-continuity"));
  const model::HostReply reply = scene.prompt(Sessions::kB, "tokenizer grammar lexer");
  EXPECT_TRUE(has(reply.context, "<session-continuity")) << reply.context;
  EXPECT_TRUE(has(reply.context, "tokenizer"));
  EXPECT_FALSE(has(scene.prompt(Sessions::kB, "tokenizer grammar lexer").context, "continuity"));
}

// SC-61, B3-1, S3-116, S3-135
TEST(ContinuityTest, TheCapOfTenHolds) {
  struct Row {
    int live;
    std::size_t inherited;
  };
  for (const Row row : {Row{7, 3}, Row{5, 5}, Row{10, 0}}) {
    Sessions scene;
    scene.live_through(Sessions::kA, {"a1", "a2", "a3", "a4", "a5"});
    Workspace at = scene.workspace();
    scene.allows("Write", Sessions::kB);  // The run is there, and nothing was restored yet.
    for (int i = 0; i < row.live; ++i) scene.pin(Sessions::kB, "own " + std::to_string(i), "");
    scene.prompt(Sessions::kB, "go on");
    std::size_t inherited = 0;
    for (const model::Pin& pin : scene.pins(Sessions::kB)) inherited += pin.inherited_from ? 1 : 0;
    EXPECT_EQ(inherited, row.inherited) << row.live;
    EXPECT_EQ(scene.pins(Sessions::kB).size(), static_cast<std::size_t>(row.live) + row.inherited);
  }
}

// SC-65, S3-9, S3-20, S3-31, S3-48, S3-64, S3-115, S3-136, B3-6, B3-16
TEST(ContinuityTest, ASessionThatCrashedIsFoundWithItsLastTurn) {
  Sessions scene;
  scene.start(Sessions::kA);
  scene.prompt(Sessions::kA, "tokenizer");
  scene.pin(Sessions::kA, "TODO mend the lexer", "lexer");
  scene.stop(Sessions::kA);
  EXPECT_TRUE(scene.mirror(Sessions::kA)["end_time"].is_null());
  const std::string beat =
      get_state(*std::make_unique<Workspace>(scene.workspace()), model::RunId{Sessions::kA})
          ->heartbeat_at;
  scene.fake.processes.remove(Sessions::kHostPid);  // kill -9
  scene.pass_hours(2);
  scene.add_process(60, 1, "node");
  const model::HostReply reply = scene.start(Sessions::kB, "startup", 60);
  const Json mirror = scene.mirror(Sessions::kA);
  EXPECT_EQ(mirror["end_time"], beat);
  EXPECT_EQ(mirror["crash_recovered"], true);
  EXPECT_EQ(mirror["pending_tasks"].size(), 1U);
  ASSERT_EQ(scene.pins(Sessions::kB).size(), 1U);
  EXPECT_TRUE(has(reply.context, "mend the lexer")) << reply.context;
}

// SC-66, B3-2
TEST(ContinuityTest, ASessionThatRunsBesideStaysOpen) {
  Sessions scene;
  scene.add_process(60, 1, "node");
  scene.start(Sessions::kA, "startup", 60);
  scene.stop(Sessions::kA);
  scene.pass_hours(48);  // Whatever the heartbeat says.
  scene.start(Sessions::kB);
  EXPECT_TRUE(scene.mirror(Sessions::kA)["end_time"].is_null());
  EXPECT_EQ(scene.mirror(Sessions::kA)["crash_recovered"], false);
}

// B3-2: nobody can look at a process of another machine.
TEST(ContinuityTest, ASessionOfAnotherMachineIsClosedOnlyWhenItIsSilent) {
  Sessions scene;
  scene.fake.processes.set_host_name("elsewhere");
  scene.start(Sessions::kA);
  scene.pin(Sessions::kA, "one", "plan");
  scene.stop(Sessions::kA);
  scene.fake.processes.set_host_name("testhost");
  scene.pass_hours(0.2);
  scene.start(Sessions::kB);
  EXPECT_TRUE(scene.mirror(Sessions::kA)["end_time"].is_null());
  scene.pass_hours(0.1);
  scene.start(Sessions::kC);
  EXPECT_EQ(scene.mirror(Sessions::kA)["crash_recovered"], true);
  EXPECT_EQ(scene.pins(Sessions::kC).size(), 1U);
  // It was only silent: its next turn opens it again, and its pins are back.
  scene.fake.processes.set_host_name("elsewhere");
  scene.stop(Sessions::kA);
  EXPECT_TRUE(scene.mirror(Sessions::kA)["end_time"].is_null());
  EXPECT_EQ(scene.pins(Sessions::kA).size(), 1U);
}

// S3-84, S3-85, S3-88, B3-28: what it does is what it is about.
// S3-4, S3-13, S3-46, S3-100, S3-119
TEST(ContinuityTest, ATurnsEndCapturesWhatWasDone) {
  Sessions scene;
  scene.fake.files.poke("/home/dev/project/pipeline/state.json",
                        R"({"active_tasks":[{"task_id":"task-7","title":"Lexer",)"
                        R"("current_stage":"build"},{"task_id":"task-8","title":"Old",)"
                        R"("current_stage":"done"}]})");
  scene.start(Sessions::kA);
  scene.prompt(Sessions::kA, "please mend the tokenizer of the parser");
  model::HostEvent call = scene.tool("Bash", Sessions::kA);
  call.call.command = "cmake --build tokenizer_fuzz";
  scene.tell(call);
  scene.pin(Sessions::kA, "remember", "grammar");
  scene.stop(Sessions::kA);
  const Json mirror = scene.mirror(Sessions::kA);
  const std::string topics = mirror["hot_topics"].dump();
  EXPECT_TRUE(has(topics, "tokenizer") && has(topics, "grammar") && has(topics, "parser"))
      << topics;
  // A label counts most, the project it is all about aside.
  EXPECT_EQ(mirror["hot_topics"][0], "project");
  EXPECT_EQ(mirror["hot_topics"][1], "grammar") << topics;
  EXPECT_EQ(mirror["active_projects"], Json::array({"project"}));
  ASSERT_EQ(mirror["pending_tasks"].size(), 1U);
  EXPECT_EQ(mirror["pending_tasks"][0]["task_id"], "task-7");
  EXPECT_EQ(mirror["pending_tasks"][0]["flagged_incomplete"], false);
  EXPECT_TRUE(mirror["end_time"].is_null());
}

// B3-14: what cannot be read now was read before.
TEST(ContinuityTest, AFileThatBreaksTakesNothingOutOfTheMirror) {
  Sessions scene;
  const char* const pipeline = "/home/dev/project/pipeline/state.json";
  scene.fake.files.poke(
      pipeline, R"({"active_tasks":[{"task_id":"task-7","title":"x","current_stage":"build"}]})");
  scene.start(Sessions::kA);
  scene.pin(Sessions::kA, "TODO one", "plan");
  scene.stop(Sessions::kA);
  scene.fake.files.poke(pipeline, "{");
  scene.fake.files.poke(std::string(Sessions::kData) + "working_memory.json", "garbage");
  scene.prompt(Sessions::kA, "go on with the lexer");
  scene.stop(Sessions::kA);
  const Json mirror = scene.mirror(Sessions::kA);
  EXPECT_EQ(mirror["working_memory"].size(), 1U);
  EXPECT_EQ(mirror["pending_tasks"].size(), 2U) << mirror["pending_tasks"];
  EXPECT_TRUE(has(mirror["hot_topics"].dump(), "lexer"));
}

// SC-68, S3-86, S3-114, S3-139, B3-9
TEST(ContinuityTest, NoSecretIsCarriedAlong) {
  Sessions scene;
  const std::string secret = "hunter2-hunter2";
  scene.start(Sessions::kA);
  scene.prompt(Sessions::kA, ("password: " + secret).c_str());
  scene.pin(Sessions::kA, "API_KEY=" + secret, "key");
  scene.pin(Sessions::kA, "before <private>the plan</private> after", "note");
  scene.stop(Sessions::kA);
  scene.end(Sessions::kA);
  scene.start(Sessions::kB);
  for (const auto& path : scene.fake.files.all_files()) {
    const std::string text = *scene.fake.files.peek(path);
    EXPECT_FALSE(has(text, secret)) << path;
    EXPECT_FALSE(has(text, "the plan")) << path;
  }
}

// S3-117, B3-24: the same conversation goes on.
TEST(ContinuityTest, AResumedSessionHasItsPinsAgainAndHearsNoPreamble) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  const model::HostReply reply = scene.start(Sessions::kA, "resume");
  EXPECT_FALSE(has(reply.context, "session-continuity"));
  EXPECT_EQ(scene.pins(Sessions::kA).size(), 1U);
  EXPECT_TRUE(scene.mirror(Sessions::kA)["end_time"].is_null());
  // While it goes on, nobody inherits from it.
  scene.add_process(60, 1, "node");
  EXPECT_FALSE(has(scene.start(Sessions::kB, "startup", 60).context, "session-continuity"));
}

TEST(ContinuityTest, ASessionThatGoesOnWithoutAWordIsOpenAgain) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  EXPECT_TRUE(scene.allows("Write", Sessions::kA));
  scene.stop(Sessions::kA);
  EXPECT_TRUE(scene.mirror(Sessions::kA)["end_time"].is_null());
  EXPECT_EQ(scene.mirror(Sessions::kA)["working_memory"].size(), 1U);
  EXPECT_EQ(scene.pins(Sessions::kA).size(), 1U);
}

// SC-71, S3-121, S3-127, S3-146, B3-18
TEST(ContinuityTest, ALateRestorationLeavesNothing) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  const Json before = scene.mirror(Sessions::kA);
  scene.fake.clock.pass_with_each_look(std::chrono::milliseconds{1600});
  const model::HostReply reply = scene.start(Sessions::kB);
  scene.fake.clock.pass_with_each_look(std::chrono::microseconds{0});
  EXPECT_FALSE(has(reply.context, "session-continuity"));
  EXPECT_TRUE(scene.pins(Sessions::kB).empty());
  EXPECT_EQ(scene.mirror(Sessions::kA), before);
}

// S3-61, B3-19
TEST(ContinuityTest, WhoAsksIsToldWhatWasChosenAndWhy) {
  for (const bool is_asked : {true, false}) {
    Sessions scene;
    scene.live_through(Sessions::kA, {"one"});
    if (is_asked) scene.fake.environment.set("CORTEX_SESSION_DEBUG", "1");
    const model::HostReply reply = scene.start(Sessions::kB);
    EXPECT_EQ(has(reply.warning, "1 sessions scored, 1 chosen: aaaaaaaa"), is_asked)
        << reply.warning;
  }
}

// S3-53
TEST(ContinuityTest, SwitchedOffItWritesAndSaysNothing) {
  Sessions scene;
  scene.configure("session_persistence:\n  enabled: false\n");
  scene.start(Sessions::kA);
  scene.stop(Sessions::kA);
  scene.end(Sessions::kA);
  for (const auto& path : scene.fake.files.all_files()) {
    EXPECT_FALSE(path.native().starts_with(Sessions::kData)) << path;
    EXPECT_FALSE(has(path.native(), "/continuity/live/aaaaaaaa")) << path;
  }
}

// SC-70, S3-106, S3-107, S3-108, B3-13, B3-14
TEST(ContinuityTest, TasksAreLookedAtAgain) {
  const char* const file = "/home/dev/project/pipeline/state.json";
  const auto pipeline = [](const char* stage) {
    return std::string(
               R"({"active_tasks":[{"task_id":"task-7","title":"Lexer","current_stage":")") +
           stage + "\"}]}";
  };
  for (const char* const now : {"done", "verify", "broken"}) {
    Sessions scene;
    scene.fake.files.poke(file, pipeline("build"));
    scene.start(Sessions::kA);
    scene.pin(Sessions::kA, "TODO fix x", "x");
    scene.stop(Sessions::kA);
    scene.end(Sessions::kA);
    scene.fake.files.poke(file, std::string(now) == "broken" ? "{" : pipeline(now));
    const std::string context = scene.start(Sessions::kB).context;
    EXPECT_EQ(has(context, "[task-7]"), std::string(now) != "done") << now << context;
    EXPECT_TRUE(has(context, "TODO fix x")) << now;
    if (std::string(now) == "verify") {
      EXPECT_TRUE(has(context, "verify, 0d ago")) << context;
    }
  }
}

// B3-24: a process may hold several conversations; a session of another project is not looked at.
TEST(ContinuityTest, TheSweepFinishesWhatACrashLeftHalfDone) {
  Sessions scene;
  scene.start(Sessions::kA);
  scene.pin(Sessions::kA, "one", "plan");
  scene.stop(Sessions::kA);
  // The run has ended, and its hook was killed before the mirror was closed.
  {
    Workspace at = scene.workspace();
    ASSERT_TRUE(at.stores()
                    .runs
                    .update(model::RunId{Sessions::kA}, {.actor = "hook", .what = "session_end"},
                            [](model::Run run) -> base::Result<model::Run> {
                              run.ended_at = "2026-01-18T10:00:00.000Z";
                              run.end_reason = "other";
                              return run;
                            })
                    .ok());
  }
  scene.start(Sessions::kB);
  EXPECT_EQ(scene.mirror(Sessions::kA)["end_time"], "2026-01-18T10:00:00.000Z");
  EXPECT_EQ(scene.mirror(Sessions::kA)["crash_recovered"], false);
  EXPECT_EQ(scene.pins(Sessions::kB).size(), 1U);
}

// S3-59, S3-143, B3-19
TEST(ContinuityTest, ACriticalPinComesOverWhateverTheScore) {
  struct Row {
    int days;
    std::size_t inherited;
  };
  for (const Row row : {Row{6, 1}, Row{8, 0}}) {
    Sessions scene;
    scene.start(Sessions::kA);
    scene.pin(Sessions::kA, "never push to main", "rule", "CRITICAL");
    scene.pin(Sessions::kA, "something else", "other");
    scene.stop(Sessions::kA);
    scene.end(Sessions::kA);
    scene.pass_hours(24 * row.days);  // 0.06 after six days: the session itself does not qualify.
    const std::string context = scene.start(Sessions::kB).context;
    ASSERT_EQ(scene.pins(Sessions::kB).size(), row.inherited) << row.days;
    EXPECT_EQ(has(context, "never push to main"), row.inherited == 1) << context;
  }
}

}  // namespace
}  // namespace engine
