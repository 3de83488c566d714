// What the dashboard asks: lists over all projects from the index, and one run or work session in
// depth from its project's own files. One file a noun beside this one.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/installation.h"
#include "os/system.h"

namespace engine {
class FleetDoor;
}

namespace engine::dashboard {

// The team's server, as far as it is known without asking it.
struct TeamState {
  std::string server;        // Without user, password and parameters.
  std::string machine_name;  // What this machine is called there.
  std::string problem;       // Why it cannot be asked; empty: nothing is known against it.
};

struct Parts;  // engine/dashboard/parts.h, for this folder alone.

// Safe for several threads: each question borrows an index that no other one has at the moment.
class Dashboard {
 public:
  // `hosts` are asked by doctor; `fleet` is the way to a team's server, where the program has one.
  // Borrowed; all outlive this.
  Dashboard(os::System system, std::vector<HostIntegration*> hosts, FleetDoor* fleet = nullptr);
  Dashboard(const Dashboard&) = delete;
  Dashboard& operator=(const Dashboard&) = delete;
  ~Dashboard();

  os::System system() const;
  // Gives back what only a dashboard that somebody looks at needs. Now and then, from any thread.
  void rest();
  // Whoever waits for the team's server is told at once that there is no answer. From any thread.
  void end();
  // Why lists are empty, where the index cannot be read; else empty.
  std::string index_problem() const;
  // Nothing where no server was joined. `look` asks the server, unless that was done a moment ago.
  struct TeamLook {
    bool look = false;
  };
  std::optional<TeamState> team(TeamLook how) const;
  Parts& parts() { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace engine::dashboard
