// Modes: which tools each denies, which changes are allowed, which is the stricter of two.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/config.h"
#include "model/run.h"
#include "policy/asker.h"

namespace policy {

// S0-60 and MultiEdit. A mode that this version does not know denies what the strictest denies.
bool mode_denies(const model::ModeName& mode, std::string_view tool);

// The stricter of two: analysis, planning, coding, disabled. Unknown counts as analysis.
model::ModeName stricter(const model::ModeName& a, const model::ModeName& b);

struct ModeChange {
  model::ModeName mode;
  std::string reason;
  std::string actor;  // "cli", "mcp", …
  Asker asker;
  model::AgentModeChange agents_may = model::AgentModeChange::own;
};

// The mode that holds until a person says otherwise: the last one that no agent set.
const model::ModeName& persons_mode(const model::Run& run);

// Whether an agent may set `wanted` in this run. `disabled` is never the agent's to set.
bool agent_may_set(const model::Run& run, const model::ModeName& wanted,
                   model::AgentModeChange agents_may);

// The run in its new mode, with a history entry. invalid_value for a mode nobody knows,
// mode_forbidden where only a person may set it. The same mode again changes nothing, unless a
// person makes an agent's mode binding by it, or one of nobody known their own.
base::Result<model::Run> change_mode(model::Run run, const ModeChange& change, base::Instant now);

// What is looser now than a person made it who is known as one: a clause each, as "mode set by an
// agent (mcp)" or "pause set at a terminal, not known whose". What an agent tightened and took back
// is not among them.
std::vector<std::string> loosened_by_nobody_known(const model::Run& run, base::Instant now);

}  // namespace policy
