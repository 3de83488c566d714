// What is going on, over all projects.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/denials.h"
#include "engine/dashboard/runs.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

struct Now {
  std::vector<RunSummary> runs;  // Live first, then idle, each the last active first.
  std::vector<Denial> recent_denials;
  struct Today {
    std::optional<double> usd;  // None: costs were never read.
    std::int64_t runs = 0;
    std::int64_t tool_calls = 0;
    std::int64_t denials = 0;
  };
  Today today;  // Since midnight where the user is.
};
base::Result<Now> now(Dashboard& dashboard, Scope scope = Scope::machine);

}  // namespace engine::dashboard
