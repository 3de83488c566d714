// One line of a run's journal as the API and the live feed tell it: `RunEvent` of types.ts.
#pragma once
#include "base/json.h"
#include "model/ids.h"
#include "model/journal_event.h"

namespace web {

base::Json run_event_to_json(const model::RunId& run, const model::JournalEvent& event);

}  // namespace web
