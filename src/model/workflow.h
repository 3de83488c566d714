// Who worked on a run and what was decided: the orchestrator workflow of document S0.
// JSON keys are the document's own (camelCase); every object keeps keys that it does not know.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/named.h"

namespace model {

enum class Agent {
  orchestrator,
  analyst,
  architect,
  planner,
  implementer,
  critic,
  qa,
  security,
  devops,
  retrospective,
  memory,
  skillbook,
  independent_thinker,
  high_level_advisor,
  explainer,
  task_generator,
  pr_comment_responder,
};
std::optional<Agent> from_name(std::string_view name, Agent*);
std::string_view name_of(Agent agent);
using AgentName = Named<Agent>;
const std::vector<Agent>& all_agents();

enum class WorkflowPhase { planning, implementation, validation, complete };
std::optional<WorkflowPhase> from_name(std::string_view name, WorkflowPhase*);
std::string_view name_of(WorkflowPhase phase);

enum class InvocationStatus { in_progress, completed, failed, blocked };
std::optional<InvocationStatus> from_name(std::string_view name, InvocationStatus*);
std::string_view name_of(InvocationStatus status);

enum class DecisionType { architectural, technical, process, scope };
std::optional<DecisionType> from_name(std::string_view name, DecisionType*);
std::string_view name_of(DecisionType type);

enum class VerdictDecision { approve, reject, conditional, needs_revision };
std::optional<VerdictDecision> from_name(std::string_view name, VerdictDecision*);
std::string_view name_of(VerdictDecision decision);

struct InvocationInput {
  std::string prompt;
  base::JsonBox context;  // Any object.
  std::vector<std::string> artifacts;
  base::JsonBox extra;
};

struct InvocationOutput {
  std::vector<std::string> artifacts;
  std::string summary;
  std::vector<std::string> recommendations;
  std::vector<std::string> blockers;
  base::JsonBox extra;
};

struct AgentInvocation {
  std::string id;  // Additive: tells two invocations of one agent apart. Empty in older notes.
  AgentName agent;
  std::string started_at;
  std::optional<std::string> completed_at;
  Named<InvocationStatus> status = InvocationStatus::in_progress;
  InvocationInput input;
  std::optional<InvocationOutput> output;
  std::optional<AgentName> handoff_from;
  std::optional<AgentName> handoff_to;
  std::string handoff_reason;
  base::JsonBox extra;
};

struct Decision {
  std::string id;
  Named<DecisionType> type;
  std::string description;
  std::string rationale;
  AgentName decided_by;
  std::vector<AgentName> approved_by;
  std::vector<AgentName> rejected_by;
  std::string timestamp;
  base::JsonBox extra;
};

struct Verdict {
  std::string id;  // Additive, for idempotent retries.
  AgentName agent;
  Named<VerdictDecision> decision;
  double confidence = 0;  // 0 to 1.
  std::string reasoning;
  std::optional<std::vector<std::string>> conditions;
  std::optional<std::vector<std::string>> blockers;
  std::string timestamp;
  base::JsonBox extra;
};

struct Handoff {
  std::string id;  // Additive.
  AgentName from_agent;
  AgentName to_agent;
  std::string reason;
  std::string context;
  std::vector<std::string> artifacts;
  std::optional<base::JsonBox> preserved_context;
  std::string created_at;
  base::JsonBox extra;
};

struct CompactionEntry {
  std::string note_path;
  std::string compacted_at;
  std::int64_t count = 0;
  std::string sha256;  // Additive: of the history note's bytes.
  base::JsonBox extra;
};

struct OrchestratorWorkflow {
  std::optional<AgentName> active_agent;
  Named<WorkflowPhase> phase = WorkflowPhase::planning;
  std::vector<AgentInvocation> agent_history;
  std::vector<Decision> decisions;
  std::vector<Verdict> verdicts;
  std::vector<Handoff> pending_handoffs;
  std::vector<CompactionEntry> compaction_history;
  std::string started_at;
  std::string last_agent_change;
  base::JsonBox extra;
};

// On failure the message starts with the field: "decidedBy: missing or not a string".
base::Json to_json(const InvocationInput& input);
base::Json to_json(const InvocationOutput& output);
base::Json to_json(const AgentInvocation& invocation);
base::Json to_json(const Decision& decision);
base::Json to_json(const Verdict& verdict);
base::Json to_json(const Handoff& handoff);
base::Json to_json(const CompactionEntry& entry);
base::Json to_json(const OrchestratorWorkflow& workflow);
base::Result<InvocationOutput> invocation_output_from_json(const base::Json& json);
base::Result<AgentInvocation> agent_invocation_from_json(const base::Json& json);
base::Result<Decision> decision_from_json(const base::Json& json);
base::Result<Verdict> verdict_from_json(const base::Json& json);
base::Result<Handoff> handoff_from_json(const base::Json& json);
base::Result<CompactionEntry> compaction_entry_from_json(const base::Json& json);
base::Result<OrchestratorWorkflow> workflow_from_json(const base::Json& json);

}  // namespace model
