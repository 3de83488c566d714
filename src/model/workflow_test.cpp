#include "model/workflow.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "model/run.h"
#include "model/test_support.h"

namespace model {
namespace {

using base::Json;

OrchestratorWorkflow full_workflow() {
  return *run_from_json(base::parse_json(kFullRunText).value()).value().workflow;
}

// S0-20: the prose says 16, the list has 17.
TEST(WorkflowTest, AllSeventeenAgentsAreKnown) {
  const std::vector<std::string> names = {"orchestrator",
                                          "analyst",
                                          "architect",
                                          "planner",
                                          "implementer",
                                          "critic",
                                          "qa",
                                          "security",
                                          "devops",
                                          "retrospective",
                                          "memory",
                                          "skillbook",
                                          "independent-thinker",
                                          "high-level-advisor",
                                          "explainer",
                                          "task-generator",
                                          "pr-comment-responder"};
  std::set<Agent> agents;
  for (const std::string& name : names) {
    const AgentName agent{std::string(name)};
    ASSERT_TRUE(agent.known().has_value()) << name;
    EXPECT_EQ(name_of(*agent.known()), name);
    agents.insert(*agent.known());
  }
  EXPECT_EQ(agents.size(), 17U);
  EXPECT_EQ(std::set<Agent>(all_agents().begin(), all_agents().end()), agents);
  EXPECT_EQ(AgentName(std::string("Orchestrator")).known(), std::nullopt);
}

template <typename E>
void expect_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const Named<E> named{std::string(name)};
    ASSERT_TRUE(named.known().has_value()) << name;
    EXPECT_EQ(Named<E>(*named.known()).text(), name);
  }
  EXPECT_EQ(Named<E>(std::string("other")).known(), std::nullopt);
  EXPECT_EQ(Named<E>().known(), std::nullopt);
}

TEST(WorkflowTest, EveryNameOfTheDocumentIsKnown) {
  expect_names<WorkflowPhase>({"planning", "implementation", "validation", "complete"});  // S0-10
  expect_names<InvocationStatus>({"in_progress", "completed", "failed", "blocked"});      // S0-12
  expect_names<DecisionType>({"architectural", "technical", "process", "scope"});         // S0-15
  expect_names<VerdictDecision>({"approve", "reject", "conditional", "needs_revision"});  // S0-17
}

// S0-9, S0-11, S0-13
TEST(WorkflowTest, EveryFieldOfAnInvocationIsReadIntoItsPlace) {
  const OrchestratorWorkflow workflow = full_workflow();
  EXPECT_TRUE(workflow.active_agent->is(Agent::implementer));
  EXPECT_TRUE(workflow.phase.is(WorkflowPhase::implementation));
  EXPECT_EQ(workflow.started_at, "2026-01-18T09:00:30.000Z");
  EXPECT_EQ(workflow.last_agent_change, "2026-01-18T09:03:00.000Z");
  ASSERT_EQ(workflow.agent_history.size(), 2U);
  const AgentInvocation& first = workflow.agent_history[0];
  EXPECT_EQ(first.id, "i-1");
  EXPECT_TRUE(first.agent.is(Agent::architect));
  EXPECT_EQ(first.started_at, "2026-01-18T09:01:00.000Z");
  EXPECT_EQ(first.completed_at, "2026-01-18T09:02:00.000Z");
  EXPECT_TRUE(first.status.is(InvocationStatus::completed));
  EXPECT_EQ(first.input.prompt, "Design it");
  EXPECT_EQ(first.input.context.get()["depth"]["of"][1], 1.5);
  EXPECT_EQ(first.input.artifacts, std::vector<std::string>{"spec.md"});
  ASSERT_TRUE(first.output.has_value());
  EXPECT_EQ(first.output->summary, "done");
  EXPECT_EQ(first.output->artifacts, std::vector<std::string>{"design.md"});
  EXPECT_EQ(first.output->recommendations, std::vector<std::string>{"small steps"});
  EXPECT_EQ(first.output->blockers, std::vector<std::string>{"none"});
  EXPECT_TRUE(first.handoff_from->is(Agent::orchestrator));
  EXPECT_TRUE(first.handoff_to->is(Agent::implementer));
  EXPECT_EQ(first.handoff_reason, "design is ready");
  const AgentInvocation& second = workflow.agent_history[1];
  EXPECT_EQ(second.completed_at, std::nullopt);
  EXPECT_FALSE(second.output.has_value());
  EXPECT_EQ(second.handoff_to, std::nullopt);
}

// S0-14, S0-16, S0-18, S0-19
TEST(WorkflowTest, EveryFieldOfWhatWasDecidedIsReadIntoItsPlace) {
  const OrchestratorWorkflow workflow = full_workflow();
  const Decision& decision = workflow.decisions.at(0);
  EXPECT_EQ(decision.id, "d-1");
  EXPECT_TRUE(decision.type.is(DecisionType::architectural));
  EXPECT_EQ(decision.description, "one writer");
  EXPECT_EQ(decision.rationale, "races");
  EXPECT_TRUE(decision.decided_by.is(Agent::architect));
  EXPECT_EQ(decision.approved_by, (std::vector<AgentName>{Agent::security, Agent::qa}));
  EXPECT_EQ(decision.rejected_by, std::vector<AgentName>{Agent::critic});
  EXPECT_EQ(decision.timestamp, "2026-01-18T09:02:00.000Z");
  const Verdict& verdict = workflow.verdicts.at(0);
  EXPECT_TRUE(verdict.agent.is(Agent::security));
  EXPECT_TRUE(verdict.decision.is(VerdictDecision::conditional));
  EXPECT_EQ(verdict.confidence, 0.75);
  EXPECT_EQ(verdict.reasoning, "keys");
  EXPECT_EQ(verdict.conditions, std::vector<std::string>{"rotate"});
  EXPECT_EQ(verdict.blockers, std::vector<std::string>{"leak"});
  EXPECT_EQ(workflow.verdicts.at(1).conditions, std::nullopt);
  const Handoff& handoff = workflow.pending_handoffs.at(0);
  EXPECT_TRUE(handoff.from_agent.is(Agent::implementer));
  EXPECT_TRUE(handoff.to_agent.is(Agent::qa));
  EXPECT_EQ(handoff.reason, "ready");
  EXPECT_EQ(handoff.context, "branch x");
  EXPECT_EQ(handoff.artifacts, std::vector<std::string>{"a.cpp"});
  EXPECT_EQ(handoff.preserved_context->get()["k"][1], 2);
  EXPECT_EQ(handoff.created_at, "2026-01-18T09:04:00.000Z");
  const CompactionEntry& entry = workflow.compaction_history.at(0);
  EXPECT_EQ(entry.count, 8);
  EXPECT_EQ(entry.compacted_at, "2026-01-18T09:00:00.000Z");
  EXPECT_TRUE(entry.note_path.ends_with("-history-1768726800000"));
  EXPECT_TRUE(entry.sha256.starts_with("ba7816bf"));
}

template <typename T>
void expect_required(const Json& whole, base::Result<T> (*read)(const Json&),
                     const std::vector<const char*>& keys) {
  ASSERT_TRUE(read(whole).ok());
  for (const char* key : keys) {
    Json json = whole;
    json.erase(key);
    const auto result = read(json);
    ASSERT_FALSE(result.ok()) << key;
    EXPECT_TRUE(result.error().message.starts_with(std::string(key) + ": "))
        << result.error().message;
  }
}

TEST(WorkflowTest, AMissingFieldThatMustBeThereIsNamed) {
  const OrchestratorWorkflow workflow = full_workflow();
  expect_required(to_json(workflow.agent_history[0]), agent_invocation_from_json, {"agent"});
  expect_required(to_json(workflow.decisions[0]), decision_from_json,
                  {"type", "description", "decidedBy"});
  expect_required(to_json(workflow.verdicts[0]), verdict_from_json,
                  {"agent", "decision", "confidence"});
  expect_required(to_json(workflow.pending_handoffs[0]), handoff_from_json,
                  {"fromAgent", "toAgent"});
}

// Notes of the document's own writer have no ids and no hash.
TEST(WorkflowTest, WhatWeAddIsNotWrittenWhereItIsNotThere) {
  const AgentInvocation invocation = agent_invocation_from_json({{"agent", "qa"}}).value();
  EXPECT_TRUE(invocation.status.is(InvocationStatus::in_progress));
  EXPECT_EQ(base::dump_line(to_json(invocation)),
            R"({"agent":"qa","startedAt":"","completedAt":null,"status":"in_progress",)"
            R"("input":{"prompt":"","context":{},"artifacts":[]},"output":null,)"
            R"("handoffFrom":null,"handoffTo":null,"handoffReason":""})");
  const CompactionEntry entry = compaction_entry_from_json({{"count", 1}}).value();
  EXPECT_FALSE(to_json(entry).contains("sha256"));
  const Handoff handoff = handoff_from_json({{"fromAgent", "qa"}, {"toAgent", "qa"}}).value();
  EXPECT_FALSE(to_json(handoff).contains("preservedContext"));
  EXPECT_FALSE(to_json(handoff).contains("id"));
}

}  // namespace
}  // namespace model
