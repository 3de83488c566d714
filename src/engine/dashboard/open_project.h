// A project or a run that a question names, opened to be read. Private to this folder.
#pragma once
#include <string>

#include "engine/dashboard/places.h"
#include "engine/workspace.h"

namespace engine::dashboard {

// not_found, with what became of it, where the folder is gone; not_opted_in.
base::Result<Workspace> open_project(Dashboard& dashboard, const KnownProject& project,
                                     Needs needs = Needs::everything);

// Of those that have nothing but requirements, too: they have journals.
struct OpenRun {
  KnownProject project;
  model::RunId run;
  Workspace workspace;
};
base::Result<OpenRun> open_run(Dashboard& dashboard, const std::string& text);

}  // namespace engine::dashboard
