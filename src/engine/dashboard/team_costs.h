// What the work of the whole team cost, from what the machines sent.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"

namespace engine::dashboard {

enum class TeamCostBy { day, machine, project, model, session };

// How it is counted, in a sentence for people: a machine sends sums of its agents, not of days.
constexpr const char* kTeamDays =
    "Everything a run cost counts for the day on which it began, in UTC.";

struct TeamCostRow {
  std::string key;           // The day, or the id of what it is by. Empty: not known.
  std::string detail;        // A name for people; may be empty.
  std::string machine;       // Of machines and sessions. Empty: this one.
  std::string machine_name;  // The same.
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  double usd = 0;             // Of what has a price.
  bool has_unpriced = false;  // Some of its tokens are of a model without one.
};

struct TeamCosts {
  std::string since;  // As it was asked for, or the span that is looked at otherwise.
  TeamCostRow total;
  std::vector<TeamCostRow> rows;      // Days in their order; others by what they cost.
  std::vector<TeamCostRow> unpriced;  // By model.
};

struct TeamCostsQuestion {
  TeamCostBy by = TeamCostBy::day;
  std::optional<std::string> since;  // A day, or "30d"; none: the last thirty.
  std::optional<std::string> until;
  std::optional<std::string> project;  // Id or name.
};
base::Result<TeamCosts> team_costs(Dashboard& dashboard, const TeamCostsQuestion& question);

}  // namespace engine::dashboard
