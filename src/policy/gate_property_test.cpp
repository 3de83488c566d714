#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "policy/gate_test_scene.h"

namespace policy {
namespace {

using model::GateDecision;
using model::GateRule;
using Health = GateState::Health;

Scene arbitrary_scene() {
  Scene scene;
  scene.state.health = *rc::gen::element(Health::ok, Health::absent, Health::faulty);
  scene.state.fault.code =
      static_cast<base::Code>(*rc::gen::inRange(0, static_cast<int>(base::Code::not_opted_in)));
  scene.state.fault.message =
      *rc::gen::element(std::string(), std::string("the reason."), std::string(5000, 'r'));
  scene.state.run = *rc::gen::element<std::string>("", "6f1d2c3b");
  scene.state.mode = model::ModeName(
      *rc::gen::element<std::string>("analysis", "planning", "coding", "disabled", "newer", ""));
  scene.state.protocol_start_complete = *rc::gen::arbitrary<bool>();
  scene.state.paused = *rc::gen::arbitrary<bool>();
  scene.readable = *rc::gen::arbitrary<bool>();
  scene.protocol_enabled = *rc::gen::arbitrary<bool>();
  scene.config.gate_absent =
      *rc::gen::element(model::AbsentPolicy::create, model::AbsentPolicy::deny);
  scene.call.command = *rc::gen::element<std::string>("", "ls", "rm x");
  scene.call.memories = {*rc::gen::element<std::string>("notes", "session-history")};
  scene.target(*rc::gen::element<std::string>("/repo/a.txt", "/repo/.holdfast/config.yaml",
                                              "/repo/.agents/sessions/x.md",
                                              "/repo/.holdfast/" + std::string(3000, 'x'), ""));
  return scene;
}

std::string arbitrary_tool() {
  return *rc::gen::oneOf(
      rc::gen::element<std::string>("Write", "Edit", "Bash", "Read", "mcp__serena__write_memory",
                                    "mcp__brain__session_start", "mcp__x__y"),
      rc::gen::arbitrary<std::string>());
}

TEST(GatePropertyTest, EveryDenialSaysWhatIsMissingAndWhatToDoAndReadingIsAlwaysAllowed) {
  EXPECT_TRUE(rc::check("for every tool and state", [] {
    Scene scene = arbitrary_scene();
    const GateDecision decision = scene.decide(arbitrary_tool());
    RC_ASSERT(decision.tool == scene.call.tool);
    RC_ASSERT(!decision.mode.empty());
    RC_ASSERT(decision.allowed == decision.message.empty());
    if (!decision.allowed) {
      RC_ASSERT(!decision.missing.empty());
      RC_ASSERT(!decision.next_step.empty());
      RC_ASSERT(decision.rule != GateRule::none);
      RC_ASSERT(denial_text(decision, "").find(decision.next_step) != std::string::npos);
    }
    RC_ASSERT(scene.decide("Read").allowed);
    RC_ASSERT(scene.decide("mcp__session-state__get_blocked_reason").allowed);
  }));
}

TEST(GatePropertyTest, AGuardedPathIsDeniedWhateverTheStateAndTheMode) {
  // C-20
  EXPECT_TRUE(rc::check("for every state", [] {
    Scene scene = arbitrary_scene();
    scene.target(*rc::gen::element<std::string>("/repo/.holdfast/config.yaml",
                                                "/repo/.git/holdfast/journal/x.jsonl"));
    const auto tool = *rc::gen::element<std::string>("Write", "Edit", "MultiEdit", "NotebookEdit");
    RC_ASSERT(!scene.decide(tool).allowed);
  }));
}

}  // namespace
}  // namespace policy
