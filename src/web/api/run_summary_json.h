// `RunSummary` of types.ts.
#pragma once
#include "base/json.h"
#include "engine/dashboard/runs.h"

namespace web {

base::Json to_json(const engine::dashboard::RunSummary& run);

}  // namespace web
