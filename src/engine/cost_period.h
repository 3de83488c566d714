// The days that a question about costs is about. Private to the engine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace engine {

// Days since 1970, both included.
struct CostPeriod {
  std::int32_t first = INT32_MIN;
  std::int32_t last = INT32_MAX;
  bool has(std::int32_t day) const { return day >= first && day <= last; }
};

// "2026-11-01", "20261101", "7d" or "2w" before `today`, which counts as one of them. invalid_value
// names `option`.
base::Result<std::int32_t> day_from_text(std::string_view text, std::int32_t today,
                                         std::string_view option);

// "2026-11-01"
std::string day_text(std::int32_t day);
// The first day of the month that `day` lies in.
std::int32_t month_start(std::int32_t day);

}  // namespace engine
