// `RunSummary` of types.ts.
#pragma once
#include "base/json.h"
#include "engine/dashboard/runs.h"

namespace web {

base::Json run_summary_to_json(const engine::dashboard::RunSummary& run);

}  // namespace web
