// Modes: which tools each denies, which changes are allowed, which is the stricter of two.
#pragma once
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "model/run.h"

namespace policy {

// S0-60 and MultiEdit. A mode that this version does not know denies what the strictest denies.
bool mode_denies(const model::ModeName& mode, std::string_view tool);

// The stricter of two: analysis, planning, coding, disabled. Unknown counts as analysis.
model::ModeName stricter(const model::ModeName& a, const model::ModeName& b);

struct ModeChange {
  model::ModeName mode;
  std::string reason;
  std::string actor;         // "cli", "mcp", …
  bool by_operator = false;  // A person at a terminal, or the operator token.
};

// The run in its new mode, with a history entry. invalid_value for a mode nobody knows,
// mode_forbidden for `disabled` without an operator. The same mode again changes nothing.
base::Result<model::Run> change_mode(model::Run run, const ModeChange& change, base::Instant now);

}  // namespace policy
