#include "engine/continuity.h"

#include <gtest/gtest.h>

#include "engine/status.h"
#include "engine/test_continuity.h"

namespace engine {
namespace {

using base::Json;
using Sessions = ContinuityTestScene;

// SC-62, S3-137, S3-147
TEST(ContinuityViewTest, InheritingAgainDoublesNothing) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one", "two"});
  scene.start(Sessions::kA, "resume");
  scene.pin(Sessions::kA, "without a label", "");
  scene.end(Sessions::kA);
  scene.start(Sessions::kB);
  ASSERT_EQ(scene.pins(Sessions::kB).size(), 3U);
  Workspace at = scene.workspace();
  const auto again = continue_session(at, model::RunId{Sessions::kB}, Sessions::kA, {});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_FALSE(again->changed);
  EXPECT_EQ(again->skipped.size(), 3U);
  EXPECT_EQ(scene.pins(Sessions::kB).size(), 3U);
  EXPECT_EQ(scene.count(Sessions::kB, "session_continue"), 1U);
  scene.start(Sessions::kB);
  EXPECT_EQ(scene.pins(Sessions::kB).size(), 3U);
}

// SC-74, B3-15, S3-50
TEST(ContinuityViewTest, AChainWithACycleEnds) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  scene.live_through(Sessions::kB, {"two"});
  scene.live_through(Sessions::kC, {"three"});
  Json oldest = scene.mirror(Sessions::kA);
  oldest["previous_session_id"] = Sessions::kC;
  scene.fake.files.poke(std::string(Sessions::kData) + "sessions/" + Sessions::kA + ".json",
                        base::dump_pretty(oldest));
  Workspace at = scene.workspace();
  const auto chain = session_chain(at, Sessions::kC, 50);
  ASSERT_TRUE(chain.ok()) << chain.error().message;
  ASSERT_EQ(chain->size(), 3U);
  EXPECT_EQ(chain->at(0).session_id, Sessions::kC);
  EXPECT_EQ(chain->at(2).session_id, Sessions::kA);
  EXPECT_EQ(session_chain(at, Sessions::kC, 51).error().code, base::Code::invalid_value);
  EXPECT_EQ(session_chain(at, Sessions::kRun, 5).error().code, base::Code::not_found);
  EXPECT_EQ(scene.count(Sessions::kC, "metric", "session_chain_traversal"), 1U);
}

// B3-15: two start at once; the first keeps the word, both have their links.
TEST(ContinuityViewTest, TheFirstThatGoesOnIsNamed) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  scene.start(Sessions::kB);
  scene.start(Sessions::kC);
  EXPECT_EQ(scene.mirror(Sessions::kA)["continued_by"], Sessions::kB);
  EXPECT_EQ(scene.mirror(Sessions::kC)["previous_session_id"], Sessions::kA);
  EXPECT_EQ(scene.mirror(Sessions::kC)["holdfast"]["links"][0]["session"], Sessions::kA);
}

// S3-62, S3-49
TEST(ContinuityViewTest, AnOlderSessionCanBeNamed) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  scene.pass_hours(24 * 20);
  scene.start(Sessions::kB);
  EXPECT_TRUE(scene.pins(Sessions::kB).empty());
  Workspace at = scene.workspace();
  const auto taken = continue_session(at, model::RunId{Sessions::kB}, "aaaaaaaa", {});
  ASSERT_TRUE(taken.ok()) << taken.error().message;
  EXPECT_EQ(taken->inherited_pins.size(), 1U);
  EXPECT_EQ(scene.mirror(Sessions::kB)["previous_session_id"], Sessions::kA);
  EXPECT_EQ(continue_session(at, model::RunId{Sessions::kB}, Sessions::kB, {}).error().code,
            base::Code::same_session);
  EXPECT_EQ(continue_session(at, model::RunId{Sessions::kB}, "nobody", {}).error().code,
            base::Code::not_found);
}

// S3-7
TEST(ContinuityViewTest, PinsHaveTheirRules) {
  Sessions scene;
  scene.start(Sessions::kA);
  scene.pin(Sessions::kA, "one", "plan");
  scene.pin(Sessions::kA, "one", "plan");
  EXPECT_EQ(scene.pins(Sessions::kA).size(), 1U);
  scene.pin(Sessions::kA, "two", "plan");  // The label's newer word.
  ASSERT_EQ(scene.pins(Sessions::kA).size(), 1U);
  EXPECT_EQ(scene.pins(Sessions::kA)[0].content, "two");
  for (int i = 0; i < 9; ++i) scene.pin(Sessions::kA, "more " + std::to_string(i), "");
  scene.pin(Sessions::kA, "too many", "");
  EXPECT_EQ(scene.last_error.code, base::Code::pin_cap);
  scene.pin(Sessions::kA, " ", "");
  EXPECT_EQ(scene.last_error.code, base::Code::invalid_params);
  Workspace at = scene.workspace();
  const model::RunId run{Sessions::kA};
  EXPECT_EQ(remove_pin(at, run, "plan", {})->items.size(), 9U);
  EXPECT_EQ(remove_pin(at, run, "1", {})->items.size(), 8U);
  EXPECT_EQ(remove_pin(at, run, "nothing", {}).error().code, base::Code::not_found);
  EXPECT_TRUE(clear_pins(at, run, {})->items.empty());
}

// S3-26, S3-27, S3-28, S3-42, S3-43, S3-97, S3-98, S3-99, S3-102, S3-103, S3-105
TEST(ContinuityViewTest, WhatOtherProgramsTellIsCapturedOnce) {
  Sessions scene;
  scene.start(Sessions::kA);
  Workspace at = scene.workspace();
  const auto signal = session_signal_from_json(Json::parse(
      R"({"categories":["architecture"],"learning":"mem-1","subject":"release train",)"
      R"("confidence_update":{"memory_id":"mem-1","old_score":0.5,"new_score":0.8,"reason":"seen"},)"
      R"("sop_interaction":{"sop_path":"sop/deploy.md","acknowledged":true,"tool_call":"exec"}})"));
  ASSERT_TRUE(signal.ok()) << signal.error().message;
  ASSERT_TRUE(record_signal(at, model::RunId{Sessions::kA}, *signal, {}).ok());
  scene.stop(Sessions::kA);
  scene.stop(Sessions::kA);
  const Json mirror = scene.mirror(Sessions::kA);
  EXPECT_EQ(mirror["recent_learnings"], Json::array({"mem-1"}));
  ASSERT_EQ(mirror["confidence_updates"].size(), 1U);
  EXPECT_EQ(mirror["confidence_updates"][0]["new_score"], 0.8);
  ASSERT_EQ(mirror["sop_interactions"].size(), 1U);
  EXPECT_EQ(mirror["sop_interactions"][0]["sop_path"], "sop/deploy.md");
  EXPECT_TRUE(has(mirror["hot_topics"].dump(), "architecture"));
  EXPECT_TRUE(has(mirror["hot_topics"].dump(), "release"));
  EXPECT_FALSE(session_signal_from_json(Json::parse(R"({"confidence_update":7})")).ok());
  EXPECT_FALSE(record_signal(at, model::RunId{Sessions::kA}, {}, {}).ok());
}

TEST(ContinuityViewTest, AFaultStopsNothingAndIsShown) {
  Sessions scene;
  scene.start(Sessions::kA);
  scene.fake.environment.set("XDG_DATA_HOME", "/home/dev/project/README.md/x");  // No folder.
  scene.fake.files.poke("/home/dev/project/README.md", "x");
  EXPECT_EQ(scene.stop(Sessions::kA).hold, "");
  Workspace at = scene.workspace();
  const Status status = status_of(at, model::RunId{Sessions::kA});
  ASSERT_FALSE(status.faults.empty());
  EXPECT_TRUE(has(status.faults.back() + status.faults.front(), "README.md")) << status.faults[0];
}

}  // namespace
}  // namespace engine
