#include "cli/decision_view.h"

#include <nlohmann/json.hpp>

namespace cli {

using base::Json;

Json decision_json(const model::GateDecision& decision) {
  Json bypassed = Json::array();
  for (const model::GateRule rule : decision.bypassed) bypassed.push_back(model::name_of(rule));
  return Json{{"allowed", decision.allowed},
              {"mode", decision.mode},
              {"tool", decision.tool},
              {"message", decision.message},
              {"rule", model::name_of(decision.rule)},
              {"source", Json{{"file", decision.source.file}, {"line", decision.source.line}}},
              {"missing", decision.missing},
              {"next_step", decision.next_step},
              {"for_person", decision.for_person},
              {"warning", decision.warning},
              {"bypassed", bypassed}};
}

std::string rule_text(const model::GateDecision& decision) {
  std::string text(model::name_of(decision.rule));
  if (decision.source.file.empty()) return text + ", built in";
  text += ", " + printable(decision.source.file);
  if (decision.source.line > 0) text += ":" + std::to_string(decision.source.line);
  return text;
}

std::vector<Fact> facts_of(const model::GateDecision& decision) {
  std::vector<Fact> facts;
  if (decision.rule != model::GateRule::none) facts.push_back({"rule", rule_text(decision)});
  std::string bypassed;
  for (const model::GateRule rule : decision.bypassed) {
    bypassed += (bypassed.empty() ? "" : ", ") + std::string(model::name_of(rule));
  }
  facts.push_back({"missing", printable(decision.missing)});
  facts.push_back({"next step", printable(model::step_for_person(decision))});
  facts.push_back({"warning", printable(decision.warning)});
  facts.push_back({"paused", bypassed});
  return facts;
}

}  // namespace cli
