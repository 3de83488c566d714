#include "engine/handoff_doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/handoff_packet.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

TEST(HandoffDoctorTest, APacketThatCannotBeReadIsNamedAndAGoodOneIsNot) {
  Scene scene;
  auto workspace = scene.workspace();
  model::HandoffPacket packet;
  packet.goal = "Finish";
  ASSERT_TRUE(add_packet(workspace, {}, packet, {}).ok());
  scene.fake.files.poke("/home/dev/project/.git/holdfast/handoffs/h-bad.json", "{");
  Examination examination(false);
  examine_packets(workspace.stores(), examination);
  const auto found = examination.take();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, testing::HasSubstr("h-bad.json"));
}

}  // namespace
}  // namespace engine
