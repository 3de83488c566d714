#include "store/agent_owners.h"

#include <gtest/gtest.h>

#include "store/test_support.h"

namespace store {
namespace {

constexpr const char* kConversation = "cad0ac4d-3933-45ad-9a1c-14aec05bb940";

class AgentOwnersTest : public ::testing::Test {
 protected:
  os::Path only_file() {
    const auto names = machine_.files.list(agents_path(store_.layout));
    return agents_path(store_.layout) / names->front();
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
  AgentOwners owners_{store_.system, store_.layout, store_.keys};
};

TEST_F(AgentOwnersTest, WhatWasKeptOfAnAgentIsFoundAndOfNoOther) {
  EXPECT_FALSE(owners_.find("one"));
  ASSERT_TRUE(owners_.keep("one", kConversation).ok());
  EXPECT_EQ(owners_.find("one"), kConversation);
  EXPECT_FALSE(owners_.find("two"));
  EXPECT_FALSE(owners_.find(""));
  ASSERT_TRUE(owners_.keep("one", "another").ok());
  EXPECT_EQ(owners_.find("one"), "another");
  EXPECT_EQ(machine_.files.info(only_file())->mode, 0600U);
}

// Whose state judges a call is nothing that a file without our seal may say.
TEST_F(AgentOwnersTest, AFileThatIsNotOursSaysNothing) {
  ASSERT_TRUE(owners_.keep("one", kConversation).ok());
  const std::string bytes = *machine_.files.read(only_file(), {});
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 1);
    machine_.files.poke(only_file(), other);
    EXPECT_FALSE(owners_.find("one")) << at;
    machine_.files.poke(only_file(), bytes.substr(0, at));
    EXPECT_FALSE(owners_.find("one")) << at;
  }
  // The file of one agent under the name of another.
  const os::Path path = only_file();
  ASSERT_TRUE(machine_.files.remove(path).ok());
  ASSERT_TRUE(owners_.keep("two", kConversation).ok());
  machine_.files.poke(path, *machine_.files.read(only_file(), {}));
  EXPECT_FALSE(owners_.find("one"));
}

TEST_F(AgentOwnersTest, AConversationThatEndedTakesItsOwnAgentsAlong) {
  owners_.forget(kConversation);
  ASSERT_TRUE(owners_.keep("one", kConversation).ok());
  ASSERT_TRUE(owners_.keep("two", "another").ok());
  owners_.forget(kConversation);
  EXPECT_FALSE(owners_.find("one"));
  EXPECT_EQ(owners_.find("two"), "another");
}

// Nobody tells of the end of a conversation that was killed.
TEST_F(AgentOwnersTest, WhatIsMonthsOldGoesWithTheNextOne) {
  ASSERT_TRUE(owners_.keep("one", "another").ok());
  machine_.clock.advance(std::chrono::hours(24 * 29));
  owners_.forget(kConversation);
  EXPECT_TRUE(owners_.find("one"));
  machine_.clock.advance(std::chrono::hours(24 * 2));
  owners_.forget(kConversation);
  EXPECT_FALSE(owners_.find("one"));
}

TEST_F(AgentOwnersTest, ADiskThatTakesNothingIsTold) {
  machine_.files.poke(agents_path(store_.layout), "a file in the way");
  EXPECT_FALSE(owners_.keep("one", kConversation).ok());
  EXPECT_FALSE(owners_.find("one"));
}

}  // namespace
}  // namespace store
