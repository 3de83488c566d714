#include "engine/continuity_told.h"

#include <gtest/gtest.h>

#include "engine/test_continuity.h"

namespace engine {
namespace {

using base::Json;
using model::EventKind;
using Sessions = ContinuityTestScene;

// S3-3, S3-10, S3-80, B3-23
// S3-76, S3-120
TEST(ContinuityToldTest, ThePreambleIsToldOnceAndOnlyWhenTheAnswerWentOut) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  model::HostEvent begin = scene.event(EventKind::session_start, Sessions::kB);
  begin.source = "startup";
  model::HostReply lost = scene.send(begin);  // The host died before it could read the answer.
  ASSERT_TRUE(has(lost.context, "<session-continuity"));
  const model::HostReply again = scene.prompt(Sessions::kB, "go on");
  EXPECT_TRUE(has(again.context, "<session-continuity")) << again.context;
  EXPECT_FALSE(has(scene.prompt(Sessions::kB, "and on").context, "session-continuity"));
}

TEST(ContinuityToldTest, AClearedConversationKeepsItsPinsAndHearsNothing) {
  Sessions scene;
  scene.live_through(Sessions::kA, {"one"});
  const model::HostReply reply = scene.start(Sessions::kB, "clear");
  EXPECT_FALSE(has(reply.context, "session-continuity"));
  EXPECT_FALSE(has(scene.prompt(Sessions::kB, "label").context, "session-continuity"));
  EXPECT_EQ(scene.pins(Sessions::kB).size(), 1U);
}

TEST(ContinuityToldTest, AfterACompactionTheStateIsToldAgainOnce) {
  Sessions scene;
  scene.start(Sessions::kA);
  scene.prompt(Sessions::kA, "mend the lexer");
  scene.pin(Sessions::kA, "keep the grammar stable", "grammar");
  scene.tell(scene.event(EventKind::before_compaction, Sessions::kA));
  EXPECT_EQ(scene.mirror(Sessions::kA)["working_memory"].size(), 1U);
  const model::HostReply first = scene.start(Sessions::kA, "compact");
  EXPECT_TRUE(has(first.context, "keep the grammar stable")) << first.context;
  EXPECT_TRUE(has(first.context, "mend the lexer")) << first.context;
  const model::HostReply second =
      scene.tell(scene.event(EventKind::after_compaction, Sessions::kA));
  EXPECT_EQ(second.context, "");
  // Only what changed.
  scene.pin(Sessions::kA, "and the tests too", "tests");
  const model::HostReply third = scene.tell(scene.event(EventKind::after_compaction, Sessions::kA));
  EXPECT_TRUE(has(third.context, "and the tests too"));
  EXPECT_FALSE(has(third.context, "keep the grammar stable"));
  Workspace at = scene.workspace();
  const auto report = injection_report(at, model::RunId{Sessions::kA});
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report->injections.size(), 2U);
  EXPECT_EQ(report->injections[0].source, "compact");
  EXPECT_GT(report->injections[0].bytes, report->injections[1].bytes);
  EXPECT_EQ(report->bytes, report->injections[0].bytes + report->injections[1].bytes);
  // The next compaction forgets what was told.
  scene.tell(scene.event(EventKind::before_compaction, Sessions::kA));
  EXPECT_TRUE(has(scene.start(Sessions::kA, "compact").context, "keep the grammar stable"));
}

TEST(ContinuityToldTest, WhatIsToldAgainKeepsToItsBudget) {
  Sessions scene;
  scene.configure("session_persistence:\n  compaction_tokens: 100\n");
  scene.start(Sessions::kA);
  for (const char letter : std::string_view("abcdefghij")) {
    scene.pin(Sessions::kA, std::string(200, letter), "");
  }
  scene.tell(scene.event(EventKind::before_compaction, Sessions::kA));
  scene.start(Sessions::kA, "compact");
  Workspace at = scene.workspace();
  const auto report = injection_report(at, model::RunId{Sessions::kA});
  ASSERT_EQ(report->injections.size(), 1U);
  EXPECT_LE(report->injections[0].bytes, 400U);
  EXPECT_GT(report->injections[0].left_out, 0U);
}

}  // namespace
}  // namespace engine
