// Which status may follow which. A session is complete exactly where its phase is (B2-6).
#include <algorithm>

#include "base/text.h"
#include "policy/work_part.h"

namespace policy::work {

using model::WorkPhase;
using model::WorkSession;
using model::WorkStatus;

namespace {

std::vector<WorkStatus> statuses_after(const WorkSession& session) {
  // Where only the phase says that it is over, the status may say so too.
  if (session.phase.is(WorkPhase::complete)) return {WorkStatus::complete};
  const auto status = session.status.known();
  if (!status) return {WorkStatus::active};
  switch (*status) {
    case WorkStatus::active:
      return {WorkStatus::paused, WorkStatus::failed};
    case WorkStatus::paused:
      return {WorkStatus::active, WorkStatus::failed};
    case WorkStatus::failed:
      return {WorkStatus::active};
    case WorkStatus::complete:
      return {};
  }
  return {};
}

base::Error invalid_transition(const WorkSession& session, WorkStatus to) {
  auto allowed = names_of(statuses_after(session));
  allowed.erase(std::remove(allowed.begin(), allowed.end(), session.status.text()), allowed.end());
  std::string hint;
  if (to == WorkStatus::complete) {
    hint = "Change the phase to complete; the status follows.";
  } else if (session.status.is(WorkStatus::complete)) {
    hint = "What is complete becomes active with reopen.";
  }
  return {base::Code::invalid_transition,
          "Invalid status transition: " + session.status.text() + " -> " +
              std::string(name_of(to)) +
              " (allowed: " + (allowed.empty() ? "none" : base::join(allowed, ", ")) + ")",
          std::move(hint)};
}

// Where the work was before it was complete.
WorkPhase last_begun(const WorkSession& session) {
  for (std::size_t at = model::kTimedPhases; at-- > 0;) {
    if (session.phases[at].started_at) return model::kWorkPhases[at];
  }
  return WorkPhase::spec;
}

}  // namespace

base::Result<void> require_active(const WorkSession& session, std::string_view doing) {
  if (session.status.is(WorkStatus::active)) return {};
  return base::Error{
      base::Code::invalid_status,
      "The session is " + session.status.text() + "; " + std::string(doing) + " while it is active",
      session.status.is(WorkStatus::complete) ? "It can be reopened."
                                              : "Set its status to active first."};
}

Outcome set_status(const WorkSession& session, const SetStatus& wanted,
                   const WorkSessionFacts& facts) {
  const auto to = model::from_name(wanted.status, static_cast<WorkStatus*>(nullptr));
  if (!to) return not_one_of("status", wanted.status, names_of(model::kWorkStatuses));
  WorkOutcome outcome{.session = session};
  if (session.status.is(*to)) return outcome;
  const bool is_over =
      session.status.is(WorkStatus::complete) || session.phase.is(WorkPhase::complete);
  if (is_over && wanted.reopen && *to == WorkStatus::active) {
    if (session.phase.is(WorkPhase::complete)) {
      reopen_at(outcome.session, last_begun(session), facts);
    } else {
      outcome.session.status = WorkStatus::active;
    }
    return outcome;
  }
  const auto allowed = statuses_after(session);
  if (std::find(allowed.begin(), allowed.end(), *to) == allowed.end()) {
    return invalid_transition(session, *to);
  }
  outcome.session.status = *to;
  return outcome;
}

}  // namespace policy::work
