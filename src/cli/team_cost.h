// `holdfast cost --team`: what the work of all machines cost.
#pragma once
#include <optional>
#include <string>

#include "cli/command.h"

namespace cli {

struct TeamCostRequest {
  std::string by = "day";
  std::optional<std::string> since;
  std::optional<std::string> until;
};
base::Result<int> run_team_cost(Context& context, Arguments& arguments,
                                const TeamCostRequest& request);

}  // namespace cli
