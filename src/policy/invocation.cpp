// The invocations of policy/workflow.h: how an agent's work is entered and how it ends.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "policy/field_check.h"
#include "policy/workflow.h"
#include "policy/workflow_change.h"

namespace policy {
namespace {

using model::AgentInvocation;
using model::InvocationStatus;

constexpr std::array<InvocationStatus, 4> kStatuses{
    InvocationStatus::in_progress, InvocationStatus::completed, InvocationStatus::failed,
    InvocationStatus::blocked};

// Within the limit, so that a prompt that was cut is not cut again.
constexpr std::string_view kCutMark = "… [cut, whole text in the agent-context note]";

bool is_terminal(const model::Named<InvocationStatus>& status) {
  return status.is(InvocationStatus::completed) || status.is(InvocationStatus::failed);
}

std::size_t context_bytes(const AgentInvocation& invocation) {
  const base::Json& context = invocation.input.context.get();
  return context.is_null() ? 0 : base::dump_line(context).size();
}

base::Result<void> check_output(const model::InvocationOutput& output) {
  TRY(check_texts("output.artifacts", output.artifacts));
  TRY(check_text("output.summary", output.summary));
  TRY(check_texts("output.recommendations", output.recommendations));
  TRY(check_texts("output.blockers", output.blockers));
  return check_object("other members of output", output.extra, kTextBytesMax);
}

base::Result<void> check_agent(const model::AgentName& agent, AgentNames names) {
  switch (names) {
    case AgentNames::documented:
      return check_known("agent", agent, model::all_agents());
    case AgentNames::of_a_host:
      if (agent.text().empty()) return invalid_value("agent", "it has no name");
      return check_id("agent", agent.text());
  }
  return {};
}

base::Result<void> check_invocation(const AgentInvocation& invocation, AgentNames names) {
  TRY(check_id("id", invocation.id));
  TRY(check_agent(invocation.agent, names));
  TRY(check_known("status", invocation.status, kStatuses));
  TRY(check_time("startedAt", invocation.started_at));
  if (invocation.completed_at) {
    TRY(check_time("completedAt", *invocation.completed_at));
    if (!is_terminal(invocation.status)) {
      return invalid_value("completedAt",
                           "there is none while the status is " + invocation.status.text());
    }
  }
  // Prompt and context are cut, not refused; what is no object is refused.
  TRY(check_object("input.context", invocation.input.context, std::string::npos));
  TRY(check_texts("input.artifacts", invocation.input.artifacts));
  TRY(check_object("other members of input", invocation.input.extra, kTextBytesMax));
  if (invocation.output) TRY(check_output(*invocation.output));
  for (const auto* name : {&invocation.handoff_from, &invocation.handoff_to}) {
    const char* const field = name == &invocation.handoff_from ? "handoffFrom" : "handoffTo";
    if (*name) TRY(check_known(field, **name, model::all_agents()));
  }
  TRY(check_text("handoffReason", invocation.handoff_reason));
  return check_object("other members", invocation.extra, kTextBytesMax);
}

void cut_to_limits(AgentInvocation& invocation) {
  std::string& prompt = invocation.input.prompt;
  if (prompt.size() > kPromptBytesMax) {
    prompt.resize(base::clip_utf8(prompt, kPromptBytesMax - kCutMark.size()).size());
    prompt += kCutMark;
  }
  const std::size_t bytes = context_bytes(invocation);
  if (bytes > kContextBytesMax) {
    invocation.input.context = base::JsonBox(base::Json{{"truncated", true}, {"bytes", bytes}});
  }
}

// Whether `standing` is what an earlier call with this invocation made. What the caller leaves
// open, and what has happened to it since, does not count.
bool is_retry_of(AgentInvocation invocation, const AgentInvocation& standing) {
  if (invocation.started_at.empty()) invocation.started_at = standing.started_at;
  if (!invocation.completed_at) invocation.completed_at = standing.completed_at;
  if (invocation.status.is(InvocationStatus::in_progress)) invocation.status = standing.status;
  if (!invocation.output) invocation.output = standing.output;
  if (!invocation.handoff_to && standing.handoff_to) {
    invocation.handoff_to = standing.handoff_to;
    invocation.handoff_reason = standing.handoff_reason;
  }
  return same_content(to_json(invocation), to_json(standing));
}

base::Result<AgentInvocation*> find_to_complete(model::Run& run, const Completion& completion) {
  const bool by_id = !completion.invocation_id.empty();
  if (!by_id && completion.agent.text().empty()) {
    return base::Error{base::Code::invalid_params, "agent: an agent or an invocation is needed",
                       ""};
  }
  const std::string what =
      by_id ? fmt::format("No invocation has the id '{}'", completion.invocation_id)
            : fmt::format("No invocation of {} is in progress", completion.agent.text());
  const base::Error none{base::Code::no_active_invocation, what,
                         "Run `holdfast session show` to see who works on this session."};
  if (!run.workflow) return none;
  auto& history = run.workflow->agent_history;
  if (by_id) {
    AgentInvocation* const found = find_by_id(history, completion.invocation_id);
    if (found == nullptr) return none;
    return found;
  }
  for (auto invocation = history.rbegin(); invocation != history.rend(); ++invocation) {
    if (invocation->agent == completion.agent &&
        invocation->status.is(InvocationStatus::in_progress)) {
      return &*invocation;
    }
  }
  return none;
}

base::Result<void> check_step(const model::Named<InvocationStatus>& from,
                              const model::Named<InvocationStatus>& to) {
  const bool starts_again =
      from.is(InvocationStatus::blocked) && to.is(InvocationStatus::in_progress);
  if (from.is(InvocationStatus::in_progress) || starts_again) return {};
  const std::string_view allowed = from.is(InvocationStatus::blocked) ? "in_progress" : "none";
  return base::Error{
      base::Code::refused,
      fmt::format("status: {} to {} is not allowed (allowed: {})", from.text(), to.text(), allowed),
      ""};
}

// The newest handoff of the agent says where its work goes on.
void fill_handoff(AgentInvocation& invocation, const std::vector<model::Handoff>& pending) {
  if (invocation.handoff_to) return;
  for (auto handoff = pending.rbegin(); handoff != pending.rend(); ++handoff) {
    if (handoff->from_agent != invocation.agent) continue;
    invocation.handoff_to = handoff->to_agent;
    invocation.handoff_reason = handoff->reason;
    return;
  }
}

void set_active_agent(model::OrchestratorWorkflow& workflow, std::optional<model::AgentName> agent,
                      base::Instant now) {
  if (workflow.active_agent == agent) return;
  workflow.active_agent = std::move(agent);
  workflow.last_agent_change = base::to_iso(now);
}

}  // namespace

bool prompt_overflows(const AgentInvocation& invocation) {
  return invocation.input.prompt.size() > kPromptBytesMax ||
         context_bytes(invocation) > kContextBytesMax;
}

base::Result<Added> add_invocation(model::Run run, AgentInvocation invocation,
                                   const std::string& fresh_id, base::Instant now,
                                   AgentNames names) {
  if (invocation.status.text().empty()) invocation.status = InvocationStatus::in_progress;
  TRY(check_invocation(invocation, names));
  cut_to_limits(invocation);
  if (invocation.id.empty()) invocation.id = fresh_id;
  std::string id = invocation.id;

  model::OrchestratorWorkflow& workflow = workflow_of(run, now);
  if (const AgentInvocation* standing = find_by_id(workflow.agent_history, id)) {
    if (!is_retry_of(std::move(invocation), *standing)) return id_is_taken(id);
    return Added{std::move(run), std::move(id), false};
  }
  if (invocation.started_at.empty()) invocation.started_at = base::to_iso(now);
  if (is_terminal(invocation.status) && !invocation.completed_at) {
    invocation.completed_at = base::to_iso(now);
  }
  // One that is entered when it is over already does not take the active agent's place.
  if (invocation.status.is(InvocationStatus::in_progress)) {
    workflow.active_agent = invocation.agent;
  }
  workflow.last_agent_change = base::to_iso(now);
  workflow.agent_history.push_back(std::move(invocation));
  return Added{std::move(run), std::move(id), true};
}

base::Result<Added> complete_invocation(model::Run run, const Completion& completion,
                                        base::Instant now) {
  TRY(check_known("status", completion.status, kStatuses));
  if (completion.output) TRY(check_output(*completion.output));
  TRY_ASSIGN(AgentInvocation * found, find_to_complete(run, completion));
  AgentInvocation& invocation = *found;
  std::string id = invocation.id;
  if (invocation.status == completion.status) return Added{std::move(run), std::move(id), false};
  TRY(check_step(invocation.status, completion.status));

  model::OrchestratorWorkflow& workflow = *run.workflow;
  invocation.status = completion.status;
  if (completion.output) invocation.output = completion.output;
  if (is_terminal(completion.status)) {
    invocation.completed_at = base::to_iso(now);
    fill_handoff(invocation, workflow.pending_handoffs);
  }
  if (completion.status.is(InvocationStatus::in_progress)) {
    set_active_agent(workflow, invocation.agent, now);
  } else if (workflow.active_agent == invocation.agent) {
    set_active_agent(workflow, std::nullopt, now);
  }
  return Added{std::move(run), std::move(id), true};
}

}  // namespace policy
