// What the gate's tests decide about.
#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "policy/gate.h"

namespace policy {

// Everything that a decision is made of, with a run that may do anything.
struct Scene {
  Scene() {
    config.file = "/repo/.holdfast/config.yaml";
    config.lines = {{"gate.enabled", 3}, {"gate.absent", 4}, {"protocol.enabled", 8}};
    roots.project_root = roots.main_root = "/repo";
    roots.local = "/repo/.git/holdfast";
    state.run = "6f1d2c3b";
    state.mode = model::Mode::coding;
    state.protocol_start_complete = true;
  }

  model::GateDecision decide(const std::string& tool, RequirementCheck* requirements = nullptr) {
    call.tool = tool;
    const GateInput input{.call = call,
                          .config = config,
                          .roots = roots,
                          .state = state,
                          .targets = targets,
                          .reads = reads,
                          .shell = tool == "Bash" ? &shell : nullptr,
                          .input_readable = readable,
                          .input_problem = "cut off",
                          .switched_off = switched_off,
                          .protocol_enabled = protocol_enabled,
                          .session_log_folder = log_folder,
                          .guarded_entry = guarded_entry};
    return decide_gate(input, requirements);
  }

  void target(const std::string& path) { targets = {{path, path}}; }
  void fault(base::Code code, const std::string& message = "") {
    state.health = GateState::Health::faulty;
    state.fault = {code, message, ""};
  }

  model::ToolCall call;
  model::Config config;
  GuardRoots roots;
  GateState state;
  std::vector<GateTarget> targets;
  std::vector<GateTarget> reads;
  shell::Analysis shell;  // Of Bash.
  bool readable = true;
  bool switched_off = false;
  bool protocol_enabled = false;
  std::string log_folder = "/repo/.agents/sessions";
  std::optional<GuardedFile> guarded_entry;
};

inline void expect_denied(const model::GateDecision& decision, model::GateRule rule,
                          const std::string& message, const std::string& mode) {
  EXPECT_FALSE(decision.allowed);
  EXPECT_EQ(name_of(decision.rule), name_of(rule));
  EXPECT_EQ(decision.message, message);
  EXPECT_EQ(decision.mode, mode);
  EXPECT_FALSE(decision.missing.empty());
  EXPECT_FALSE(decision.next_step.empty());
}

inline void expect_allowed(const model::GateDecision& decision, model::GateRule rule,
                           const std::string& mode) {
  EXPECT_TRUE(decision.allowed) << decision.message;
  EXPECT_EQ(name_of(decision.rule), name_of(rule));
  EXPECT_EQ(decision.mode, mode);
  EXPECT_EQ(decision.message, "");
}

}  // namespace policy
