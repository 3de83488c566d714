#include "engine/invocation.h"

#include "base/text.h"
#include "engine/compaction.h"
#include "engine/decision_record.h"
#include "engine/redacted.h"
#include "engine/saving.h"

namespace engine {
namespace {

constexpr std::size_t kOutputSummaryBytesMax = 4000;

const model::AgentInvocation* find_invocation(const model::Run& run, const std::string& id) {
  if (!run.workflow) return nullptr;
  for (const model::AgentInvocation& one : run.workflow->agent_history) {
    if (one.id == id) return &one;
  }
  return nullptr;
}

// A host may name its agents as it likes ("plugin:reviewer"); the name becomes part of a file's.
std::string safe_agent_name(std::string_view text) {
  std::string id(base::clip_utf8(text, 128));
  for (char& c : id) {
    if (!base::is_alnum(c) && c != '_') c = '-';
  }
  if (!id.empty() && !base::is_alnum(id.front())) id.front() = 'x';
  return id;
}

model::InvocationOutput output_of(const model::HostEvent& event) {
  model::InvocationOutput output;
  output.summary = safe_text(event.text, kOutputSummaryBytesMax);
  return output;
}

}  // namespace

base::Result<AddedItem> enter_invocation(Stores& stores, const model::RunId& run,
                                         const model::AgentInvocation& invocation,
                                         policy::AgentNames names, const Caller& caller) {
  const std::string fresh_id = stores.system.random.uuid();
  const model::AgentInvocation safe = redacted(invocation);
  return save(
      stores, run, "agent add", caller, [&](model::Run current) -> base::Result<policy::Added> {
        TRY_ASSIGN(policy::Added added, policy::add_invocation(std::move(current), safe, fresh_id,
                                                               stores.system.clock.now(), names));
        // What the note has no room for is kept whole beside it, before it is cut.
        if (added.changed && policy::prompt_overflows(safe)) {
          TRY(stores.side_notes.write_agent_context(added.run, safe));
        }
        TRY_ASSIGN(added.run, compact_if_due(stores, std::move(added.run)));
        return added;
      });
}

base::Result<AddedItem> end_invocation(Stores& stores, const model::RunId& run,
                                       const policy::Completion& completion, const Caller& caller) {
  policy::Completion safe = completion;
  if (safe.output) safe.output = redacted(*std::move(safe.output));
  return save(stores, run, "agent complete", caller,
              [&](model::Run current) -> base::Result<policy::Added> {
                TRY_ASSIGN(policy::Added added,
                           policy::complete_invocation(std::move(current), safe,
                                                       stores.system.clock.now()));
                const model::AgentInvocation* const done = find_invocation(added.run, added.id);
                if (added.changed && done != nullptr) {
                  TRY(stores.side_notes.write_agent_context(added.run, *done));
                }
                TRY_ASSIGN(added.run, compact_if_due(stores, std::move(added.run)));
                return added;
              });
}

base::Result<void> follow_subagent(Stores& stores, const model::RunId& run,
                                   const model::HostEvent& event) {
  const Caller hook{.actor = "hook"};
  // A host's own helpers, as for a compaction, have no type: nobody asked for them.
  const bool is_nobodys = event.agent_id.empty() || event.agent_type.empty();
  if (!stores.config.track_subagents || is_nobodys) return {};
  model::AgentInvocation invocation;
  invocation.id = safe_agent_name(event.agent_id);
  invocation.agent = model::AgentName(safe_agent_name(event.agent_type));
  if (event.kind == model::EventKind::agent_start) {
    TRY(enter_invocation(stores, run, invocation, policy::AgentNames::of_a_host, hook));
    return {};
  }
  const policy::Completion completion{.invocation_id = invocation.id, .output = output_of(event)};
  auto ended = end_invocation(stores, run, completion, hook);
  if (ended.ok() || ended.error().code != base::Code::no_active_invocation) {
    TRY(ended);
    return {};
  }
  invocation.status = model::InvocationStatus::completed;
  invocation.output = output_of(event);
  TRY(enter_invocation(stores, run, invocation, policy::AgentNames::of_a_host, hook));
  return {};
}

}  // namespace engine
