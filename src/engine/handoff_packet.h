// Packets for the next session or agent: written at the end of one, told at the start of the next
// until somebody acknowledges them. One file a packet, `<local>/handoffs/{id}.json`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "model/handoff_packet.h"

namespace engine {

// How far the world has gone on since a packet was written. `is_stale` where something of it may no
// longer hold; `words` says what: "main has 3 newer commits", "the branch feature/x is gone".
struct PacketAge {
  bool is_stale = false;
  std::string words;
};
struct WaitingPacket {
  model::HandoffPacket packet;
  PacketAge age;
};
// The packet's own members, `stale` and `age_words`.
base::Json to_json(const WaitingPacket& waiting);

// Whether both tell the next session the same, whenever they were written and by whom.
bool says_the_same(const model::HandoffPacket& one, const model::HandoffPacket& other);

// Texts are redacted, lists limited. Fills id, time, run, branch, commit and work session. `run`
// none: written by a person without a session. Adding the same packet twice gives the same id.
base::Result<model::HandoffPacket> add_packet(Workspace& workspace,
                                              const std::optional<model::RunId>& run,
                                              model::HandoffPacket packet, const Caller& caller);
// The newest first. A file that cannot be read is passed over and named by doctor.
struct PacketQuery {
  bool with_accepted = false;
  bool ask_git = true;  // Commits are counted by git; else HEAD alone is looked at: for hooks.
};
base::Result<std::vector<WaitingPacket>> list_packets(Workspace& workspace,
                                                      const PacketQuery& query);
// What another machine wrote, as it may be kept here: redacted, limited and marked as its. Waits,
// whatever it says of itself.
base::Result<model::HandoffPacket> packet_from_elsewhere(const model::HandoffPacket& given,
                                                         const model::HandoffOrigin& origin);
// The acknowledgement. not_found; accepting twice changes nothing.
base::Result<model::HandoffPacket> accept_packet(Workspace& workspace, const std::string& id,
                                                 const std::string& by, const Caller& caller);

}  // namespace engine
