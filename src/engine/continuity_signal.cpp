// What other programs tell of a session: checked, redacted, and left in its journal for the next
// capture.
#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "engine/continuity_signals.h"
#include "engine/decision_record.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kSignalTextBytesMax = 300;
constexpr std::size_t kCategoriesMax = 20;

base::Error wrong(const std::string& member, const char* wanted) {
  return {base::Code::invalid_params, member + " must be " + wanted, ""};
}

base::Result<std::string> text(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::string();
  if (!found->is_string()) return wrong(key, "a text");
  return found->get<std::string>();
}

base::Result<double> score(const Json& json, const char* key) {
  const auto found = json.find(key);
  const bool is_score = found != json.end() && found->is_number() && found->get<double>() >= 0 &&
                        found->get<double>() <= 1;
  if (!is_score) return wrong(key, "a number from 0 to 1");
  return found->get<double>();
}

base::Result<model::ConfidenceUpdate> confidence(const Json& json) {
  if (!json.is_object()) return wrong("confidence_update", "an object");
  model::ConfidenceUpdate update;
  TRY_ASSIGN(update.memory_id, text(json, "memory_id"));
  TRY_ASSIGN(update.old_score, score(json, "old_score"));
  TRY_ASSIGN(update.new_score, score(json, "new_score"));
  TRY_ASSIGN(update.reason, text(json, "reason"));
  TRY_ASSIGN(update.timestamp, text(json, "timestamp"));
  if (update.memory_id.empty()) return wrong("memory_id", "a text");
  return update;
}

base::Result<model::SopInteraction> sop(const Json& json) {
  if (!json.is_object()) return wrong("sop_interaction", "an object");
  model::SopInteraction interaction;
  TRY_ASSIGN(interaction.sop_path, text(json, "sop_path"));
  TRY_ASSIGN(interaction.injected_at, text(json, "injected_at"));
  TRY_ASSIGN(interaction.tool_call, text(json, "tool_call"));
  interaction.acknowledged = json.value("acknowledged", Json()) == Json(true);
  if (interaction.sop_path.empty()) return wrong("sop_path", "a text");
  return interaction;
}

std::string signal_text(const std::string& given) { return safe_text(given, kSignalTextBytesMax); }

Json signal_to_json(const SessionSignal& signal, const std::string& now) {
  Json json = Json::object();
  for (const std::string& category : signal.categories)
    json["categories"].push_back(signal_text(category));
  if (!signal.learning.empty()) json["learning"] = signal_text(signal.learning);
  if (!signal.subject.empty()) json["subject"] = signal_text(signal.subject);
  if (!signal.label.empty()) json["label"] = signal_text(signal.label);
  if (signal.confidence) {
    const model::ConfidenceUpdate& one = *signal.confidence;
    json["confidence_update"] = {
        {"memory_id", signal_text(one.memory_id)},
        {"old_score", one.old_score},
        {"new_score", one.new_score},
        {"reason", signal_text(one.reason)},
        {"timestamp", one.timestamp.empty() ? now : signal_text(one.timestamp)}};
  }
  if (signal.sop) {
    const model::SopInteraction& one = *signal.sop;
    json["sop_interaction"] = {
        {"sop_path", signal_text(one.sop_path)},
        {"injected_at", one.injected_at.empty() ? now : signal_text(one.injected_at)},
        {"acknowledged", one.acknowledged},
        {"tool_call", signal_text(one.tool_call)}};
  }
  return json;
}

}  // namespace

base::Result<SessionSignal> session_signal_from_json(const Json& json) {
  if (!json.is_object()) return wrong("the signal", "an object");
  SessionSignal signal;
  if (const auto list = json.find("categories"); list != json.end()) {
    if (!list->is_array() || list->size() > kCategoriesMax) {
      return wrong("categories", "a list of at most 20 texts");
    }
    for (const Json& item : *list) {
      if (!item.is_string()) return wrong("categories", "a list of texts");
      signal.categories.push_back(item.get<std::string>());
    }
  }
  TRY_ASSIGN(signal.learning, text(json, "learning"));
  TRY_ASSIGN(signal.subject, text(json, "subject"));
  TRY_ASSIGN(signal.label, text(json, "label"));
  if (const auto found = json.find("confidence_update"); found != json.end()) {
    TRY_ASSIGN(signal.confidence, confidence(*found));
  }
  if (const auto found = json.find("sop_interaction"); found != json.end()) {
    TRY_ASSIGN(signal.sop, sop(*found));
  }
  return signal;
}

base::Result<void> record_signal(Workspace& workspace, const model::RunId& run,
                                 const SessionSignal& signal, const Caller& caller) {
  Stores& stores = workspace.stores();
  Json payload = signal_to_json(signal, base::to_iso(stores.system.clock.now()));
  if (payload.empty()) {
    return base::Error{base::Code::invalid_params, "the signal says nothing",
                       "Give categories, learning, subject, label, confidence_update or "
                       "sop_interaction."};
  }
  TRY(stores.journal.append(run, {kSignalKind, caller.actor, base::JsonBox(std::move(payload))},
                            {.sync = true}));
  return {};
}

}  // namespace engine
