#include "engine/fleet.h"

#include <nlohmann/json.hpp>

#include "engine/fleet_place.h"
#include "engine/fleet_share.h"
#include "engine/index_all.h"
#include "engine/index_ingest.h"
#include "engine/index_usage.h"
#include "engine/known_projects.h"
#include "os/lock.h"
#include "policy/fleet_url.h"
#include "store/fleet_push_record.h"
#include "store/user_config.h"
#include "store/user_config_edit.h"

namespace engine {
namespace {

using base::Json;
using base::JsonBox;

constexpr base::Millis kLockTimeout{500};

base::Result<std::unique_ptr<os::File>> lock_push(os::System system, const store::Homes& homes) {
  TRY(system.files.make_folders(homes.state / "locks"));
  auto held = os::lock_file(system.files, system.clock, system.random,
                            homes.state / "locks" / "fleet-push.lock", kLockTimeout);
  if (held.ok() || held.error().code != base::Code::lock_timeout) return held;
  return base::Error{base::Code::lock_timeout, "another process is sending to the team's server",
                     "It sends what is here now as well."};
}

base::Result<void> send_all(os::System system, indexing::Index& index, IndexUpdate& update,
                            const IndexProgress& progress) {
  TRY(ingest_all(system, index, update, progress));
  // Transcripts are read where that was asked for before, as everywhere.
  if (is_usage_at_hand(system)) TRY(take_in_usage(system, index, update.problems));
  return take_in_texts(system, index);
}

// What is wrong with noting how it went must not hide how it went.
void note_push(os::System system, const store::Homes& homes, const base::Result<void>& sent) {
  store::FleetPushRecord record = store::load_fleet_push(system, homes);
  const std::string now = base::to_iso(system.clock.now());
  if (sent.ok()) {
    record = {.at = now, .problem = "", .problem_at = ""};
  } else {
    record.problem = sent.error().message;
    record.problem_at = now;
  }
  [[maybe_unused]] const auto kept = store::keep_fleet_push(system, homes, record);
}

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
  TRY(store::set_user_settings(
      system, homes,
      {{"index", "url", JsonBox(Json(request.url))},
       {"fleet", "share", JsonBox(Json(share == model::FleetShare::full ? "full" : "metadata"))}}));
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
  TRY(store::set_user_settings(system, homes, {{"index", "url", JsonBox(Json(nullptr))}}));
  TRY(store::forget_fleet_push(system, homes));
  return std::optional<FleetPlace>(fleet.place);
}

base::Result<IndexUpdate> push_to_fleet(os::System system, FleetDoor& door,
                                        const IndexProgress& progress) {
  const store::Homes homes = store::homes_of(system.environment);
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(system, homes));
  TRY_ASSIGN(const auto held, lock_push(system, homes));
  remember_current_project(system);
  IndexUpdate update;
  const auto sent = [&]() -> base::Result<void> {
    TRY_ASSIGN(auto server, door.open_index(fleet.options));
    const auto index = share_through(std::move(server), fleet.place.share);
    return send_all(system, *index, update, progress);
  }();
  note_push(system, homes, sent);
  TRY(sent);
  return update;
}

base::Result<FleetStatus> fleet_status(os::System system, FleetDoor& door) {
  const store::Homes homes = store::homes_of(system.environment);
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(system, homes));
  FleetStatus status;
  status.place = fleet.place;
  const store::FleetPushRecord record = store::load_fleet_push(system, homes);
  status.last = {record.at, record.problem, record.problem_at};
  const auto asked = ask_server(system, door, fleet, status);
  if (!asked.ok()) status.problems.push_back(asked.error().message);
  return status;
}

}  // namespace engine
