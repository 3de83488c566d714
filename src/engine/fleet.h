// A team's server as people use it: join it, send what is new, see how far that is, leave it. The
// server has copies; every machine keeps its own truth in its own files, and no gate asks it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/fleet_lag.h"
#include "engine/index.h"
#include "model/user_config.h"
#include "os/system.h"

namespace indexing {
class Fleet;
class Index;
class Listener;
class Lists;
class Team;
struct OpenPostgres;
}  // namespace indexing

namespace engine {

// How a team's server is reached. Only one program can: it is linked with the server's library.
class FleetDoor {
 public:
  FleetDoor() = default;
  FleetDoor(const FleetDoor&) = delete;
  FleetDoor& operator=(const FleetDoor&) = delete;
  virtual ~FleetDoor() = default;

  // The errors of index/index.h.
  virtual base::Result<std::unique_ptr<indexing::Index>> open_index(
      const indexing::OpenPostgres& options) = 0;
  virtual base::Result<std::unique_ptr<indexing::Fleet>> open_fleet(
      const indexing::OpenPostgres& options) = 0;
  virtual base::Result<std::unique_ptr<indexing::Lists>> open_lists(
      const indexing::OpenPostgres& options) = 0;
  virtual base::Result<std::unique_ptr<indexing::Listener>> open_listener(
      const indexing::OpenPostgres& options) = 0;
  virtual base::Result<std::unique_ptr<indexing::Team>> open_team(
      const indexing::OpenPostgres& options) = 0;
};

struct FleetPlace {
  std::string server;  // Without user, password and parameters.
  std::string machine;
  std::string machine_name;
  model::FleetShare share = model::FleetShare::metadata;
};

struct JoinFleet {
  std::string url;
  std::optional<model::FleetShare> share;  // None: as it was, metadata at first.
  // Whether others could have read the address, on a command line; then it has no password.
  bool is_public = true;
};
// Reaches the server, makes its tables where they are missing, and remembers the address in the
// person's settings. invalid_value, refused (a password where others can read it), unavailable.
base::Result<FleetPlace> join_fleet(os::System system, FleetDoor& door, const JoinFleet& request);

// Forgets the address; what the server has stays there. Nothing where no server was joined.
base::Result<std::optional<FleetPlace>> leave_fleet(os::System system);

// Sends what every known project has written since the last time, from where the server itself says
// that it is, so that nothing is lost or doubled wherever it is cut off. One at a time on a
// machine: lock_timeout for a second one. not_found where no server was joined.
base::Result<IndexUpdate> push_to_fleet(os::System system, FleetDoor& door,
                                        const IndexProgress& progress);

struct FleetMachine {
  std::string id;
  std::string name;
  std::string joined_at;
  std::string seen_at;
  bool is_this = false;
};
struct LastPush {
  std::string at;       // Of the last one that sent everything; empty: none did.
  std::string problem;  // Of the last attempt; empty where it was fine.
  std::string problem_at;
  std::int64_t failures = 0;  // Attempts that failed since one was fine.
};
struct FleetStatus {
  FleetPlace place;
  LastPush last;
  FleetLag lag;                                       // By this machine's own files.
  std::optional<std::uint64_t> journal_bytes_behind;  // Nothing where the server was not reached.
  std::vector<FleetMachine> machines;                 // The same.
  std::vector<std::string> problems;
};
// not_found where no server was joined.
base::Result<FleetStatus> fleet_status(os::System system, FleetDoor& door);

}  // namespace engine
