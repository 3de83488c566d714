// How a run's workflow changes: agents come and go, decisions, verdicts and handoffs are added.
// Every function takes the run and gives the changed one; the caller saves it. Adding something
// whose id is there already, with the same content, changes nothing (B0-3); with other content it
// is Code::exists.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "model/run.h"

namespace policy {

// Per-field limits (B0-26).
constexpr std::size_t kPromptBytesMax = 16 * 1024;
constexpr std::size_t kContextBytesMax = 64 * 1024;
constexpr std::size_t kTextBytesMax = 16 * 1024;  // Every other text of a workflow object.
constexpr std::size_t kListItemsMax = 256;        // Artifacts, blockers and the like.

struct Added {
  model::Run run;
  std::string id;
  bool changed = true;  // False where it was there already.
};

// Whose agents may be named: those of document S0, or any that a host has and that can be part of a
// file's name.
enum class AgentNames { documented, of_a_host };

// `fresh_id` and `now` are used for what the caller left empty. An invocation that has none gets
// status in_progress; sets activeAgent and lastAgentChange; starts the workflow where there is
// none. A prompt or context over its limit is cut with a mark; the caller writes the whole of it
// into an agent-context note first (see prompt_overflows).
base::Result<Added> add_invocation(model::Run run, model::AgentInvocation invocation,
                                   const std::string& fresh_id, base::Instant now,
                                   AgentNames names = AgentNames::documented);
base::Result<Added> add_decision(model::Run run, model::Decision decision,
                                 const std::string& fresh_id, base::Instant now);
base::Result<Added> add_verdict(model::Run run, model::Verdict verdict, const std::string& fresh_id,
                                base::Instant now);
base::Result<Added> add_handoff(model::Run run, model::Handoff handoff, const std::string& fresh_id,
                                base::Instant now);

// Takes a pending handoff off the list; Code::not_found.
base::Result<Added> accept_handoff(model::Run run, const std::string& handoff_id,
                                   base::Instant now);

struct Completion {
  std::string invocation_id;  // Or, where empty:
  model::AgentName agent;     // the newest one of this agent that is in progress.
  model::Named<model::InvocationStatus> status = model::InvocationStatus::completed;
  std::optional<model::InvocationOutput> output;
};
// no_active_invocation where there is none. Clears activeAgent if it was that agent; fills
// handoffTo and handoffReason from a pending handoff of it. Completing one that is completed
// already with the same status changes nothing.
base::Result<Added> complete_invocation(model::Run run, const Completion& completion,
                                        base::Instant now);

// Whether add_invocation would cut something.
bool prompt_overflows(const model::AgentInvocation& invocation);

}  // namespace policy
