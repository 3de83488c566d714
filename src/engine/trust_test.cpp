#include "engine/trust.h"

#include <gtest/gtest.h>

#include "engine/operator.h"
#include "engine/stores.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using base::Code;
using model::EventKind;

struct TrustTest : ::testing::Test {
  Scene scene;
  TrustTest() { scene.send(scene.event(EventKind::session_start)); }
  bool trusted() {
    Workspace workspace = scene.workspace();
    return is_trusted(workspace.stores());
  }
  base::Result<TrustOutcome> trust() {
    Workspace workspace = scene.workspace();
    return trust_project(workspace, {});
  }
  base::Result<TrustOutcome> revoke() {
    Workspace workspace = scene.workspace();
    return revoke_trust(workspace);
  }
};

// BX-7
TEST_F(TrustTest, AnAgentCannotTrustItsProjectAndTheAttemptIsRecorded) {
  EXPECT_FALSE(trusted());
  EXPECT_EQ(trust().error().code, Code::mode_forbidden);
  scene.fake.environment.set_terminal(true);  // Inside the agent's host.
  EXPECT_EQ(trust().error().code, Code::mode_forbidden);
  scene.fake.environment.set("HOLDFAST_OPERATOR_TOKEN", "guessed");
  EXPECT_EQ(trust().error().code, Code::mode_forbidden);
  EXPECT_FALSE(trusted());
  const auto journal = scene.fake.files.peek("/home/dev/project/.git/holdfast/journal/" +
                                             std::string(Scene::kRun) + ".jsonl");
  ASSERT_TRUE(journal.has_value());
  EXPECT_NE(journal->find(R"("what":"trust")"), std::string::npos);
}

TEST_F(TrustTest, APersonAtATerminalTrustsAndAnybodyTakesItBack) {
  scene.fake.environment.set_terminal(true);
  scene.add_process(100, 1, "holdfast");  // Started by somebody else.
  const auto first = trust();
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_TRUE(first->trusted);
  EXPECT_TRUE(first->changed);
  EXPECT_FALSE(trust()->changed);
  EXPECT_TRUE(trusted());

  scene.fake.environment.set_terminal(false);
  scene.add_process(100, 99, "holdfast");
  EXPECT_TRUE(revoke()->changed);
  EXPECT_FALSE(trusted());
  EXPECT_FALSE(revoke()->changed);
}

TEST_F(TrustTest, TheOperatorTokenTrusts) {
  const auto token = create_operator_token(scene.fake.system());
  scene.fake.environment.set("HOLDFAST_OPERATOR_TOKEN", *token);
  EXPECT_TRUE(trust().ok());
  EXPECT_TRUE(trusted());
}

}  // namespace
}  // namespace engine
