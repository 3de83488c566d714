// How packets for the next session are shown.
#pragma once
#include "cli/command.h"
#include "engine/handoff_packet.h"

namespace cli {

// "2 h ago" of an ISO time; empty where it is none.
std::string ago(Context& context, const std::string& iso);

// A few lines: which, from where, its goal, how much there is, whether it still holds.
void print_packet_brief(Context& context, const engine::WaitingPacket& waiting);
// Everything that it says.
void print_packet(Context& context, const model::HandoffPacket& packet);

}  // namespace cli
