// Asking a person, where there is one.
#pragma once
#include <string>
#include <string_view>

#include "cli/command.h"
#include "engine/workspace.h"

namespace cli {

// Asks on standard error; only `y` and `yes` are a yes.
bool ask_yes_no(Context& context, std::string_view question);

// Switching the gate off for a run is a person's decision: at a terminal the word must be typed,
// the operator token speaks for itself. Whoever has neither passes, for the engine to refuse and
// record.
base::Result<void> confirm_disabled(Context& context, engine::Workspace& workspace);

}  // namespace cli
