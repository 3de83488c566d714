// The journal for people.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "model/journal_event.h"

namespace engine {

// Every run that has a journal, in no order that means anything.
std::vector<model::RunId> journalled_runs(Workspace& workspace);

// Oldest first; `visit` returns false to stop.
base::Result<void> each_event(Workspace& workspace, const model::RunId& run,
                              const std::function<bool(const model::JournalEvent&)>& visit);

// As each_event, then goes on with what is appended until `visit` returns false or `tick`, called
// about five times a second while nothing comes, does.
base::Result<void> follow_events(Workspace& workspace, const model::RunId& run,
                                 const std::function<bool(const model::JournalEvent&)>& visit,
                                 const std::function<bool()>& tick);

// One line for a person: "gate denied Write src/a.cpp (mode_table)".
std::string event_summary(const model::JournalEvent& event);

}  // namespace engine
