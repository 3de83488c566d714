// Work sessions in the middle of their work, for tests of the reducer.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "policy/work_session.h"

namespace policy {

inline const std::string kWorkBegin = "2026-02-14T10:00:00Z";
inline const std::string kWorkLater = "2026-02-14T11:30:00Z";

inline model::WorkSession new_session(const std::string& type = "full") {
  const NewWork wanted{
      .slug = "s-1", .topic = "Dark mode", .description = "", .type = type, .git = {}};
  return new_work_session(wanted, kWorkBegin).value();
}

// As if it had come there by itself, an hour a phase.
inline model::WorkSession session_in(model::WorkPhase phase, const std::string& type = "full") {
  model::WorkSession session = new_session(type);
  for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
    const auto hour = [](std::size_t number) {
      return "2026-02-14T0" + std::to_string(number) + ":00:00Z";
    };
    session.phases[at] = {};
    if (at <= static_cast<std::size_t>(phase)) session.phases[at].started_at = hour(at);
    if (at < static_cast<std::size_t>(phase)) session.phases[at].completed_at = hour(at + 1);
  }
  session.phase = phase;
  if (phase == model::WorkPhase::complete) session.status = model::WorkStatus::complete;
  return session;
}

inline model::WorkSession building(std::vector<std::int64_t> completed = {},
                                   std::int64_t total = 5) {
  model::WorkSession session = session_in(model::WorkPhase::build);
  session.build = {.total = total, .completed = std::move(completed), .current = std::nullopt};
  return session;
}

inline WorkSessionFacts facts_at(const std::string& now = kWorkLater) {
  return {.now = now,
          .has_spec = true,
          .has_plan = true,
          .plan_checkpoints = std::vector<std::int64_t>{1, 2, 3, 4, 5}};
}
inline WorkSessionFacts without_plan() {
  return {.now = kWorkLater, .has_spec = true, .has_plan = false, .plan_checkpoints = std::nullopt};
}

inline base::Code code_of(const base::Result<WorkOutcome>& outcome) {
  EXPECT_FALSE(outcome.ok());
  return outcome.ok() ? base::Code::failed : outcome.error().code;
}

}  // namespace policy
