#include "model/workflow.h"

#include <nlohmann/json.hpp>

#include "model/fields.h"

namespace model {

using base::Json;

namespace {

template <typename E>
Json name_or_null(const std::optional<Named<E>>& name) {
  return name ? Json(name->text()) : Json(nullptr);
}

Json names_to_json(const std::vector<AgentName>& names) {
  Json list = Json::array();
  for (const AgentName& name : names) list.push_back(name.text());
  return list;
}

template <typename T>
Json list_to_json(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to_json(item));
  return list;
}

// Appends what `read` makes of an item.
template <typename T>
auto appender(std::vector<T>& items, base::Result<T> (*read)(const Json&)) {
  return [&items, read](const Json& json) -> base::Result<void> {
    TRY_ASSIGN(T item, read(json));
    items.push_back(std::move(item));
    return {};
  };
}

base::Result<InvocationInput> invocation_input_from_json(const Json& json) {
  InvocationInput input;
  FieldReader fields(json);
  fields.text("prompt", input.prompt);
  fields.any("context", input.context);
  fields.texts("artifacts", input.artifacts);
  TRY(fields.finish(input.extra));
  return input;
}

}  // namespace

Json to_json(const InvocationInput& input) {
  Json json{{"prompt", input.prompt},
            {"context", input.context.get().is_null() ? Json::object() : input.context.get()},
            {"artifacts", input.artifacts}};
  append_extra(json, input.extra);
  return json;
}

Json to_json(const InvocationOutput& output) {
  Json json{{"artifacts", output.artifacts},
            {"summary", output.summary},
            {"recommendations", output.recommendations},
            {"blockers", output.blockers}};
  append_extra(json, output.extra);
  return json;
}

base::Result<InvocationOutput> invocation_output_from_json(const Json& json) {
  InvocationOutput output;
  FieldReader fields(json);
  fields.texts("artifacts", output.artifacts);
  fields.text("summary", output.summary);
  fields.texts("recommendations", output.recommendations);
  fields.texts("blockers", output.blockers);
  TRY(fields.finish(output.extra));
  return output;
}

Json to_json(const AgentInvocation& invocation) {
  Json json = Json::object();
  if (!invocation.id.empty()) json["id"] = invocation.id;
  json["agent"] = invocation.agent.text();
  json["startedAt"] = invocation.started_at;
  json["completedAt"] = invocation.completed_at ? Json(*invocation.completed_at) : Json(nullptr);
  json["status"] = invocation.status.text();
  json["input"] = to_json(invocation.input);
  json["output"] = invocation.output ? to_json(*invocation.output) : Json(nullptr);
  json["handoffFrom"] = name_or_null(invocation.handoff_from);
  json["handoffTo"] = name_or_null(invocation.handoff_to);
  json["handoffReason"] = invocation.handoff_reason;
  append_extra(json, invocation.extra);
  return json;
}

base::Result<AgentInvocation> agent_invocation_from_json(const Json& json) {
  AgentInvocation invocation;
  FieldReader fields(json);
  fields.required("agent");
  fields.text("id", invocation.id);
  fields.name("agent", invocation.agent);
  fields.text("startedAt", invocation.started_at);
  fields.text("completedAt", invocation.completed_at);
  fields.name("status", invocation.status);
  fields.object("input", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(invocation.input, invocation_input_from_json(member));
    return {};
  });
  fields.object("output", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(invocation.output, invocation_output_from_json(member));
    return {};
  });
  fields.name("handoffFrom", invocation.handoff_from);
  fields.name("handoffTo", invocation.handoff_to);
  fields.text("handoffReason", invocation.handoff_reason);
  TRY(fields.finish(invocation.extra));
  return invocation;
}

Json to_json(const Decision& decision) {
  Json json{{"id", decision.id},
            {"type", decision.type.text()},
            {"description", decision.description},
            {"rationale", decision.rationale},
            {"decidedBy", decision.decided_by.text()},
            {"approvedBy", names_to_json(decision.approved_by)},
            {"rejectedBy", names_to_json(decision.rejected_by)},
            {"timestamp", decision.timestamp}};
  append_extra(json, decision.extra);
  return json;
}

base::Result<Decision> decision_from_json(const Json& json) {
  Decision decision;
  FieldReader fields(json);
  for (const char* key : {"type", "description", "decidedBy"}) fields.required(key);
  fields.text("id", decision.id);
  fields.name("type", decision.type);
  fields.text("description", decision.description);
  fields.text("rationale", decision.rationale);
  fields.name("decidedBy", decision.decided_by);
  fields.names("approvedBy", decision.approved_by);
  fields.names("rejectedBy", decision.rejected_by);
  fields.text("timestamp", decision.timestamp);
  TRY(fields.finish(decision.extra));
  return decision;
}

Json to_json(const Verdict& verdict) {
  Json json = Json::object();
  if (!verdict.id.empty()) json["id"] = verdict.id;
  json["agent"] = verdict.agent.text();
  json["decision"] = verdict.decision.text();
  json["confidence"] = verdict.confidence;
  json["reasoning"] = verdict.reasoning;
  if (verdict.conditions) json["conditions"] = *verdict.conditions;
  if (verdict.blockers) json["blockers"] = *verdict.blockers;
  json["timestamp"] = verdict.timestamp;
  append_extra(json, verdict.extra);
  return json;
}

base::Result<Verdict> verdict_from_json(const Json& json) {
  Verdict verdict;
  FieldReader fields(json);
  for (const char* key : {"agent", "decision", "confidence"}) fields.required(key);
  fields.text("id", verdict.id);
  fields.name("agent", verdict.agent);
  fields.name("decision", verdict.decision);
  fields.number("confidence", verdict.confidence);
  fields.text("reasoning", verdict.reasoning);
  fields.texts("conditions", verdict.conditions);
  fields.texts("blockers", verdict.blockers);
  fields.text("timestamp", verdict.timestamp);
  TRY(fields.finish(verdict.extra));
  return verdict;
}

Json to_json(const Handoff& handoff) {
  Json json = Json::object();
  if (!handoff.id.empty()) json["id"] = handoff.id;
  json["fromAgent"] = handoff.from_agent.text();
  json["toAgent"] = handoff.to_agent.text();
  json["reason"] = handoff.reason;
  json["context"] = handoff.context;
  json["artifacts"] = handoff.artifacts;
  if (handoff.preserved_context) json["preservedContext"] = handoff.preserved_context->get();
  json["createdAt"] = handoff.created_at;
  append_extra(json, handoff.extra);
  return json;
}

base::Result<Handoff> handoff_from_json(const Json& json) {
  Handoff handoff;
  FieldReader fields(json);
  for (const char* key : {"fromAgent", "toAgent"}) fields.required(key);
  fields.text("id", handoff.id);
  fields.name("fromAgent", handoff.from_agent);
  fields.name("toAgent", handoff.to_agent);
  fields.text("reason", handoff.reason);
  fields.text("context", handoff.context);
  fields.texts("artifacts", handoff.artifacts);
  base::JsonBox preserved;
  fields.any("preservedContext", preserved);
  if (!preserved.get().is_null()) handoff.preserved_context = std::move(preserved);
  fields.text("createdAt", handoff.created_at);
  TRY(fields.finish(handoff.extra));
  return handoff;
}

Json to_json(const CompactionEntry& entry) {
  Json json{
      {"notePath", entry.note_path}, {"compactedAt", entry.compacted_at}, {"count", entry.count}};
  if (!entry.sha256.empty()) json["sha256"] = entry.sha256;
  append_extra(json, entry.extra);
  return json;
}

base::Result<CompactionEntry> compaction_entry_from_json(const Json& json) {
  CompactionEntry entry;
  FieldReader fields(json);
  fields.text("notePath", entry.note_path);
  fields.text("compactedAt", entry.compacted_at);
  fields.number("count", entry.count);
  fields.text("sha256", entry.sha256);
  TRY(fields.finish(entry.extra));
  return entry;
}

Json to_json(const OrchestratorWorkflow& workflow) {
  Json json{{"activeAgent", name_or_null(workflow.active_agent)},
            {"workflowPhase", workflow.phase.text()},
            {"agentHistory", list_to_json(workflow.agent_history)},
            {"decisions", list_to_json(workflow.decisions)},
            {"verdicts", list_to_json(workflow.verdicts)},
            {"pendingHandoffs", list_to_json(workflow.pending_handoffs)},
            {"compactionHistory", list_to_json(workflow.compaction_history)},
            {"startedAt", workflow.started_at},
            {"lastAgentChange", workflow.last_agent_change}};
  append_extra(json, workflow.extra);
  return json;
}

base::Result<OrchestratorWorkflow> workflow_from_json(const Json& json) {
  OrchestratorWorkflow workflow;
  FieldReader fields(json);
  fields.name("activeAgent", workflow.active_agent);
  fields.name("workflowPhase", workflow.phase);
  fields.each("agentHistory", appender(workflow.agent_history, agent_invocation_from_json));
  fields.each("decisions", appender(workflow.decisions, decision_from_json));
  fields.each("verdicts", appender(workflow.verdicts, verdict_from_json));
  fields.each("pendingHandoffs", appender(workflow.pending_handoffs, handoff_from_json));
  fields.each("compactionHistory",
              appender(workflow.compaction_history, compaction_entry_from_json));
  fields.text("startedAt", workflow.started_at);
  fields.text("lastAgentChange", workflow.last_agent_change);
  TRY(fields.finish(workflow.extra));
  return workflow;
}

}  // namespace model
