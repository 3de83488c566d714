#include "policy/requirement_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace policy {

using model::Enforcing;
using model::Requirement;
using model::RequirementType;

CallVerdict ask_about_call(const std::vector<const Requirement*>& meant,
                           const RequirementJudge& judge) {
  CallVerdict said;
  for (const Requirement* requirement : meant) {
    if (requirement->type == RequirementType::blocking) said.triggered.push_back(requirement);
    if (requirement->stop_only) continue;
    const JudgedRequirement judged = judge(*requirement);
    if (judged.verdict.is_met()) {
      if (judged.verdict.over_warning) said.warning.push_back(judged);
      continue;
    }
    said.unmet.push_back({requirement->name, std::string(name_of(judged.verdict.standing)),
                          std::string(model::name_of(requirement->enforcing))});
    if (requirement->enforcing == Enforcing::block) said.blocking.push_back(judged);
    if (requirement->enforcing == Enforcing::warn) said.warning.push_back(judged);
  }
  return said;
}

std::string warning_text(const std::vector<JudgedRequirement>& warning) {
  std::string text;
  for (const JudgedRequirement& one : warning) {
    const std::string why = one.verdict.is_met()
                                ? "close to its limit (" + one.facts.measure->summary + ")"
                                : reason_of(one);
    text += fmt::format("{}Requirement '{}': {}. Run `{}`.", text.empty() ? "" : "\n",
                        one.requirement->name, why, way_out(*one.requirement));
  }
  return text;
}

bool is_asked_at_turn_end(const Requirement& requirement, const model::RequirementHooks& hooks) {
  if (!requirement.enabled || requirement.type != RequirementType::blocking) return false;
  const auto& scopes = hooks.stop_scopes;
  return requirement.stop_only ||
         std::find(scopes.begin(), scopes.end(), requirement.scope) != scopes.end();
}

}  // namespace policy
