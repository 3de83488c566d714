// Which phase may follow which, and what that does to the times of both.
#include <algorithm>

#include "base/text.h"
#include "policy/work_part.h"

namespace policy {

using model::WorkPhase;
using model::WorkSession;
using model::WorkType;

namespace work {
namespace {

// A type that a newer version made follows the longest way.
WorkType type_of(const WorkSession& session) {
  return session.type.known().value_or(WorkType::full);
}

std::vector<WorkPhase> phases_after(WorkType type, WorkPhase phase) {
  const bool is_research = type == WorkType::research;
  switch (phase) {
    case WorkPhase::spec:
      if (is_research) return {WorkPhase::docs, WorkPhase::complete};
      return {WorkPhase::plan};
    case WorkPhase::plan:
      if (is_research) return {};
      return {WorkPhase::build};
    case WorkPhase::build:
      if (is_research) return {};
      if (type == WorkType::quick) return {WorkPhase::docs, WorkPhase::complete};
      return {WorkPhase::docs};
    case WorkPhase::docs:
      return {WorkPhase::complete};
    case WorkPhase::complete:
      return {};
  }
  return {};
}

bool is_among(const std::vector<WorkPhase>& phases, WorkPhase phase) {
  return std::find(phases.begin(), phases.end(), phase) != phases.end();
}

// Whether sessions of this type have the phase at all.
bool is_on_the_way(WorkType type, WorkPhase phase) {
  return type != WorkType::research || (phase != WorkPhase::plan && phase != WorkPhase::build);
}

base::Error invalid_transition(const WorkSession& session, WorkPhase to) {
  const auto allowed = names_of(next_phases(session));
  return {base::Code::invalid_transition,
          "Invalid phase transition: " + session.phase.text() + " -> " + std::string(name_of(to)) +
              " (allowed: " + (allowed.empty() ? "none" : base::join(allowed, ", ")) + ")",
          ""};
}

base::Error unmet(std::string message, std::string hint) {
  return {base::Code::precondition_failed, std::move(message), std::move(hint)};
}

std::string open_text(const std::vector<std::int64_t>& open) {
  constexpr std::size_t kNamedMax = 5;
  std::vector<std::string> ids;
  for (const std::int64_t id : open) {
    if (ids.size() == kNamedMax) {
      ids.emplace_back("…");
      break;
    }
    ids.push_back(std::to_string(id));
  }
  return "Checkpoints are not completed: " + base::join(ids, ", ");
}

// What is not there that should be; empty where nothing is missing.
std::string missing_for(const WorkSession& session, WorkPhase to, const WorkSessionFacts& facts) {
  if (to == WorkPhase::build && !facts.has_plan) return session.artifacts.plan + " is missing";
  if (to == WorkPhase::build && !facts.plan_checkpoints) {
    return session.artifacts.plan + " cannot be read";
  }
  if (!session.phase.is(WorkPhase::build)) return {};
  const auto open = open_checkpoints(session.build, facts, 6);
  return open.empty() ? std::string() : open_text(open);
}

// A clock that was put back must not end a phase before it began (B2-23).
std::string end_time(const model::PhaseTimes& times, WorkOutcome& outcome,
                     const WorkSessionFacts& facts) {
  if (!times.started_at) return facts.now;
  std::string at = later_of(facts.now, *times.started_at);
  if (at != facts.now) {
    outcome.warnings.push_back("The clock stands before the phase's start, which is taken instead");
  }
  return at;
}

void move_forward(WorkOutcome& outcome, WorkPhase to, const WorkSessionFacts& facts) {
  WorkSession& session = outcome.session;
  std::string at = facts.now;
  if (const auto from = session.phase.known()) {
    model::PhaseTimes& times = session.times(*from);
    // Completed before, on its own: then the next one began there (S2-29, and each key once).
    if (!times.completed_at) times.completed_at = end_time(times, outcome, facts);
    at = *times.completed_at;
  }
  session.phase = to;
  if (to == WorkPhase::complete) {
    session.status = model::WorkStatus::complete;
    return;
  }
  model::PhaseTimes& times = session.times(to);
  if (!times.started_at) times.started_at = at;
  if (to == WorkPhase::build) refresh_build(outcome, facts);
}

Outcome go_back(const WorkSession& session, WorkPhase to, const TransitionPhase& wanted,
                const WorkSessionFacts& facts) {
  if (!wanted.reopen || !is_on_the_way(type_of(session), to)) {
    auto error = invalid_transition(session, to);
    if (!wanted.reopen) error.hint = "Going back needs reopen.";
    return error;
  }
  if (!session.status.is(model::WorkStatus::complete)) {
    TRY(require_active(session, "phases are changed"));
  }
  WorkOutcome outcome{.session = session};
  reopen_at(outcome.session, to, facts);
  if (to == WorkPhase::build) refresh_build(outcome, facts);
  return outcome;
}

Outcome go_forward(const WorkSession& session, WorkPhase to, const TransitionPhase& wanted,
                   const WorkSessionFacts& facts) {
  const bool is_short_cut = wanted.force && type_of(session) == WorkType::full &&
                            session.phase.is(WorkPhase::build) && to == WorkPhase::complete;
  if (!is_short_cut && !is_among(next_phases(session), to)) return invalid_transition(session, to);
  WorkOutcome outcome{.session = session};
  if (session.phase.is(WorkPhase::spec) && !facts.has_spec) {
    outcome.warnings.push_back(session.artifacts.spec + " is missing");
  }
  const std::string missing = missing_for(session, to, facts);
  if (!missing.empty()) {
    if (!wanted.force) return unmet(missing, "With force the phase is entered all the same.");
    outcome.warnings.push_back(missing);
  }
  move_forward(outcome, to, facts);
  return outcome;
}

}  // namespace

void reopen_at(WorkSession& session, WorkPhase phase, const WorkSessionFacts& facts) {
  session.phase = phase;
  session.status = model::WorkStatus::active;
  if (!session.times(phase).started_at) session.times(phase).started_at = facts.now;
  for (auto at = static_cast<std::size_t>(phase); at < model::kTimedPhases; ++at) {
    session.phases[at].completed_at.reset();
  }
}

Outcome transition(const WorkSession& session, const TransitionPhase& wanted,
                   const WorkSessionFacts& facts) {
  const auto to = model::from_name(wanted.phase, static_cast<WorkPhase*>(nullptr));
  if (!to) return not_one_of("new_phase", wanted.phase, names_of(model::kWorkPhases));
  if (session.phase.is(*to)) return WorkOutcome{.session = session};
  const auto from = session.phase.known();
  if (from && *to < *from) {
    if (session.status.is(model::WorkStatus::complete) && !wanted.reopen) {
      TRY(require_active(session, "phases are changed"));
    }
    return go_back(session, *to, wanted, facts);
  }
  TRY(require_active(session, "phases are changed"));
  return go_forward(session, *to, wanted, facts);
}

Outcome complete_phase(const WorkSession& session, const CompletePhase& wanted,
                       const WorkSessionFacts& facts) {
  const auto phase = model::from_name(wanted.phase, static_cast<WorkPhase*>(nullptr));
  if (!phase || *phase == WorkPhase::complete) {
    auto names = names_of(model::kWorkPhases);
    names.resize(model::kTimedPhases);
    return not_one_of("phase", wanted.phase, names);
  }
  WorkOutcome outcome{.session = session};
  model::PhaseTimes& times = outcome.session.times(*phase);
  if (times.completed_at) return outcome;
  TRY(require_active(session, "phases are changed"));
  if (!times.started_at) {
    return base::Error{base::Code::invalid_transition,
                       "The phase " + wanted.phase + " has not begun", ""};
  }
  if (*phase == WorkPhase::build) {
    const auto open = open_checkpoints(session.build, facts, 6);
    if (!open.empty()) return unmet(open_text(open), "Complete them first.");
  }
  times.completed_at = end_time(times, outcome, facts);
  return outcome;
}

}  // namespace work

std::vector<WorkPhase> next_phases(const WorkSession& session) {
  const auto phase = session.phase.known();
  if (!phase) return {};
  return work::phases_after(session.type.known().value_or(WorkType::full), *phase);
}

}  // namespace policy
