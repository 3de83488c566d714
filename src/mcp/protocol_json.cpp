#include "mcp/protocol_json.h"

#include <nlohmann/json.hpp>

namespace mcp {

using base::Json;

Json gate_json(const engine::GateOutcome& outcome) {
  const model::GateResult& result = outcome.result;
  Json json{{"phase", outcome.gate},          {"requirement_level", result.level},
            {"status", result.status.text()}, {"evidence", base::text_or_null(result.evidence)},
            {"blocking", result.blocking},    {"message", outcome.message}};
  if (result.stale) json["stale"] = true;
  return json;
}

Json gates_json(const std::vector<engine::GateOutcome>& outcomes) {
  Json gates = Json::array();
  for (const engine::GateOutcome& outcome : outcomes) gates.push_back(gate_json(outcome));
  return gates;
}

Json violations_json(const std::vector<model::Violation>& violations) {
  Json list = Json::array();
  for (const model::Violation& violation : violations) list.push_back(model::to_json(violation));
  return list;
}

}  // namespace mcp
