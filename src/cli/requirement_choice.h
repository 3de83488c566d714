// Which project and whose requirements a command works on. Requirements need no project that opted
// in: the files of its requirements are enough (BX-1).
#pragma once
#include "cli/command.h"
#include "engine/requirement.h"
#include "engine/workspace.h"

namespace cli {

base::Result<engine::Workspace> open_requirements(Context& context, const Arguments& arguments);

struct ChosenRequirements {
  engine::Workspace workspace;
  engine::RequirementSessionId session;
};
base::Result<ChosenRequirements> open_requirement_session(Context& context,
                                                          const Arguments& arguments);
// The session that is meant. For a change that is kept for the whole branch any will do, so that
// nobody's (its id is empty) stands in where there is none, or one too many.
base::Result<engine::RequirementSessionId> choose_session(Context& context,
                                                          const Arguments& arguments,
                                                          engine::Workspace& workspace);
base::Result<engine::RequirementSessionId> choose_session_or_nobody(Context& context,
                                                                    const Arguments& arguments,
                                                                    engine::Workspace& workspace);

// The run whose journal is meant, also in a project that keeps no runs.
base::Result<model::RunId> choose_journal(Context& context, const Arguments& arguments,
                                          engine::Workspace& workspace);

// An error of a write: nothing was saved, and the message says so (B4-6).
base::Error not_saved(base::Error error);

}  // namespace cli
