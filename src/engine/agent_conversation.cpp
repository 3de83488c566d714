#include "engine/agent_conversation.h"

#include "store/agent_owners.h"

namespace engine {
namespace {

store::AgentOwners owners_of(Stores& stores) { return {stores.system, stores.layout, stores.keys}; }

}  // namespace

std::optional<model::HostEvent> in_conversation(Stores& stores, const model::HostEvent& event) {
  // Where they differ, the host told the conversation.
  const bool is_starter_all =
      !event.parent_host_id.empty() && event.parent_host_id == event.host_id;
  if (!is_starter_all || event.agent_id.empty()) return std::nullopt;
  auto conversation = owners_of(stores).find(event.agent_id);
  if (!conversation) return std::nullopt;
  model::HostEvent moved = event;
  moved.host_id = *std::move(conversation);
  return moved;
}

base::Result<void> follow_nested_agents(Stores& stores, const model::HostEvent& event) {
  if (event.kind == model::EventKind::session_end && event.agent_id.empty()) {
    owners_of(stores).forget(event.host_id);
  }
  const bool is_nested = event.kind == model::EventKind::agent_start && !event.agent_id.empty() &&
                         !event.parent_host_id.empty() && event.parent_host_id != event.host_id;
  if (!is_nested) return {};
  return owners_of(stores).keep(event.agent_id, event.host_id);
}

}  // namespace engine
