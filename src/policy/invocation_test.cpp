#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "policy/testing_scene.h"
#include "policy/workflow.h"

namespace policy {
namespace {

using base::Code;
using model::Agent;
using model::InvocationStatus;

model::AgentInvocation work_of(Agent agent) {
  model::AgentInvocation invocation;
  invocation.agent = agent;
  invocation.input.prompt = "Do it";
  invocation.input.context = base::JsonBox(base::Json{{"file", "a.cpp"}});
  return invocation;
}

// The run after `agents` were called one after the other, with the ids "i0", "i1", …
model::Run run_with(std::initializer_list<Agent> agents) {
  model::Run run;
  int next = 0;
  for (const Agent agent : agents) {
    run = add_invocation(run, work_of(agent), "i" + std::to_string(next++), kNow)->run;
  }
  return run;
}

model::Run with_handoff(model::Run run, const char* id, Agent from, Agent to, const char* reason) {
  model::Handoff handoff;
  handoff.id = id;
  handoff.from_agent = from;
  handoff.to_agent = to;
  handoff.reason = reason;
  return add_handoff(std::move(run), handoff, "unused", kNow)->run;
}

const model::AgentInvocation& nth(const base::Result<Added>& added, std::size_t index) {
  return added->run.workflow->agent_history.at(index);
}

Completion completion_of(const char* id, InvocationStatus status) {
  Completion completion;
  completion.invocation_id = id;
  completion.status = status;
  return completion;
}

Completion completion_by(Agent agent) {
  Completion completion;
  completion.agent = agent;
  return completion;
}

TEST(InvocationTest, AddingOneStartsItAndMakesItsAgentTheActiveOne) {
  // S0-44, S0-9
  const auto added = add_invocation({}, work_of(Agent::qa), "fresh", kNow);
  ASSERT_TRUE(added.ok());
  EXPECT_TRUE(added->changed);
  EXPECT_EQ(added->id, "fresh");
  const auto& workflow = *added->run.workflow;
  EXPECT_TRUE(workflow.active_agent && workflow.active_agent->is(Agent::qa));
  EXPECT_EQ(workflow.last_agent_change, kNowText);
  EXPECT_EQ(workflow.started_at, kNowText);
  EXPECT_EQ(nth(added, 0).started_at, kNowText);
  EXPECT_TRUE(nth(added, 0).status.is(InvocationStatus::in_progress));
  EXPECT_FALSE(nth(added, 0).completed_at);
}

TEST(InvocationTest, OneWithoutAStatusIsInProgress) {
  model::AgentInvocation invocation = work_of(Agent::qa);
  invocation.status = model::Named<InvocationStatus>("");
  EXPECT_TRUE(
      nth(add_invocation({}, invocation, "i", kNow), 0).status.is(InvocationStatus::in_progress));
}

TEST(InvocationTest, OneThatIsOverAlreadyDoesNotBecomeTheActiveAgent) {
  model::AgentInvocation invocation = work_of(Agent::critic);
  invocation.status = InvocationStatus::completed;
  const auto added = add_invocation(run_with({Agent::qa}), invocation, "x", kLater);
  ASSERT_TRUE(added.ok());
  EXPECT_TRUE(added->run.workflow->active_agent->is(Agent::qa));
  EXPECT_EQ(nth(added, 1).completed_at, kLaterText);
}

TEST(InvocationTest, TheSameIdAgainChangesNothingEvenAfterItWasCompleted) {
  // B0-3
  model::AgentInvocation invocation = work_of(Agent::qa);
  invocation.id = "i1";
  auto run = add_invocation({}, invocation, "x", kNow)->run;
  EXPECT_FALSE(add_invocation(run, invocation, "y", kLater)->changed);
  run = with_handoff(run, "h", Agent::qa, Agent::critic, "look at it");
  run = complete_invocation(run, completion_of("i1", InvocationStatus::completed), kLater)->run;
  const auto retried = add_invocation(run, invocation, "z", kLater);
  ASSERT_TRUE(retried.ok());
  EXPECT_FALSE(retried->changed);
  EXPECT_EQ(retried->run.workflow->agent_history.size(), 1U);
  EXPECT_TRUE(nth(retried, 0).status.is(InvocationStatus::completed));

  invocation.input.prompt = "Do something else";
  EXPECT_EQ(add_invocation(run, invocation, "z", kLater).error().code, Code::exists);
}

TEST(InvocationTest, ALongPromptIsCutBetweenCharactersWithAMark) {
  // B0-26
  const std::string mark = "… [cut, whole text in the agent-context note]";
  model::AgentInvocation invocation = work_of(Agent::qa);
  invocation.input.prompt.assign(kPromptBytesMax, 'p');
  EXPECT_FALSE(prompt_overflows(invocation));
  EXPECT_EQ(nth(add_invocation({}, invocation, "i", kNow), 0).input.prompt,
            invocation.input.prompt);
  for (std::size_t shift = 0; shift < 3; ++shift) {
    std::string prompt(shift, 'a');
    while (prompt.size() <= kPromptBytesMax) prompt += "€";
    invocation.input.prompt = prompt;
    EXPECT_TRUE(prompt_overflows(invocation));
    const auto added = add_invocation({}, invocation, "i", kNow);
    ASSERT_TRUE(added.ok());
    const std::string& cut = nth(added, 0).input.prompt;
    EXPECT_LE(cut.size(), kPromptBytesMax);
    EXPECT_GT(cut.size(), kPromptBytesMax - 3);
    ASSERT_TRUE(cut.ends_with(mark));
    const std::string kept = cut.substr(0, cut.size() - mark.size());
    EXPECT_TRUE(prompt.starts_with(kept));
    EXPECT_EQ((kept.size() - shift) % 3, 0U);

    model::AgentInvocation again = nth(added, 0);
    EXPECT_FALSE(prompt_overflows(again));
    EXPECT_FALSE(add_invocation(added->run, again, "i", kNow)->changed);
  }
}

TEST(InvocationTest, ALargeContextIsReplacedByItsSize) {
  // B0-26
  model::AgentInvocation invocation = work_of(Agent::qa);
  const std::size_t frame = std::string(R"({"k":""})").size();
  invocation.input.context =
      base::JsonBox(base::Json{{"k", std::string(kContextBytesMax - frame, 'x')}});
  EXPECT_FALSE(prompt_overflows(invocation));
  invocation.input.context.get()["k"] = std::string(kContextBytesMax - frame + 1, 'x');
  EXPECT_TRUE(prompt_overflows(invocation));
  const auto added = add_invocation({}, invocation, "i", kNow);
  ASSERT_TRUE(added.ok());
  const base::Json expected{{"truncated", true}, {"bytes", kContextBytesMax + 1}};
  EXPECT_EQ(nth(added, 0).input.context.get(), expected);
}

struct SpoiledField {
  const char* field;
  Code code;
  void (*spoil)(model::AgentInvocation&);
};

TEST(InvocationTest, WhatNobodyCouldReadIsRefusedByField) {
  // B0-25, B0-26, S0-11…S0-13
  const SpoiledField rows[] = {
      {"id", Code::invalid_value, [](model::AgentInvocation& i) { i.id = "a/b"; }},
      {"agent", Code::invalid_value,
       [](model::AgentInvocation& i) { i.agent = model::AgentName("tester"); }},
      {"status", Code::invalid_value,
       [](model::AgentInvocation& i) { i.status = model::Named<InvocationStatus>("done"); }},
      {"startedAt", Code::invalid_value, [](model::AgentInvocation& i) { i.started_at = "now"; }},
      {"completedAt", Code::invalid_value,
       [](model::AgentInvocation& i) { i.completed_at = kNowText; }},
      {"input.context", Code::invalid_value,
       [](model::AgentInvocation& i) { i.input.context = base::JsonBox(base::Json(1)); }},
      {"input.artifacts", Code::too_large,
       [](model::AgentInvocation& i) { i.input.artifacts.assign(kListItemsMax + 1, "a"); }},
      {"output.summary", Code::too_large,
       [](model::AgentInvocation& i) {
         i.output.emplace();
         i.output->summary.assign(kTextBytesMax + 1, 's');
       }},
      {"output.blockers[0]", Code::too_large,
       [](model::AgentInvocation& i) {
         i.output.emplace();
         i.output->blockers = {std::string(kTextBytesMax + 1, 's')};
       }},
      {"handoffFrom", Code::invalid_value,
       [](model::AgentInvocation& i) { i.handoff_from = model::AgentName("x"); }},
      {"handoffTo", Code::invalid_value,
       [](model::AgentInvocation& i) { i.handoff_to = model::AgentName(""); }},
      {"handoffReason", Code::too_large,
       [](model::AgentInvocation& i) { i.handoff_reason.assign(kTextBytesMax + 1, 'r'); }},
  };
  for (const SpoiledField& row : rows) {
    SCOPED_TRACE(row.field);
    model::AgentInvocation invocation = work_of(Agent::qa);
    row.spoil(invocation);
    const auto refused = add_invocation({}, invocation, "x", kNow);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, row.code);
    EXPECT_EQ(refused.error().message.find(std::string(row.field) + ":"), 0U)
        << refused.error().message;
  }
}

TEST(InvocationTest, OfTwoOfOneAgentTheNewerIsCompletedByAgentAndTheGivenOneById) {
  // S0-47, SC-13, B0-21
  const model::Run run = run_with({Agent::implementer, Agent::implementer, Agent::qa});
  const auto by_agent = complete_invocation(run, completion_by(Agent::implementer), kLater);
  ASSERT_TRUE(by_agent.ok());
  EXPECT_EQ(by_agent->id, "i1");
  EXPECT_TRUE(nth(by_agent, 0).status.is(InvocationStatus::in_progress));
  EXPECT_TRUE(nth(by_agent, 1).status.is(InvocationStatus::completed));
  EXPECT_EQ(nth(by_agent, 1).completed_at, kLaterText);
  const auto by_id =
      complete_invocation(run, completion_of("i0", InvocationStatus::completed), kLater);
  ASSERT_TRUE(by_id.ok());
  EXPECT_TRUE(nth(by_id, 0).status.is(InvocationStatus::completed));
  EXPECT_TRUE(nth(by_id, 1).status.is(InvocationStatus::in_progress));
}

TEST(InvocationTest, WhereNoneIsInProgressThatIsSaid) {
  // B0-21
  EXPECT_EQ(complete_invocation({}, completion_by(Agent::qa), kNow).error().code,
            Code::no_active_invocation);
  const model::Run run = run_with({Agent::qa});
  EXPECT_EQ(complete_invocation(run, completion_by(Agent::critic), kNow).error().code,
            Code::no_active_invocation);
  EXPECT_EQ(
      complete_invocation(run, completion_of("nope", InvocationStatus::failed), kNow).error().code,
      Code::no_active_invocation);
  EXPECT_EQ(complete_invocation(run, Completion{}, kNow).error().code, Code::invalid_params);
  const auto done = complete_invocation(run, completion_by(Agent::qa), kNow);
  EXPECT_EQ(complete_invocation(done->run, completion_by(Agent::qa), kNow).error().code,
            Code::no_active_invocation);
}

TEST(InvocationTest, CompletingClearsTheActiveAgentOnlyIfItWasThatOne) {
  // S0-47
  const model::Run run = run_with({Agent::implementer, Agent::qa});
  auto done = complete_invocation(run, completion_by(Agent::implementer), kLater);
  EXPECT_TRUE(done->run.workflow->active_agent->is(Agent::qa));
  EXPECT_EQ(done->run.workflow->last_agent_change, kNowText);
  done = complete_invocation(done->run, completion_by(Agent::qa), kLater);
  EXPECT_FALSE(done->run.workflow->active_agent);
  EXPECT_EQ(done->run.workflow->last_agent_change, kLaterText);
}

TEST(InvocationTest, CompletingFillsOutputAndTheNewestPendingHandoffOfTheAgent) {
  // S0-11, S0-13, S0-47
  model::Run run = run_with({Agent::qa});
  run = with_handoff(run, "h1", Agent::qa, Agent::critic, "old");
  run = with_handoff(run, "h2", Agent::qa, Agent::implementer, "red");
  run = with_handoff(run, "h3", Agent::critic, Agent::memory, "other");
  Completion completion = completion_by(Agent::qa);
  completion.output.emplace();
  completion.output->summary = "three fail";
  const auto done = complete_invocation(run, completion, kLater);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(nth(done, 0).output->summary, "three fail");
  EXPECT_TRUE(nth(done, 0).handoff_to->is(Agent::implementer));
  EXPECT_EQ(nth(done, 0).handoff_reason, "red");
  completion.output->summary.assign(kTextBytesMax + 1, 's');
  EXPECT_EQ(complete_invocation(run, completion, kLater).error().code, Code::too_large);
}

TEST(InvocationTest, EveryStepOfTheStatusIsAllowedRefusedOrNothing) {
  // S0-12, B0-25
  enum class Step { done, same, refused };
  using S = InvocationStatus;
  constexpr S kAll[] = {S::in_progress, S::completed, S::failed, S::blocked};
  // Rows: from; columns: to, both in the order of kAll.
  constexpr Step kTable[4][4] = {
      {Step::same, Step::done, Step::done, Step::done},
      {Step::refused, Step::same, Step::refused, Step::refused},
      {Step::refused, Step::refused, Step::same, Step::refused},
      {Step::done, Step::refused, Step::refused, Step::same},
  };
  for (std::size_t from = 0; from < 4; ++from) {
    for (std::size_t to = 0; to < 4; ++to) {
      SCOPED_TRACE(std::string(name_of(kAll[from])) + " to " + std::string(name_of(kAll[to])));
      model::Run run = run_with({Agent::qa});
      run.workflow->agent_history[0].status = kAll[from];
      const auto result = complete_invocation(run, completion_of("i0", kAll[to]), kLater);
      if (kTable[from][to] == Step::refused) {
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, Code::refused);
        continue;
      }
      ASSERT_TRUE(result.ok());
      EXPECT_EQ(result->changed, kTable[from][to] == Step::done);
      EXPECT_TRUE(nth(result, 0).status.is(kAll[to]));
    }
  }
  auto completion = completion_of("i0", S::completed);
  completion.status = model::Named<S>("done");
  EXPECT_EQ(complete_invocation(run_with({Agent::qa}), completion, kLater).error().code,
            Code::invalid_value);
}

TEST(InvocationTest, ABlockedOneHasNoEndAndTakesTheAgentsPlaceAgain) {
  auto blocked = complete_invocation(run_with({Agent::qa}),
                                     completion_of("i0", InvocationStatus::blocked), kNow);
  EXPECT_FALSE(nth(blocked, 0).completed_at);
  EXPECT_FALSE(blocked->run.workflow->active_agent);
  const auto again =
      complete_invocation(blocked->run, completion_of("i0", InvocationStatus::in_progress), kLater);
  EXPECT_TRUE(again->run.workflow->active_agent->is(Agent::qa));
  EXPECT_EQ(again->run.workflow->last_agent_change, kLaterText);
}

}  // namespace
}  // namespace policy
