// `WorkSummary` of types.ts.
#pragma once
#include "base/json.h"
#include "engine/dashboard/work_list.h"

namespace web {

base::Json work_summary_to_json(const engine::dashboard::WorkSummary& work);

}  // namespace web
