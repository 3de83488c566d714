// What the work cost, kept for a moment between questions.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/cost.h"
#include "engine/dashboard/dashboard.h"

namespace engine::dashboard {

struct CostsQuestion {
  CostBy by = CostBy::day;
  std::optional<std::string> since;  // A day, or "30d".
  std::optional<std::string> until;
  std::optional<std::string> project;  // Id, name or folder.
};
// A few seconds old at most, or as long as it took to make twenty times.
base::Result<std::shared_ptr<const CostReport>> costs(Dashboard& dashboard,
                                                      const CostsQuestion& question);

}  // namespace engine::dashboard
