#include "policy/workflow.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/canonical_json.h"
#include "policy/field_check.h"
#include "policy/workflow_change.h"

namespace policy {

model::OrchestratorWorkflow& workflow_of(model::Run& run, base::Instant now) {
  if (!run.workflow) {
    run.workflow.emplace();
    run.workflow->started_at = base::to_iso(now);
    run.workflow->last_agent_change = run.workflow->started_at;
  }
  return *run.workflow;
}

bool same_content(const base::Json& a, const base::Json& b) {
  const auto canonical_a = base::canonical_json(a);
  const auto canonical_b = base::canonical_json(b);
  return canonical_a.ok() && canonical_b.ok() && *canonical_a == *canonical_b;
}

base::Error id_is_taken(const std::string& id) {
  return {base::Code::exists, fmt::format("id: '{}' is there already with other content", id), ""};
}

namespace {

using model::AgentName;

constexpr std::array<model::DecisionType, 4> kDecisionTypes{
    model::DecisionType::architectural, model::DecisionType::technical,
    model::DecisionType::process, model::DecisionType::scope};
constexpr std::array<model::VerdictDecision, 4> kVerdictDecisions{
    model::VerdictDecision::approve, model::VerdictDecision::reject,
    model::VerdictDecision::conditional, model::VerdictDecision::needs_revision};

// Where things of one kind are kept.
template <typename T>
struct Shelf {
  std::vector<T> model::OrchestratorWorkflow::*items;
  std::string T::*time;
};

template <typename T>
base::Result<Added> add_to(const Shelf<T>& shelf, model::Run run, T item,
                           const std::string& fresh_id, base::Instant now) {
  if (item.id.empty()) item.id = fresh_id;
  std::string id = item.id;
  std::vector<T>& items = workflow_of(run, now).*shelf.items;
  if (const T* standing = find_by_id(items, id)) {
    // A retry that leaves the time open says nothing against the time that stands there.
    if ((item.*shelf.time).empty()) item.*shelf.time = standing->*shelf.time;
    if (!same_content(to_json(item), to_json(*standing))) return id_is_taken(id);
    return Added{std::move(run), std::move(id), false};
  }
  if ((item.*shelf.time).empty()) item.*shelf.time = base::to_iso(now);
  items.push_back(std::move(item));
  return Added{std::move(run), std::move(id), true};
}

base::Result<void> check_agents(std::string_view field, const std::vector<AgentName>& agents) {
  TRY(check_count(field, agents.size()));
  for (const AgentName& agent : agents) TRY(check_known(field, agent, model::all_agents()));
  return {};
}

base::Result<void> check_decision(const model::Decision& decision) {
  TRY(check_id("id", decision.id));
  TRY(check_known("type", decision.type, kDecisionTypes));
  TRY(check_text("description", decision.description));
  TRY(check_text("rationale", decision.rationale));
  TRY(check_known("decidedBy", decision.decided_by, model::all_agents()));
  TRY(check_agents("approvedBy", decision.approved_by));
  TRY(check_agents("rejectedBy", decision.rejected_by));
  TRY(check_time("timestamp", decision.timestamp));
  return check_object("other members", decision.extra, kTextBytesMax);
}

base::Result<void> check_verdict(const model::Verdict& verdict) {
  TRY(check_id("id", verdict.id));
  TRY(check_known("agent", verdict.agent, model::all_agents()));
  TRY(check_known("decision", verdict.decision, kVerdictDecisions));
  if (!std::isfinite(verdict.confidence) || verdict.confidence < 0 || verdict.confidence > 1) {
    return invalid_value("confidence", "not a number from 0 to 1");
  }
  TRY(check_text("reasoning", verdict.reasoning));
  if (verdict.conditions) TRY(check_texts("conditions", *verdict.conditions));
  if (verdict.blockers) TRY(check_texts("blockers", *verdict.blockers));
  TRY(check_time("timestamp", verdict.timestamp));
  return check_object("other members", verdict.extra, kTextBytesMax);
}

base::Result<void> check_handoff(const model::Handoff& handoff) {
  TRY(check_id("id", handoff.id));
  TRY(check_known("fromAgent", handoff.from_agent, model::all_agents()));
  TRY(check_known("toAgent", handoff.to_agent, model::all_agents()));
  TRY(check_text("reason", handoff.reason));
  TRY(check_text("context", handoff.context));
  TRY(check_texts("artifacts", handoff.artifacts));
  if (handoff.preserved_context) {
    TRY(check_object("preservedContext", *handoff.preserved_context, kContextBytesMax));
  }
  TRY(check_time("createdAt", handoff.created_at));
  return check_object("other members", handoff.extra, kTextBytesMax);
}

}  // namespace

base::Result<Added> add_decision(model::Run run, model::Decision decision,
                                 const std::string& fresh_id, base::Instant now) {
  TRY(check_decision(decision));
  const Shelf<model::Decision> shelf{&model::OrchestratorWorkflow::decisions,
                                     &model::Decision::timestamp};
  return add_to(shelf, std::move(run), std::move(decision), fresh_id, now);
}

base::Result<Added> add_verdict(model::Run run, model::Verdict verdict, const std::string& fresh_id,
                                base::Instant now) {
  TRY(check_verdict(verdict));
  const Shelf<model::Verdict> shelf{&model::OrchestratorWorkflow::verdicts,
                                    &model::Verdict::timestamp};
  return add_to(shelf, std::move(run), std::move(verdict), fresh_id, now);
}

base::Result<Added> add_handoff(model::Run run, model::Handoff handoff, const std::string& fresh_id,
                                base::Instant now) {
  TRY(check_handoff(handoff));
  const Shelf<model::Handoff> shelf{&model::OrchestratorWorkflow::pending_handoffs,
                                    &model::Handoff::created_at};
  return add_to(shelf, std::move(run), std::move(handoff), fresh_id, now);
}

base::Result<Added> accept_handoff(model::Run run, const std::string& handoff_id, base::Instant) {
  const base::Error not_found{base::Code::not_found,
                              fmt::format("No pending handoff has the id '{}'", handoff_id),
                              "Run `holdfast handoff list`."};
  if (!run.workflow) return not_found;
  auto& pending = run.workflow->pending_handoffs;
  const model::Handoff* found = find_by_id(pending, handoff_id);
  if (found == nullptr) return not_found;
  pending.erase(pending.begin() + (found - pending.data()));
  return Added{std::move(run), handoff_id, true};
}

}  // namespace policy
