#include "engine/team_handoff.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/handoff_packet.h"
#include "engine/team_repository.h"
#include "policy/claim.h"
#include "store/handoff_store.h"

namespace engine {
namespace {

using indexing::TeamHandoff;
using model::HandoffPacket;

base::Result<std::string> repository_of(Stores& stores) {
  std::string repository = team_repository(stores);
  if (!repository.empty()) return repository;
  return base::Error{base::Code::refused,
                     "this repository has no remote by which other machines could know it",
                     "Add one (`git remote add origin …`), or use `holdfast export`."};
}

base::Result<TeamPacket> packet_of(const TeamHandoff& row, const std::string& own_machine) {
  if (row.packet.size() > store::kPacketBytesMax) {
    return base::Error{base::Code::too_large, "the handoff is over 512 KB", ""};
  }
  TRY_ASSIGN(const base::Json json, base::parse_json(row.packet));
  TRY_ASSIGN(const HandoffPacket given, model::handoff_packet_from_json(json));
  if (given.id != row.id) {
    return base::Error{base::Code::parse_error, "id: is not the row's", ""};
  }
  TeamPacket packet;
  TRY_ASSIGN(packet.packet, packet_from_elsewhere(
                                given, {row.from.machine, row.from.machine_name, row.from.member}));
  packet.who = policy::member_name(row.from.machine_name, row.from.member);
  packet.project = row.project;
  packet.is_own = row.from.machine == own_machine;
  return packet;
}

// "ID", or "MACHINE:ID" where two machines have sent one of that id.
struct WantedPacket {
  std::string id;       // Whole, or how it begins or ends.
  std::string machine;  // Its id, or its name; empty: any.
};

WantedPacket wanted_from(const std::string& given) {
  const std::size_t colon = given.rfind(':');
  if (colon == std::string::npos) return {.id = given, .machine = ""};
  return {.id = given.substr(colon + 1), .machine = given.substr(0, colon)};
}

bool is_meant(const TeamHandoff& row, const WantedPacket& wanted) {
  constexpr std::size_t kCharsMin = 3;
  if (!wanted.machine.empty() && wanted.machine != row.from.machine &&
      wanted.machine != row.from.machine_name) {
    return false;
  }
  if (row.id == wanted.id) return true;
  return wanted.id.size() >= kCharsMin &&
         (row.id.starts_with(wanted.id) || row.id.ends_with("-" + wanted.id));
}

// A whole id counts more than a part of one, and what waits more than what somebody has.
base::Result<TeamHandoff> find_row(const std::vector<TeamHandoff>& rows, const std::string& given) {
  const WantedPacket wanted = wanted_from(given);
  std::vector<const TeamHandoff*> found;
  for (const TeamHandoff& row : rows) {
    if (is_meant(row, wanted)) found.push_back(&row);
  }
  const auto prefer = [&](const auto& is_better) {
    if (std::any_of(found.begin(), found.end(), is_better)) {
      std::erase_if(found, [&](const TeamHandoff* row) { return !is_better(row); });
    }
  };
  prefer([&](const TeamHandoff* row) { return row->id == wanted.id; });
  prefer([](const TeamHandoff* row) { return row->accepted_at.empty(); });
  if (found.size() == 1) return *found.front();
  if (found.empty()) {
    return base::Error{base::Code::not_found, "The team has no handoff '" + given + "'",
                       "Run `holdfast handoff list --team`."};
  }
  const bool is_one_id = std::all_of(found.begin(), found.end(), [&](const TeamHandoff* row) {
    return row->id == found.front()->id;
  });
  return base::Error{base::Code::ambiguous_id, "'" + given + "' may be any of several",
                     is_one_id
                         ? "Say whose: " + found.front()->from.machine + ":" + found.front()->id +
                               " or " + found.back()->from.machine + ":" + found.back()->id
                         : "Give more characters; `holdfast handoff list --team` shows them."};
}

// Into this machine's own store. What is here already, under whichever name, stays.
base::Result<void> keep_packet(Stores& stores, const HandoffPacket& packet,
                               const store::HandoffStore::TakeOptions& how) {
  const store::HandoffStore packets(stores.system, stores.layout);
  bool contradicts = false;
  TRY(packets.take_in(
      packet.id, how,
      [&](const std::optional<HandoffPacket>& ours) -> std::optional<HandoffPacket> {
        contradicts = ours && !says_the_same(*ours, packet);
        if (ours) return std::nullopt;
        return packet;
      }));
  if (!contradicts) return {};
  return base::Error{base::Code::exists,
                     "A handoff " + packet.id + " is here already and says something else",
                     "Accept that one first; `holdfast maintenance` takes it away in time."};
}

base::Error taken(const TeamHandoff& row, base::Instant now) {
  std::string when;
  if (const auto at = base::instant_from_iso(row.accepted_at); at.ok()) {
    when = " " + base::to_words(std::max(now - *at, base::Millis{0})) + " ago";
  }
  return {base::Code::refused,
          policy::member_name(row.accepted_by.machine_name, row.accepted_by.member) +
              " has accepted " + row.id + when,
          "`holdfast handoff list --team` shows what waits."};
}

}  // namespace

base::Result<TeamPackets> list_team_packets(FleetDoor& door, Workspace& workspace,
                                            const TeamPacketQuery& query) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(stores.system, stores.homes));
  indexing::TeamHandoffQuery question;
  if (!query.all_repositories) {
    TRY_ASSIGN(question.repository, repository_of(stores));
  }
  TRY_ASSIGN(const auto team, door.open_team(fleet.options));
  TRY_ASSIGN(const auto rows, team->handoffs(question));
  TeamPackets found;
  for (const TeamHandoff& row : rows) {
    if (!row.accepted_at.empty()) continue;
    auto packet = packet_of(row, fleet.place.machine);
    if (packet.ok()) {
      found.packets.push_back(*std::move(packet));
    } else {
      found.problems.push_back(row.id + " of " + row.from.machine_name + ": " +
                               packet.error().message);
    }
  }
  return found;
}

base::Result<TeamPacket> accept_team_packet(FleetDoor& door, Workspace& workspace,
                                            const std::string& id) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(stores.system, stores.homes));
  TRY_ASSIGN(const std::string repository, repository_of(stores));
  TRY_ASSIGN(const auto team, door.open_team(fleet.options));
  // Also what others have, so that who comes late is told by whom.
  TRY_ASSIGN(const auto rows, team->handoffs({.repository = repository,
                                              .sender = std::nullopt,
                                              .id = wanted_from(id).id,
                                              .with_accepted = true}));
  TRY_ASSIGN(const TeamHandoff wanted, find_row(rows, id));
  // A packet that could not be kept here is not taken from the others.
  TRY_ASSIGN(TeamPacket packet, packet_of(wanted, fleet.place.machine));
  TRY(keep_packet(stores, packet.packet, {.dry_run = true}));
  TRY_ASSIGN(const TeamHandoff row, team->accept({.sender = wanted.from.machine, .id = wanted.id}));
  if (row.accepted_by.machine != fleet.place.machine) return taken(row, stores.system.clock.now());
  auto kept = keep_packet(stores, packet.packet, {});
  if (!kept.ok()) {
    return base::Error{kept.error().code, kept.error().message,
                       "It is this machine's now: accept it again when that is mended."};
  }
  return packet;
}

base::Result<void> check_team_repository(Workspace& workspace) {
  TRY(repository_of(workspace.stores()));
  return {};
}

}  // namespace engine
