#include "policy/workflow.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "policy/testing_scene.h"

namespace policy {
namespace {

using base::Code;
using model::Agent;
using model::AgentName;

model::Decision a_decision() {
  model::Decision decision;
  decision.type = model::DecisionType::technical;
  decision.description = "Use one file a run";
  decision.rationale = "It can be replaced at once";
  decision.decided_by = Agent::architect;
  decision.approved_by = {Agent::critic};
  return decision;
}

model::Verdict a_verdict() {
  model::Verdict verdict;
  verdict.agent = Agent::security;
  verdict.decision = model::VerdictDecision::conditional;
  verdict.confidence = 0.8;
  verdict.reasoning = "Only with the key file";
  verdict.conditions = {{"0600"}};
  return verdict;
}

model::Handoff a_handoff(Agent from, Agent to) {
  model::Handoff handoff;
  handoff.from_agent = from;
  handoff.to_agent = to;
  handoff.reason = "tests are red";
  return handoff;
}

TEST(WorkflowTest, ADecisionStartsTheWorkflowAndGetsWhatItsCallerLeftOpen) {
  // S0-45
  const auto added = add_decision({}, a_decision(), "fresh", kNow);
  ASSERT_TRUE(added.ok());
  EXPECT_EQ(added->id, "fresh");
  EXPECT_TRUE(added->changed);
  ASSERT_TRUE(added->run.workflow);
  EXPECT_EQ(added->run.workflow->started_at, kNowText);
  EXPECT_TRUE(added->run.workflow->phase.is(model::WorkflowPhase::planning));
  ASSERT_EQ(added->run.workflow->decisions.size(), 1U);
  EXPECT_EQ(added->run.workflow->decisions[0].id, "fresh");
  EXPECT_EQ(added->run.workflow->decisions[0].timestamp, kNowText);
}

TEST(WorkflowTest, VerdictsAndHandoffsAreAddedTheSameWay) {
  // S0-46
  const auto verdict = add_verdict({}, a_verdict(), "v", kNow);
  ASSERT_TRUE(verdict.ok());
  EXPECT_EQ(verdict->run.workflow->verdicts.at(0).timestamp, kNowText);
  const auto handoff = add_handoff({}, a_handoff(Agent::qa, Agent::implementer), "h", kNow);
  ASSERT_TRUE(handoff.ok());
  EXPECT_EQ(handoff->run.workflow->pending_handoffs.at(0).created_at, kNowText);
}

TEST(WorkflowTest, TheSameIdAgainChangesNothingAndOtherContentIsRefused) {
  // B0-3
  model::Decision decision = a_decision();
  decision.id = "d1";
  const auto first = add_decision({}, decision, "x", kNow);
  ASSERT_TRUE(first.ok());
  const auto retried = add_decision(first->run, decision, "y", kLater);
  ASSERT_TRUE(retried.ok());
  EXPECT_FALSE(retried->changed);
  EXPECT_EQ(retried->id, "d1");
  EXPECT_EQ(retried->run.workflow->decisions.size(), 1U);
  EXPECT_EQ(retried->run.workflow->decisions[0].timestamp, kNowText);

  decision.rationale = "another";
  const auto other = add_decision(first->run, decision, "z", kLater);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, Code::exists);

  model::Verdict verdict = a_verdict();
  verdict.id = "v1";
  const auto reviewed = add_verdict({}, verdict, "x", kNow);
  ASSERT_TRUE(reviewed.ok());
  EXPECT_FALSE(add_verdict(reviewed->run, verdict, "y", kLater)->changed);
  verdict.confidence = 0.9;
  EXPECT_EQ(add_verdict(reviewed->run, verdict, "y", kLater).error().code, Code::exists);
}

TEST(WorkflowTest, TwoWithoutAnIdAreTwo) {
  const auto first = add_decision({}, a_decision(), "x", kNow);
  const auto second = add_decision(first->run, a_decision(), "y", kNow);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->run.workflow->decisions.size(), 2U);
}

struct DecisionRow {
  const char* field;
  Code code;
  void (*spoil)(model::Decision&);
};

TEST(WorkflowTest, ADecisionThatNobodyCouldReadIsRefusedByField) {
  // B0-25, B0-26, S0-14, S0-15
  const DecisionRow rows[] = {
      {"id", Code::invalid_value, [](model::Decision& d) { d.id = "../x"; }},
      {"type", Code::invalid_value,
       [](model::Decision& d) { d.type = model::Named<model::DecisionType>("taste"); }},
      {"type", Code::invalid_value, [](model::Decision& d) { d.type = {}; }},
      {"decidedBy", Code::invalid_value, [](model::Decision& d) { d.decided_by = {}; }},
      {"approvedBy", Code::invalid_value,
       [](model::Decision& d) { d.approved_by.push_back(AgentName("me")); }},
      {"rejectedBy", Code::invalid_value,
       [](model::Decision& d) { d.rejected_by = {AgentName("QA")}; }},
      {"approvedBy", Code::too_large,
       [](model::Decision& d) { d.approved_by.assign(kListItemsMax + 1, Agent::qa); }},
      {"description", Code::too_large,
       [](model::Decision& d) { d.description.assign(kTextBytesMax + 1, 'x'); }},
      {"rationale", Code::too_large,
       [](model::Decision& d) { d.rationale.assign(kTextBytesMax + 1, 'x'); }},
      {"timestamp", Code::invalid_value, [](model::Decision& d) { d.timestamp = "yesterday"; }},
      {"other members", Code::too_large,
       [](model::Decision& d) {
         d.extra = base::JsonBox(base::Json{{"x", std::string(kTextBytesMax, 'x')}});
       }},
  };
  for (const DecisionRow& row : rows) {
    SCOPED_TRACE(row.field);
    model::Decision decision = a_decision();
    row.spoil(decision);
    const auto refused = add_decision({}, decision, "x", kNow);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, row.code);
    EXPECT_EQ(refused.error().message.find(std::string(row.field) + ":"), 0U)
        << refused.error().message;
  }
}

TEST(WorkflowTest, WhatIsAllowedIsListedAndLimitsAreNamed) {
  // B0-25, B0-26, S0-20
  model::Decision decision = a_decision();
  decision.decided_by = AgentName("nobody");
  const auto refused = add_decision({}, decision, "x", kNow);
  for (const Agent agent : model::all_agents()) {
    EXPECT_NE(refused.error().message.find(name_of(agent)), std::string::npos) << name_of(agent);
  }
  decision = a_decision();
  decision.description.assign(kTextBytesMax + 1, 'x');
  EXPECT_EQ(add_decision({}, decision, "x", kNow).error().message,
            "description: 16385 bytes, at most 16384");
  decision.description.pop_back();
  EXPECT_TRUE(add_decision({}, decision, "x", kNow).ok());
}

TEST(WorkflowTest, EveryAgentOfTheDocumentIsAccepted) {
  // S0-20, B0-25
  EXPECT_EQ(model::all_agents().size(), 17U);
  for (const Agent agent : model::all_agents()) {
    model::Decision decision = a_decision();
    decision.decided_by = agent;
    EXPECT_TRUE(add_decision({}, decision, "x", kNow).ok()) << name_of(agent);
  }
}

TEST(WorkflowTest, WhatANewerVersionWroteStaysWhenSomethingIsAdded) {
  // B0-25
  model::Decision newer = a_decision();
  newer.id = "n";
  newer.decided_by = AgentName("oracle");
  model::Run run;
  run.workflow.emplace();
  run.workflow->decisions.push_back(newer);
  const auto added = add_decision(run, a_decision(), "x", kNow);
  ASSERT_TRUE(added.ok());
  EXPECT_EQ(added->run.workflow->decisions.at(0).decided_by.text(), "oracle");
}

TEST(WorkflowTest, AVerdictsConfidenceGoesFromZeroToOne) {
  // S0-16, S0-17
  for (const double good : {0.0, 0.5, 1.0}) {
    model::Verdict verdict = a_verdict();
    verdict.confidence = good;
    EXPECT_TRUE(add_verdict({}, verdict, "x", kNow).ok()) << good;
  }
  for (const double bad :
       {-0.001, 1.001, 80.0, std::nan(""), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    model::Verdict verdict = a_verdict();
    verdict.confidence = bad;
    const auto refused = add_verdict({}, verdict, "x", kNow);
    ASSERT_FALSE(refused.ok()) << bad;
    EXPECT_EQ(refused.error().code, Code::invalid_value);
    EXPECT_EQ(refused.error().message.find("confidence:"), 0U);
  }
  model::Verdict verdict = a_verdict();
  verdict.decision = model::Named<model::VerdictDecision>("maybe");
  EXPECT_NE(add_verdict({}, verdict, "x", kNow)
                .error()
                .message.find("approve, reject, conditional, needs_revision"),
            std::string::npos);
  verdict = a_verdict();
  verdict.blockers.emplace(kListItemsMax + 1, "b");
  EXPECT_EQ(add_verdict({}, verdict, "x", kNow).error().code, Code::too_large);
}

TEST(WorkflowTest, AHandoffsTextsAndContextHaveLimits) {
  // S0-18, B0-26
  model::Handoff handoff = a_handoff(Agent::qa, Agent::implementer);
  handoff.context.assign(kTextBytesMax + 1, 'x');
  EXPECT_EQ(add_handoff({}, handoff, "h", kNow).error().code, Code::too_large);
  handoff = a_handoff(Agent::qa, Agent::implementer);
  handoff.preserved_context = base::JsonBox(base::Json{{"x", std::string(kContextBytesMax, 'x')}});
  EXPECT_EQ(add_handoff({}, handoff, "h", kNow).error().code, Code::too_large);
  handoff.preserved_context = base::JsonBox(base::Json("text"));
  EXPECT_EQ(add_handoff({}, handoff, "h", kNow).error().code, Code::invalid_value);
  handoff.preserved_context = base::JsonBox(base::Json{{"x", 1}});
  handoff.artifacts = {"ok", std::string(kTextBytesMax + 1, 'x')};
  EXPECT_EQ(add_handoff({}, handoff, "h", kNow).error().message.find("artifacts[1]:"), 0U);
}

TEST(WorkflowTest, AnAcceptedHandoffLeavesTheList) {
  auto added = add_handoff({}, a_handoff(Agent::qa, Agent::implementer), "h1", kNow);
  added = add_handoff(added->run, a_handoff(Agent::critic, Agent::planner), "h2", kNow);
  const auto accepted = accept_handoff(added->run, "h1", kLater);
  ASSERT_TRUE(accepted.ok());
  EXPECT_EQ(accepted->id, "h1");
  ASSERT_EQ(accepted->run.workflow->pending_handoffs.size(), 1U);
  EXPECT_EQ(accepted->run.workflow->pending_handoffs[0].id, "h2");
  EXPECT_EQ(accept_handoff(accepted->run, "h1", kLater).error().code, Code::not_found);
  EXPECT_EQ(accept_handoff({}, "h1", kLater).error().code, Code::not_found);
}

TEST(WorkflowTest, AnEmptyIdNamesNoHandoff) {
  model::Run run;
  run.workflow.emplace();
  run.workflow->pending_handoffs.push_back(a_handoff(Agent::qa, Agent::implementer));
  EXPECT_EQ(accept_handoff(run, "", kNow).error().code, Code::not_found);
}

}  // namespace
}  // namespace policy
