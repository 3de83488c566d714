// What happened in one run, and the versions of its state, read from the end of its journal.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "engine/gate.h"
#include "engine/history.h"
#include "model/journal_event.h"

namespace engine::dashboard {

struct RunEventsQuestion {
  // Empty: all. "denied" are those decisions of the gate that said no.
  std::vector<std::string> kinds;
  PageQuestion page;
};
struct RunEvents {
  model::RunId run;
  Page<model::JournalEvent> page;
};
// Newest first. A page may have fewer than were asked for, even none, and still not be the last:
// where lines of a kind are rare or large. not_found, invalid_params for another's cursor.
base::Result<RunEvents> run_events(Dashboard& dashboard, const std::string& run,
                                   const RunEventsQuestion& question);
// Newest first; changes that were journalled but never saved are left out.
base::Result<Page<VersionLine>> run_versions(Dashboard& dashboard, const std::string& run,
                                             const PageQuestion& question);

// The same of a project that is open.
base::Result<Page<model::JournalEvent>> events_page(Workspace& workspace, const model::RunId& run,
                                                    const RunEventsQuestion& question);
base::Result<Page<VersionLine>> versions_page(Workspace& workspace, const model::RunId& run,
                                              const PageQuestion& question);

// What the gate said, as `holdfast why` tells it; nothing for an event that is no decision.
std::optional<PastDecision> gate_answer_of(const model::RunId& run,
                                           const model::JournalEvent& event);
// The host's id of the agent that did it; empty for the main one, and where none is told.
std::string agent_of(const model::JournalEvent& event);

}  // namespace engine::dashboard
