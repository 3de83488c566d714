// From the static program to the one that can reach a team's server: users see one.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace app {

// Becomes `holdfast-fleet`, which lies beside this program; returns only where it cannot.
base::Error become_fleet_program(const std::vector<std::string>& arguments);

}  // namespace app
