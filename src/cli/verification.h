// The result of checking runs, for `session verify` and `events --verify`.
#pragma once
#include <vector>

#include "cli/command.h"
#include "engine/history.h"

namespace cli {

// Checks them, says what was found and gives the exit code: 65 where anything was changed.
int verify_runs(Context& context, engine::Workspace& workspace,
                const std::vector<model::RunId>& runs, Form form);

}  // namespace cli
