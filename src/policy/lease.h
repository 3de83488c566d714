// Is the holder of a run still alive? One answer for all: hooks, sweeps, the registry.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/run.h"

namespace policy {

// What can be seen of the holder from here.
struct LeaseView {
  std::string this_host;
  std::string this_boot_id;
  std::optional<std::uint64_t> pid_start;  // Of the process that has the pid now; none: no process.
  base::Instant now;
  base::Millis remote_limit{15 * 60 * 1000};  // Another machine's heartbeat is believed this long.
};

enum class Liveness { live, dead, unknown };

// Same machine and boot: live exactly if the pid still has the same start time, whatever the
// heartbeat says. Same machine, other boot: dead. Other machine (or no owner): live while the
// heartbeat is younger than remote_limit (a heartbeat from the future counts as now), then unknown,
// which nobody may take for crashed without a person's word. Ended runs are dead.
Liveness liveness_of(const model::Run& run, const LeaseView& view);

// For copies of another machine's runs: whether the last that was heard of one, at `at`, is younger
// than `limit`. What is dated further in the future than that is a wrong clock, and no sign of
// life.
bool is_heard_of(std::string_view at, base::Instant now, base::Millis limit);

}  // namespace policy
