#include "web/api/run_event_json.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/dashboard/run_events.h"
#include "engine/events.h"
#include "web/api/page_json_impl.h"

namespace web {
namespace {

using base::Json;

constexpr std::size_t kSummaryBytesMax = 1000;

Json unmet_to_json(const std::vector<model::UnmetRequirement>& unmet) {
  Json list = Json::array();
  for (const model::UnmetRequirement& one : unmet) {
    list.push_back(
        Json{{"name", one.name}, {"standing", one.standing}, {"enforced", one.enforced}});
  }
  return list;
}

Json gate_to_json(const engine::PastDecision& past) {
  const model::GateDecision& decision = past.decision;
  Json source;
  if (!decision.source.file.empty()) {
    source = Json{{"file", decision.source.file}, {"line", decision.source.line}};
  }
  return Json{{"allowed", decision.allowed},
              {"tool", past.call.tool},
              {"rule", model::name_of(decision.rule)},
              {"mode", text_or_null(decision.mode)},
              {"targets", past.call.targets},
              {"command", text_or_null(past.call.command)},
              {"message", text_or_null(decision.message)},
              {"missing", text_or_null(decision.missing)},
              {"next_step", text_or_null(model::step_for_person(decision))},
              {"warning", text_or_null(decision.warning)},
              {"source", std::move(source)},
              {"unmet", unmet_to_json(decision.unmet)},
              {"decision_id", past.id}};
}

}  // namespace

Json run_event_to_json(const model::RunId& run, const model::JournalEvent& event) {
  const auto gate = engine::dashboard::gate_answer_of(run, event);
  const std::string summary = engine::event_summary(event);
  return Json{{"seq", event.seq},
              {"at", event.at},
              {"kind", event.kind},
              {"actor", event.actor},
              {"agent", text_or_null(engine::dashboard::agent_of(event))},
              {"summary", base::clip_utf8(summary, kSummaryBytesMax)},
              {"gate", gate ? gate_to_json(*gate) : Json()},
              {"payload", event.payload.get()}};
}

}  // namespace web
