// `Denial` of types.ts.
#pragma once
#include "base/json.h"
#include "engine/dashboard/denials.h"

namespace web {

base::Json denial_to_json(const engine::dashboard::Denial& denial);

}  // namespace web
