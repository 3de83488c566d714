#include "engine/continuity_metric.h"

#include <nlohmann/json.hpp>

namespace engine {

using base::Json;

void note_metric(Stores& stores, const model::RunId& run, std::string_view name,
                 const Json& fields) {
  if (!stores.runs.head(run)) return;
  Json payload{{"name", name}};
  payload.update(fields);
  (void)stores.journal.append(run, {"metric", "system", base::JsonBox(std::move(payload))}, {});
}

}  // namespace engine
