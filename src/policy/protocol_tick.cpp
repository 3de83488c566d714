#include "policy/protocol_tick.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "policy/protocol.h"

namespace policy {
namespace {

using model::ChecklistItem;
using model::ProtocolGate;

constexpr const char* kTrustKey = "trust";

bool mentions(const ChecklistItem& item, std::string_view word) {
  return base::to_lower(item.step).find(word) != std::string::npos;
}

// A gate may belong to more steps than it can tell about: searching memories is part of
// CONTEXT_RETRIEVAL, but a hash does not prove it.
bool is_proved_by(const ChecklistItem& item, ProtocolGate gate) {
  if (item.gate != model::name_of(gate)) return false;
  if (item.req.ends_with("NOT")) return true;
  switch (gate) {
    case ProtocolGate::serena_init:
      return false;  // That the memory answers does not say who called it (B1-10).
    case ProtocolGate::skill_validation:
      return mentions(item, "skill");
    case ProtocolGate::context_retrieval:
      return mentions(item, "handoff");
    case ProtocolGate::docs_update:
      return mentions(item, "handoff") || mentions(item, "session log");
    case ProtocolGate::git_commit:
      return mentions(item, "commit") || mentions(item, "clean");
    case ProtocolGate::session_log:
    case ProtocolGate::git_state:
    case ProtocolGate::quality_checks:
    case ProtocolGate::qa_validation:
      return true;
  }
  return false;
}

template <typename Change>
bool change_steps(model::Checklist& checklist, const Change& change) {
  bool has_changed = false;
  for (auto* list : {&checklist.start, &checklist.end}) {
    for (ChecklistItem& item : *list) has_changed |= change(item);
  }
  return has_changed;
}

}  // namespace

bool tick_step(ChecklistItem& item, std::string evidence, model::Trust trust) {
  const auto before = trust_of_step(item);
  if (before && *before > trust) return false;
  if (before == trust && item.evidence == evidence) return false;
  item.done = true;
  item.evidence = std::move(evidence);
  base::Json& extra = item.extra.get();
  if (!extra.is_object()) extra = base::Json::object();
  extra[kTrustKey] = model::name_of(trust);
  return true;
}

bool untick_step(ChecklistItem& item) {
  if (!item.done) return false;
  item.done = false;
  item.evidence.clear();
  base::Json& extra = item.extra.get();
  if (extra.is_object()) extra.erase(kTrustKey);
  return true;
}

std::optional<model::Trust> trust_of_step(const ChecklistItem& item) {
  if (!item.done) return std::nullopt;
  const base::Json& extra = item.extra.get();
  if (!extra.is_object()) return model::Trust::claimed;
  const auto found = extra.find(kTrustKey);
  if (found == extra.end() || !found->is_string()) return model::Trust::claimed;
  return model::from_name(found->get_ref<const std::string&>(), static_cast<model::Trust*>(nullptr))
      .value_or(model::Trust::claimed);
}

bool tick_steps_of(model::Protocol& protocol, ProtocolGate gate, const model::GateResult& result) {
  const model::Trust trust = result.trust.known().value_or(model::Trust::claimed);
  return change_steps(protocol.checklist, [&](ChecklistItem& item) {
    return !item.done && is_proved_by(item, gate) && tick_step(item, result.evidence, trust);
  });
}

void untick_steps_of(model::Protocol& protocol, ProtocolGate gate) {
  change_steps(protocol.checklist, [&](ChecklistItem& item) {
    return is_proved_by(item, gate) && trust_of_step(item) == model::Trust::verified &&
           untick_step(item);
  });
}

}  // namespace policy
