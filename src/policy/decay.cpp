#include "policy/decay.h"

#include <algorithm>
#include <cmath>

namespace policy {
namespace {

constexpr double kDecayWindowHours = 168;
constexpr double kLossInWindow = 0.4;
constexpr double kConfidenceTolerance = 1e-9;

}  // namespace

double decayed_confidence(double confidence, double hours, double floor) {
  const double left = 1 - hours / kDecayWindowHours * kLossInWindow;
  // More than all of it is left where the hours are below 0.
  return confidence * std::min(1.0, std::max(floor, left));
}

bool survives_decay(double confidence, double hours, double floor) {
  if (!std::isfinite(confidence) || std::isnan(hours) || std::isnan(floor)) return false;
  return decayed_confidence(confidence, hours, floor) >= floor - kConfidenceTolerance;
}

}  // namespace policy
