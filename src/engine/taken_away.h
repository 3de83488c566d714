// What an agent's call took away of the files that let us watch over a project: the next event sees
// it, goes on by what was known, tells it and mends it. See ADR 38. Private to the engine.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/host_event.h"
#include "store/kept_files.h"

namespace engine {

// The event that looks, and what it has to say.
struct Witness {
  const model::HostEvent& event;
  std::string for_model = {};
  std::string for_person = {};
};

// Where a call of the agent took the marker away, `project` counts as one that uses Holdfast. Costs
// one look at the disk where nothing was ever kept. Without a witness only what was found before
// counts.
void hold_taken_marker(os::System& system, store::Project& project, Witness* witness);

// Whether a call of the agent loosened the configuration; any other change is taken over by the
// event that sees it. Only for a configuration that says what it was `before`.
bool is_loosened_by_agent(Stores& stores, Witness* witness);

// After an event that may be the first behind a call: what is gone of our files is put back where
// the call took it. What a person took is forgotten.
void look_after_call(Stores& stores, Witness& witness);

// A marker that is there again ends what was found of it. For who has just read it anew.
void end_with_marker(Stores& stores);

// Whether there is a finding that nobody has seen to.
bool was_anything_taken(Stores& stores);
// What is to be seen to by a person: what was found, or what nobody has seen yet.
std::optional<store::TakenAway> taken_away(Stores& stores);
// The same where the marker is gone and nothing was found before.
std::optional<store::TakenAway> marker_taken_away(os::System& system, store::Project project);
// One sentence: which call took what.
std::string taken_text(const store::TakenAway& taken, const os::Path& root);
// Puts back what was taken away, and where a person asks, takes the configuration as it is and
// settles the finding. mode_forbidden where nobody but an agent asks.
base::Result<void> see_to(Workspace& workspace, store::TakenAway taken);

}  // namespace engine
