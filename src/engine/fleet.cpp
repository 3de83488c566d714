#include "engine/fleet.h"

#include <nlohmann/json.hpp>

#include "engine/fleet_place.h"
#include "engine/fleet_push.h"
#include "engine/fleet_team.h"
#include "engine/index_ingest.h"
#include "engine/known_projects.h"
#include "policy/fleet_url.h"
#include "store/fleet_mark.h"
#include "store/fleet_push_record.h"
#include "store/user_config.h"
#include "store/user_config_edit.h"

namespace engine {
namespace {

using base::Json;
using base::JsonBox;

// A push in the background is often over in a moment.
constexpr base::Millis kPushLockTimeout{10'000};

base::Result<void> ask_server(os::System system, FleetDoor& door, const JoinedFleet& fleet,
                              FleetStatus& status) {
  TRY_ASSIGN(const auto machines_of, door.open_fleet(fleet.options));
  TRY_ASSIGN(const auto machines, machines_of->machines());
  for (const indexing::MachineRow& row : machines) {
    status.machines.push_back(
        {row.id, row.name, row.joined_at, row.seen_at, row.id == fleet.place.machine});
  }
  TRY_ASSIGN(const auto index, door.open_index(fleet.options));
  std::uint64_t behind = 0;
  for (const KnownProject& known : known_projects(system)) {
    TRY_ASSIGN(const std::uint64_t bytes, journal_bytes_behind(system, *index, known));
    behind += bytes;
  }
  status.journal_bytes_behind = behind;
  return {};
}

}  // namespace

base::Result<FleetPlace> join_fleet(os::System system, FleetDoor& door, const JoinFleet& request) {
  const store::Homes homes = store::homes_of(system.environment);
  if (request.is_public && policy::has_password(request.url)) {
    return base::Error{base::Code::refused,
                       "a password on the command line can be read by others, in the list of "
                       "processes and in the shell's history",
                       "Change it, and give the address on standard input: `holdfast fleet join -`."
                       " Or leave it to libpq: ~/.pgpass, PGPASSWORD, a certificate."};
  }
  const model::UserConfig config = store::load_user_config(system, homes);
  const model::FleetShare share = request.share.value_or(config.fleet_share);
  TRY_ASSIGN(const JoinedFleet fleet, fleet_at(system, homes, request.url, share));
  {
    // Makes the tables and writes down that this machine is there.
    TRY_ASSIGN(const auto index, door.open_index(fleet.options));
    TRY(index->schema_version());
  }
  // What another server was sent says nothing about this one.
  if (config.index_url != request.url) TRY(store::forget_fleet_push(system, homes));
  TRY(store::set_user_settings(
      system, homes,
      {{"index", "url", JsonBox(Json(request.url))},
       {"fleet", "share", JsonBox(Json(share == model::FleetShare::full ? "full" : "metadata"))}}));
  TRY(store::keep_fleet_mark(system, homes));
  return fleet.place;
}

base::Result<std::optional<FleetPlace>> leave_fleet(os::System system) {
  const store::Homes homes = store::homes_of(system.environment);
  const model::UserConfig config = store::load_user_config(system, homes);
  if (config.index_url.empty()) return std::optional<FleetPlace>();
  TRY_ASSIGN(const JoinedFleet fleet,
             fleet_at(system, homes, config.index_url, config.fleet_share));
  if (!system.environment.text("HOLDFAST_INDEX_URL").empty()) {
    return base::Error{base::Code::refused, "HOLDFAST_INDEX_URL names the server",
                       "Take it out of the environment."};
  }
  // First, so that whatever stops us here, no hook starts what has nowhere to go.
  TRY(store::remove_fleet_mark(system.files, homes));
  TRY(store::set_user_settings(system, homes, {{"index", "url", JsonBox(Json(nullptr))}}));
  // One that is under way knows the address still; one that hangs ends by itself.
  const auto held = lock_push(system, homes, kPushLockTimeout);
  TRY(store::forget_fleet_push(system, homes));
  forget_team_claims(system);
  return std::optional<FleetPlace>(fleet.place);
}

base::Result<IndexUpdate> push_to_fleet(os::System system, FleetDoor& door,
                                        const IndexProgress& progress) {
  const store::Homes homes = store::homes_of(system.environment);
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(system, homes));
  TRY_ASSIGN(const auto held, lock_push(system, homes, kPushLockTimeout));
  return push_locked(system, door, fleet,
                     {.folder = system.environment.current_folder(), .progress = progress});
}

base::Result<FleetStatus> fleet_status(os::System system, FleetDoor& door) {
  const store::Homes homes = store::homes_of(system.environment);
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(system, homes));
  FleetStatus status;
  status.place = fleet.place;
  const store::FleetPushRecord record = store::load_fleet_push(system, homes);
  status.last = {record.at, record.problem, record.problem_at, record.failures};
  status.lag = fleet_lag(system, record);
  if (!record.team_problem.empty()) status.problems.push_back(record.team_problem);
  const auto asked = ask_server(system, door, fleet, status);
  if (!asked.ok()) status.problems.push_back(asked.error().message);
  return status;
}

}  // namespace engine
