// The disk stops at every call of a session's start and end: nothing that was said is lost, and
// nobody is locked out.
#include <gtest/gtest.h>

#include "engine/test_protocol.h"
#include "store/test_crash.h"

namespace engine {
namespace {

// Each way to end begins at another call, so that together they meet most of them.
constexpr std::size_t kStride = 5;

class ProtocolCrashTest : public ::testing::TestWithParam<store::End> {};

void stop(ProtocolScene& scene, std::size_t call, store::End end) {
  const bool goes_on = end == store::End::none;
  scene.fake.files.arm({goes_on ? os::Fault::Kind::error : os::Fault::Kind::crash, call});
}

// B1-5, S1-87
TEST_P(ProtocolCrashTest, AStartThatWasInterruptedLocksNobodyOut) {
  std::size_t calls = 0;
  {
    ProtocolScene scene;
    scene.fake.files.reset_calls();
    ASSERT_TRUE(scene.start().ok());
    calls = scene.fake.files.calls();
  }
  ASSERT_GT(calls, 50U);
  for (auto call = static_cast<std::size_t>(GetParam()); call < calls; call += kStride) {
    SCOPED_TRACE(call);
    ProtocolScene scene;
    Workspace workspace = scene.workspace();
    stop(scene, call, GetParam());
    const auto started = start_protocol(workspace, scene.run(), {.objective = "Test"}, {});
    store::end_process(scene.fake.files, GetParam());
    const auto again = scene.start(Scene::kRun, {.objective = "Again", .resume = true});
    ASSERT_TRUE(again.ok()) << again.error().message;
    if (started.ok()) {
      EXPECT_EQ(again->protocol.session_id, started->protocol.session_id);
    }
    const auto ended = scene.end();
    ASSERT_TRUE(ended.ok()) << ended.error().message;
  }
}

TEST_P(ProtocolCrashTest, AnEndThatWasInterruptedCanBeSaidAgain) {
  std::size_t calls = 0;
  {
    ProtocolScene scene;
    ASSERT_TRUE(scene.start().ok());
    scene.fake.files.reset_calls();
    ASSERT_TRUE(scene.end().ok());
    calls = scene.fake.files.calls();
  }
  for (auto call = static_cast<std::size_t>(GetParam()); call < calls; call += kStride) {
    SCOPED_TRACE(call);
    ProtocolScene scene;
    ASSERT_TRUE(scene.start().ok());
    stop(scene, call, GetParam());
    const auto ended = scene.end();
    store::end_process(scene.fake.files, GetParam());
    if (!scene.protocol().ended) {
      ASSERT_TRUE(scene.end().ok());
    }
    // A gate whose question the disk did not answer has not passed.
    EXPECT_TRUE(GetParam() == store::End::none || scene.protocol().ended->status == "COMPLETE");
    const auto next = scene.start();
    ASSERT_TRUE(next.ok()) << next.error().message;
    EXPECT_EQ(next->protocol.session_id, "2026-01-18-session-02");
  }
}

std::string name_of_end(const ::testing::TestParamInfo<store::End>& info) {
  constexpr const char* kEndNames[] = {"GoesOn", "Kill", "PowerCut"};
  return kEndNames[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Ends, ProtocolCrashTest,
                         ::testing::Values(store::End::none, store::End::kill,
                                           store::End::power_cut),
                         name_of_end);

}  // namespace
}  // namespace engine
