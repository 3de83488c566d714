#include "engine/fleet_prune.h"

#include <algorithm>

#include "engine/cost_period.h"
#include "engine/fleet_place.h"

namespace engine {
namespace {

// "events_2026_01"
std::string month_in_words(std::string partition) {
  partition.erase(0, std::string_view("events_").size());
  std::replace(partition.begin(), partition.end(), '_', '-');
  return partition;
}

}  // namespace

base::Result<PrunedFleet> prune_fleet(os::System system, FleetDoor& door, const std::string& day) {
  const auto today = static_cast<std::int32_t>(
      std::chrono::floor<std::chrono::days>(system.clock.now().time_since_epoch()).count());
  TRY_ASSIGN(const std::int32_t first, day_from_text(day, today, "--before"));
  if (first > today) {
    return base::Error{base::Code::invalid_value, "--before is a day to come",
                       "What machines are about to send would go too."};
  }
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(system, store::homes_of(system.environment)));
  TRY_ASSIGN(const auto server, door.open_fleet(fleet.options));
  TRY_ASSIGN(const auto dropped,
             server->drop_events_before(base::Instant(std::chrono::days(first))));
  PrunedFleet pruned{.server = fleet.place.server, .before = day_text(first), .rows = dropped.rows};
  for (const std::string& partition : dropped.partitions) {
    pruned.months.push_back(month_in_words(partition));
  }
  return pruned;
}

}  // namespace engine
