// The one way to change a work session: found, locked, reduced, saved, recorded. Private to the
// engine.
#pragma once
#include <functional>
#include <string>

#include "base/json.h"
#include "engine/stores.h"
#include "engine/work.h"
#include "policy/work_session.h"

namespace engine {

struct WorkAct {
  using Reduce = std::function<base::Result<policy::WorkOutcome>(const store::StoredWork& current)>;

  std::string what;       // For the record: "transition_phase".
  base::JsonBox details;  // More members of the record.
  Reduce reduce;
  // Touches only: nothing is written where the manifest is younger than this.
  std::optional<base::Millis> debounce = {};
  bool is_recorded = true;  // False: the caller's own event tells of it.
};

// By slug or folder; not_found says how to find out which there are.
base::Result<store::WorkFolder> find_work(Stores& stores, const std::string& id);

// Manifest, warnings and next phases as callers see them.
WorkView view_of(Stores& stores, const store::StoredWork& work);

// What the reducer must know of the folder.
policy::WorkSessionFacts facts_of(Stores& stores, const store::StoredWork& work);

// A change by one of the policy's wishes.
WorkAct act_of(Stores& stores, const policy::WorkChange& change, base::JsonBox details = {});

base::Result<WorkResult> change_work(Stores& stores, const store::WorkFolder& folder,
                                     const WorkAct& act, const WorkCaller& caller);

// Of a text of people in the record of a change.
constexpr std::size_t kRecordedTextMax = 400;

// Now, as it goes into a manifest.
std::string work_time(Stores& stores);

}  // namespace engine
