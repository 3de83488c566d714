#include "model/names.h"
#include "model/workflow.h"

namespace model {
namespace {

// S0-20: the document's prose says 16, its list has 17.
constexpr NameTable<Agent, 17> kAgents{{{Agent::orchestrator, "orchestrator"},
                                        {Agent::analyst, "analyst"},
                                        {Agent::architect, "architect"},
                                        {Agent::planner, "planner"},
                                        {Agent::implementer, "implementer"},
                                        {Agent::critic, "critic"},
                                        {Agent::qa, "qa"},
                                        {Agent::security, "security"},
                                        {Agent::devops, "devops"},
                                        {Agent::retrospective, "retrospective"},
                                        {Agent::memory, "memory"},
                                        {Agent::skillbook, "skillbook"},
                                        {Agent::independent_thinker, "independent-thinker"},
                                        {Agent::high_level_advisor, "high-level-advisor"},
                                        {Agent::explainer, "explainer"},
                                        {Agent::task_generator, "task-generator"},
                                        {Agent::pr_comment_responder, "pr-comment-responder"}}};

constexpr NameTable<WorkflowPhase, 4> kWorkflowPhases{
    {{WorkflowPhase::planning, "planning"},
     {WorkflowPhase::implementation, "implementation"},
     {WorkflowPhase::validation, "validation"},
     {WorkflowPhase::complete, "complete"}}};

constexpr NameTable<InvocationStatus, 4> kInvocationStatuses{
    {{InvocationStatus::in_progress, "in_progress"},
     {InvocationStatus::completed, "completed"},
     {InvocationStatus::failed, "failed"},
     {InvocationStatus::blocked, "blocked"}}};

constexpr NameTable<DecisionType, 4> kDecisionTypes{{{DecisionType::architectural, "architectural"},
                                                     {DecisionType::technical, "technical"},
                                                     {DecisionType::process, "process"},
                                                     {DecisionType::scope, "scope"}}};

constexpr NameTable<VerdictDecision, 4> kVerdicts{
    {{VerdictDecision::approve, "approve"},
     {VerdictDecision::reject, "reject"},
     {VerdictDecision::conditional, "conditional"},
     {VerdictDecision::needs_revision, "needs_revision"}}};

}  // namespace

std::optional<Agent> from_name(std::string_view name, Agent*) { return find_name(kAgents, name); }
std::string_view name_of(Agent agent) { return find_value(kAgents, agent); }

const std::vector<Agent>& all_agents() {
  static const std::vector<Agent> kAll = [] {
    std::vector<Agent> all;
    for (const auto& [agent, name] : kAgents) all.push_back(agent);
    return all;
  }();
  return kAll;
}

std::optional<WorkflowPhase> from_name(std::string_view name, WorkflowPhase*) {
  return find_name(kWorkflowPhases, name);
}
std::string_view name_of(WorkflowPhase phase) { return find_value(kWorkflowPhases, phase); }

std::optional<InvocationStatus> from_name(std::string_view name, InvocationStatus*) {
  return find_name(kInvocationStatuses, name);
}
std::string_view name_of(InvocationStatus status) {
  return find_value(kInvocationStatuses, status);
}

std::optional<DecisionType> from_name(std::string_view name, DecisionType*) {
  return find_name(kDecisionTypes, name);
}
std::string_view name_of(DecisionType type) { return find_value(kDecisionTypes, type); }

std::optional<VerdictDecision> from_name(std::string_view name, VerdictDecision*) {
  return find_name(kVerdicts, name);
}
std::string_view name_of(VerdictDecision decision) { return find_value(kVerdicts, decision); }

}  // namespace model
