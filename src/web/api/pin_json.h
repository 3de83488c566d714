// `Pin` of types.ts.
#pragma once
#include <vector>

#include "base/json.h"
#include "model/session_state.h"

namespace web {

base::Json pins_to_json(const std::vector<model::Pin>& pins);

}  // namespace web
