// How far the build is: which checkpoints there are, which are done and which one is next.
#include <algorithm>
#include <set>

#include "policy/work_part.h"

namespace policy::work {

using model::BuildProgress;
using model::WorkPhase;
using model::WorkSession;

namespace {

constexpr std::int64_t kTotalMax = 10'000;

// Of a file that says there are more than anyone plans, the first ones count.
std::vector<std::int64_t> all_checkpoints(const BuildProgress& build,
                                          const WorkSessionFacts& facts) {
  if (facts.plan_checkpoints) {
    std::vector<std::int64_t> ids = *facts.plan_checkpoints;
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 1; id <= std::min(build.total, kTotalMax); ++id) ids.push_back(id);
  return ids;
}

bool is_completed(const BuildProgress& build, std::int64_t id) {
  return std::find(build.completed.begin(), build.completed.end(), id) != build.completed.end();
}

// What was completed and has left the plan since (B2-10). It stays in the list: it was done.
void warn_of_removed(WorkOutcome& outcome, const std::vector<std::int64_t>& planned) {
  constexpr std::size_t kWarningsMax = 20;
  for (const std::int64_t id : outcome.session.build.completed) {
    if (std::binary_search(planned.begin(), planned.end(), id)) continue;
    if (outcome.warnings.size() >= kWarningsMax) return;
    outcome.warnings.push_back("Checkpoint " + std::to_string(id) +
                               " was completed and is no longer in the plan");
  }
}

// Whether checkpoints are worked on now. In docs they are late, and a warning says so.
base::Result<void> require_build(const WorkSession& session, std::vector<std::string>& warnings) {
  TRY(require_active(session, "checkpoints are worked on"));
  if (session.phase.is(WorkPhase::build)) return {};
  if (session.phase.is(WorkPhase::docs)) {
    warnings.emplace_back("The build is over; this is a late fix in docs");
    return {};
  }
  return base::Error{
      base::Code::invalid_status,
      "Checkpoints are worked on in build; the session is in " + session.phase.text(),
      "Change the phase first."};
}

base::Result<void> require_checkpoint(const WorkSession& session, const WorkSessionFacts& facts,
                                      std::int64_t id) {
  if (has_checkpoint(session.build, facts, id)) return {};
  const std::size_t count = all_checkpoints(session.build, facts).size();
  return base::Error{
      base::Code::invalid_checkpoint,
      "There is no checkpoint " + std::to_string(id) + "; the plan has " + std::to_string(count),
      count == 0 ? "Say how many there are, or write the plan." : ""};
}

}  // namespace

bool has_checkpoint(const BuildProgress& build, const WorkSessionFacts& facts, std::int64_t id) {
  const auto ids = all_checkpoints(build, facts);
  return std::binary_search(ids.begin(), ids.end(), id);
}

std::vector<std::int64_t> open_checkpoints(const BuildProgress& build,
                                           const WorkSessionFacts& facts, std::size_t max) {
  const std::set<std::int64_t> done(build.completed.begin(), build.completed.end());
  std::vector<std::int64_t> open;
  for (const std::int64_t id : all_checkpoints(build, facts)) {
    if (open.size() == max) break;
    if (done.count(id) == 0) open.push_back(id);
  }
  return open;
}

void refresh_build(WorkOutcome& outcome, const WorkSessionFacts& facts) {
  BuildProgress& build = outcome.session.build;
  if (facts.plan_checkpoints) {
    build.total = static_cast<std::int64_t>(facts.plan_checkpoints->size());
    warn_of_removed(outcome, all_checkpoints(build, facts));
  }
  const auto open = open_checkpoints(build, facts, 1);
  build.current.reset();
  if (!open.empty()) build.current = open.front();
}

Outcome init_build(const WorkSession& session, const InitBuild& wanted,
                   const WorkSessionFacts& facts) {
  WorkOutcome outcome{.session = session};
  if (session.phase.is(WorkPhase::plan)) {
    TRY(require_active(session, "checkpoints are worked on"));
  } else {
    TRY(require_build(session, outcome.warnings));
  }
  if (wanted.total && (*wanted.total < 0 || *wanted.total > kTotalMax)) {
    return base::Error{base::Code::invalid_value,
                       "checkpoints_total: not between 0 and " + std::to_string(kTotalMax), ""};
  }
  if (!wanted.total && !facts.plan_checkpoints) {
    return base::Error{
        base::Code::precondition_failed,
        session.artifacts.plan + (facts.has_plan ? " cannot be read" : " is missing"),
        "Say how many checkpoints there are, or write the plan."};
  }
  if (wanted.total) outcome.session.build.total = *wanted.total;
  refresh_build(outcome, facts);
  if (wanted.total && outcome.session.build.total != *wanted.total) {
    outcome.warnings.push_back("The plan has " + std::to_string(outcome.session.build.total) +
                               " checkpoints, not " + std::to_string(*wanted.total));
  }
  return outcome;
}

Outcome start_checkpoint(const WorkSession& session, const StartCheckpoint& wanted,
                         const WorkSessionFacts& facts) {
  WorkOutcome outcome{.session = session};
  TRY(require_build(session, outcome.warnings));
  TRY(require_checkpoint(session, facts, wanted.id));
  if (is_completed(session.build, wanted.id)) {
    return base::Error{base::Code::already_completed,
                       "Checkpoint " + std::to_string(wanted.id) + " was completed before", ""};
  }
  outcome.session.build.current = wanted.id;
  return outcome;
}

Outcome complete_checkpoint(const WorkSession& session, const CompleteCheckpoint& wanted,
                            const WorkSessionFacts& facts) {
  WorkOutcome outcome{.session = session};
  TRY(require_build(session, outcome.warnings));
  // What is done stays done, also when the plan has lost it since.
  if (is_completed(session.build, wanted.id)) return WorkOutcome{.session = session};
  TRY(require_checkpoint(session, facts, wanted.id));
  std::vector<std::int64_t>& completed = outcome.session.build.completed;
  const auto place = std::find_if(completed.begin(), completed.end(),
                                  [&](std::int64_t id) { return id > wanted.id; });
  completed.insert(place, wanted.id);
  refresh_build(outcome, facts);
  return outcome;
}

}  // namespace policy::work
