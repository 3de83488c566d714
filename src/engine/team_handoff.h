// Handoffs of the whole team: those that wait on its server, and taking one up, which one machine
// alone can. What others wrote is shown and told as theirs; it decides nothing here.
#pragma once
#include <string>
#include <vector>

#include "engine/fleet.h"
#include "engine/handoff_packet.h"
#include "engine/workspace.h"

namespace engine {

struct TeamPacket {
  model::HandoffPacket packet;  // With its origin; redacted and limited.
  std::string who;              // "desk/ana"
  std::string project;
  bool is_own = false;  // This machine sent it.
};
struct TeamPackets {
  std::vector<TeamPacket> packets;    // Those that wait, the newest first.
  std::vector<std::string> problems;  // Rows that are no packets.
};
struct TeamPacketQuery {
  bool all_repositories = false;
};
// not_found where no server was joined; refused where the repository has no name that others know.
base::Result<TeamPackets> list_team_packets(FleetDoor& door, Workspace& workspace,
                                            const TeamPacketQuery& query);

// Takes the packet of that id (or how it begins, or its last digits) for this machine and keeps it
// here, to be told to the sessions of this repository until one accepts it. Once it was taken,
// doing it again gives it again, as after a crash; refused, with who has it, for everybody else.
base::Result<TeamPacket> accept_team_packet(FleetDoor& door, Workspace& workspace,
                                            const std::string& id);

// refused where a packet of this repository would reach nobody.
base::Result<void> check_team_repository(Workspace& workspace);

}  // namespace engine
