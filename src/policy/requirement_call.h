// What the requirements say to one call, and which of them the end of a turn asks about: the same
// for a hook, for `gate check` and for a team's own test cases.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "model/gate.h"
#include "policy/requirement_text.h"

namespace policy {

// How a requirement stands; the caller knows where the facts come from.
using RequirementJudge = std::function<JudgedRequirement(const model::Requirement& requirement)>;

struct CallVerdict {
  std::vector<const model::Requirement*> triggered;  // To be marked, where the call goes on.
  std::vector<JudgedRequirement> blocking;           // Not met, and they stop it.
  std::vector<JudgedRequirement> warning;            // Not met, or close to a limit: it is said.
  std::vector<model::UnmetRequirement> unmet;        // All that are not met, for the record.
};
// `meant` are the enabled requirements that the call is about; those that only the end of a turn
// asks about are not judged.
CallVerdict ask_about_call(const std::vector<const model::Requirement*>& meant,
                           const RequirementJudge& judge);

// What the agent is told although the call may go on; empty for nothing.
std::string warning_text(const std::vector<JudgedRequirement>& warning);

// Whether the end of a turn asks about it, once it was triggered.
bool is_asked_at_turn_end(const model::Requirement& requirement,
                          const model::RequirementHooks& hooks);

}  // namespace policy
