#include "policy/fleet_pace.h"

#include <algorithm>

namespace policy {
namespace {

// Not shorter than a background push holds back by itself, which would then do nothing.
constexpr base::Millis kAfterFailure{30'000};
constexpr base::Millis kPauseMax{60'000};
constexpr base::Millis kLateAfter{5 * 60'000};

}  // namespace

bool is_too_soon(std::optional<base::Instant> failed_at, base::Instant now) {
  return failed_at && *failed_at <= now && now - *failed_at < kAfterFailure;
}

base::Millis pause_after(std::int64_t failures) {
  if (failures <= 0) return base::Millis{0};
  base::Millis pause = kAfterFailure;
  for (std::int64_t i = 1; i < failures && pause < kPauseMax; ++i) pause *= 2;
  return std::min(pause, kPauseMax);
}

bool is_late(base::Instant since, base::Instant now) { return now - since > kLateAfter; }

std::optional<base::Instant> sent_until(std::optional<base::Instant> began_at, base::Instant now) {
  if (!began_at || *began_at > now) return std::nullopt;
  return began_at;
}

}  // namespace policy
