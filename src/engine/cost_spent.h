// What was spent, in a file so small that a hook can read it: the gate never looks at a transcript.
//
// <state home>/holdfast/cost/spent: lines "day\t2026-11-16\t12.5", "month\t2026-11\t80" and
// "session\t<id>\t1.25", in US dollars, of today, this month and sessions of the last days.
// Replaced as a whole; it can be made again.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/cost_collection.h"
#include "model/requirement.h"
#include "os/system.h"
#include "policy/requirement.h"

namespace engine {

bool is_cost_calculator(std::string_view calculator);

// Where it differs from what is there. Failing is no fault: budgets then know what they knew.
void write_spent(os::System system, const CostCollection& costs);

// At the end of a turn, where a requirement asks for it: reads what the hosts wrote since the last
// time. Does nothing before a person ran `holdfast cost` once: a first scan is too long for a hook.
void refresh_spent(os::System system, const model::Requirements& cascade);

// What a requirement with one of the calculators of costs measures. unavailable where nothing is
// known yet.
base::Result<policy::Measure> measure_spent(os::System system, std::string_view calculator,
                                            std::string_view session);

// What a session's status says of it, from that file alone.
struct SpentView {
  std::string cost;                   // "$1.25 in this session"; empty where nothing is known.
  std::vector<std::string> warnings;  // Budgets of the user's that are spent.
};
SpentView spent_view(os::System system, const std::string& session);

}  // namespace engine
