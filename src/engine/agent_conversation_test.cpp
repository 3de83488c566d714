#include "engine/agent_conversation.h"

#include <gtest/gtest.h>

#include "engine/test_scene.h"
#include "store/test_counting_disk.h"

namespace engine {
namespace {

using model::EventKind;

class AgentConversationTest : public ::testing::Test {
 protected:
  static constexpr const char* kFolder = "/home/dev/project/.git/holdfast/agents";

  model::HostEvent of_agent(EventKind kind, const char* run, const char* agent,
                            const char* starter) const {
    model::HostEvent event = scene.event(kind, run);
    event.agent_id = agent;
    event.agent_type = "helper";
    event.parent_host_id = starter;
    event.call.tool = kind == EventKind::before_tool ? "Read" : "";
    return event;
  }
  std::size_t kept() {
    const auto names = scene.fake.files.list(kFolder);
    return names.ok() ? names->size() : 0;
  }

  Scene scene;
};

TEST_F(AgentConversationTest, OnlyAStartByAnotherAgentIsKept) {
  scene.send(scene.event(EventKind::session_start));
  scene.send(of_agent(EventKind::agent_start, Scene::kRun, "one", ""));
  scene.send(of_agent(EventKind::agent_start, Scene::kRun, "two", Scene::kRun));
  scene.send(of_agent(EventKind::before_tool, Scene::kRun, "three", "two"));
  EXPECT_EQ(kept(), 0U);
  scene.send(of_agent(EventKind::agent_start, Scene::kRun, "three", "two"));
  EXPECT_EQ(kept(), 1U);
  scene.send(scene.event(EventKind::session_end));
  EXPECT_EQ(kept(), 0U);
}

// A call that is no agent's pays nothing, one of an agent a single look.
TEST_F(AgentConversationTest, OnlyAnAgentsCallLooksForWhatIsKept) {
  scene.send(scene.event(EventKind::session_start));
  scene.send(of_agent(EventKind::agent_start, Scene::kRun, "three", "two"));
  ASSERT_EQ(kept(), 1U);
  const os::Path file = os::Path(kFolder) / scene.fake.files.list(kFolder)->front();
  store::CountingDisk disk(scene.fake.files, {file});
  const os::System fake = scene.fake.system();
  const os::System counted{disk, fake.clock, fake.random, fake.processes, fake.environment};
  handle_event(counted, scene.tool("Read"));
  handle_event(counted, of_agent(EventKind::before_tool, Scene::kRun, "three", "two"));
  EXPECT_EQ(disk.opens, 0);
  handle_event(counted,
               of_agent(EventKind::before_tool, Scene::kOtherRun, "three", Scene::kOtherRun));
  EXPECT_EQ(disk.opens, 1);
}

// The layer fails open: an agent whose start could not be kept is not stopped.
TEST_F(AgentConversationTest, AStartThatCannotBeKeptIsToldAndStopsNothing) {
  scene.send(scene.event(EventKind::session_start));
  scene.fake.files.poke(kFolder, "a file in the way");
  EXPECT_NE(scene.send(of_agent(EventKind::agent_start, Scene::kRun, "three", "two")).warning, "");
  EXPECT_TRUE(
      scene.send(of_agent(EventKind::before_tool, "two", "three", "two")).decision->allowed);
}

}  // namespace
}  // namespace engine
