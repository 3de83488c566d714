// What `continuity preview` and `continuity score` ask.
#pragma once
#include "cli/command.h"
#include "engine/continuity.h"
#include "engine/workspace.h"

namespace cli {

struct ContinuityQuestion {
  engine::Workspace workspace;
  engine::RestoreQuestion question;
};

// Declares --prompt and --session and parses. The run is that of --session or of the host that this
// process was started from; a person at a terminal asks for a session that is to come.
base::Result<ContinuityQuestion> continuity_question(Context& context, Arguments& arguments);

}  // namespace cli
