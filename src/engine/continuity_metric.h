// The five metrics of document S3 (S3-144), as events of the run's journal. Private to the engine.
#pragma once
#include <string_view>

#include "base/json.h"
#include "engine/stores.h"

namespace engine {

// Fails open. The journal has no line of its own for what no run knows.
void note_metric(Stores& stores, const model::RunId& run, std::string_view name,
                 const base::Json& fields);

}  // namespace engine
