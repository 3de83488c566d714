#include "policy/compaction.h"

#include <algorithm>

namespace policy {
namespace {

bool stays(const model::AgentInvocation& invocation) {
  return invocation.status.is(model::InvocationStatus::in_progress);
}

// How many invocations at the front are old enough to move.
std::size_t old_count(const model::Run& run, const CompactionLimits& limits) {
  if (!run.workflow) return 0;
  const std::size_t size = run.workflow->agent_history.size();
  if (size <= limits.threshold || size <= limits.keep) return 0;
  return size - limits.keep;
}

}  // namespace

bool needs_compaction(const model::Run& run, const CompactionLimits& limits) {
  const auto old = static_cast<std::ptrdiff_t>(old_count(run, limits));
  if (old == 0) return false;
  const auto& history = run.workflow->agent_history;
  return !std::all_of(history.begin(), history.begin() + old, stays);
}

base::Result<Compaction> compact(model::Run run, const CompactionLimits& limits) {
  if (!needs_compaction(run, limits)) {
    return base::Error{base::Code::compaction_not_needed, "Compaction not needed", ""};
  }
  auto& history = run.workflow->agent_history;
  const auto old_end = history.begin() + static_cast<std::ptrdiff_t>(old_count(run, limits));
  const auto moved_begin = std::stable_partition(history.begin(), old_end, stays);
  Compaction compaction;
  compaction.moved.assign(std::make_move_iterator(moved_begin), std::make_move_iterator(old_end));
  history.erase(moved_begin, old_end);
  compaction.run = std::move(run);
  return compaction;
}

}  // namespace policy
