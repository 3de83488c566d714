// `ProtocolView` of types.ts.
#pragma once
#include "base/json.h"
#include "engine/dashboard/run_detail.h"

namespace web {

base::Json protocol_detail_to_json(const engine::dashboard::ProtocolDetail& detail);

}  // namespace web
