// Which project and which run a command works on.
#pragma once
#include "cli/command.h"
#include "engine/session.h"
#include "engine/workspace.h"

namespace cli {

// --project, else the current folder; absolute.
os::Path start_folder(Context& context, const Arguments& arguments);

base::Result<engine::Workspace> open_workspace(Context& context, const Arguments& arguments,
                                               engine::Needs needs = engine::Needs::everything);

// mode_forbidden where no person asks for `what`, in whatever folder this is.
base::Result<void> check_is_person(Context& context, const Arguments& arguments,
                                   std::string_view what);

// --session, and what the hosts' environment says.
engine::SessionChoice session_choice(Context& context, const Arguments& arguments);

struct ChosenRun {
  engine::Workspace workspace;
  model::RunId run;
};
base::Result<ChosenRun> open_run(Context& context, const Arguments& arguments);
// The run whose session of the protocol is meant.
base::Result<ChosenRun> open_protocol_run(Context& context, const Arguments& arguments);
// The same for commands that look at a run's past or repair it: a run that is named may be one
// whose state is bad or gone.
base::Result<ChosenRun> open_any_run(Context& context, const Arguments& arguments);

}  // namespace cli
