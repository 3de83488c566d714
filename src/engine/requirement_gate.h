// Row 9 of the gate: what the requirements say about a call, and the mark that they were asked.
// Private to the engine.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/requirement_scene.h"
#include "policy/gate.h"

namespace engine {

class RequirementGate final : public policy::RequirementCheck {
 public:
  // `before_asking` is called where the rows above have let the call pass: from then on a fault or
  // a deadline must let it pass too.
  explicit RequirementGate(RequirementScene& scene, std::function<void()> before_asking = nullptr)
      : scene_(scene), before_asking_(std::move(before_asking)) {}

  std::optional<model::GateDecision> check(const policy::GateInput& input) override;

  // What is not met, whether it blocks or not: for the journal.
  const std::vector<model::UnmetRequirement>& unmet() const { return unmet_; }
  // What the agent should know although the call may go on; empty for nothing.
  const std::string& warning() const { return warning_; }
  bool is_paused() const { return is_paused_; }  // What would block does not, by `req pause`.

  // The call goes on: marks what it triggered, once a run. Gives the names of those marked now.
  std::vector<std::string> mark_triggered();

 private:
  std::vector<const model::Requirement*> meant_by(const policy::GateInput& input);

  RequirementScene& scene_;
  std::function<void()> before_asking_;
  std::vector<const model::Requirement*> triggered_;
  std::vector<model::UnmetRequirement> unmet_;
  std::string warning_;
  bool is_paused_ = false;
};

}  // namespace engine
