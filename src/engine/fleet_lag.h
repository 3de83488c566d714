// How far a team's server is behind this machine, without asking it: a run is behind where its
// journal was written after the last good push began.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "os/system.h"
#include "store/fleet_push_record.h"

namespace engine {

struct FleetLag {
  struct Project {
    std::string name;
    std::size_t runs = 0;
  };
  std::vector<Project> projects;  // Those with something that waits.
  std::size_t runs = 0;
  std::optional<base::Instant> since;  // When the oldest line that waits was written.
};
FleetLag fleet_lag(os::System system, const store::FleetPushRecord& record);

// When the oldest line of this journal that may not be on the server was written: of lines that
// came at `sent_until` or later, of all lines where that is not known. Nothing where none waits.
// Reads the end of the file, one megabyte at most: it is asked for at every change of a status bar.
std::optional<base::Instant> waiting_since(os::FileSystem& files, const os::Path& journal,
                                           std::optional<base::Instant> sent_until);

// From when on journals are not known to be on the server.
std::optional<base::Instant> sent_until(const store::FleetPushRecord& record, base::Instant now);

// "3 runs of 2 projects, for 12 min"; "nothing" where nothing waits.
std::string in_words(const FleetLag& lag, base::Instant now);
// "the last 4 pushes failed: nobody answers"; empty where they do not.
std::string failure_in_words(const store::FleetPushRecord& record);

}  // namespace engine
