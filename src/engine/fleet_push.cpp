#include "engine/fleet_push.h"

#include "engine/fleet_share.h"
#include "engine/fleet_team.h"
#include "engine/index_all.h"
#include "engine/index_usage.h"
#include "os/lock.h"
#include "store/fleet_places.h"

namespace engine {
namespace {

using store::FleetPushRecord;

base::Result<void> send_all(os::System system, indexing::Index& index, IndexUpdate& update,
                            const PushRequest& request) {
  TRY(ingest_all(system, index, update, request.progress, request.deadline));
  // Transcripts are read where that was asked for before, as everywhere.
  if (is_usage_at_hand(system)) TRY(take_in_usage(system, index, update.problems));
  return take_in_texts(system, index, request.deadline);
}

// A failed progress note must not hide the push's own result.
void keep_record(os::System system, const store::Homes& homes, const FleetPushRecord& record) {
  [[maybe_unused]] const auto kept = store::keep_fleet_push(system, homes, record);
}

// One that was killed could not say so; whoever comes next says it in its place.
void note_beginning(os::System system, const store::Homes& homes, const std::string& now) {
  FleetPushRecord record = store::load_fleet_push(system, homes);
  if (!record.attempt_at.empty()) {
    record.problem = "a push did not come to its end";
    record.problem_at = "";  // Which would hold others up, as the failure of a server does.
    ++record.failures;
  }
  record.attempt_at = now;
  keep_record(system, homes, record);
}

struct PushEnd {
  std::string began_at;
  std::string team_problem;
  bool is_whole = true;
};
void note_end(os::System system, const store::Homes& homes, const PushEnd& end) {
  FleetPushRecord record = store::load_fleet_push(system, homes);
  record.attempt_at = "";
  record.team_problem = end.team_problem;
  // One that ran out of time proves nothing about what was wrong before.
  if (end.is_whole) {
    record.at = base::to_iso(system.clock.now());
    record.began_at = end.began_at;
    record.problem = record.problem_at = "";
    record.failures = 0;
  }
  keep_record(system, homes, record);
}

}  // namespace

base::Result<std::unique_ptr<os::File>> lock_push(os::System system, const store::Homes& homes,
                                                  base::Millis timeout) {
  const os::Path path = store::fleet_push_lock_path(homes);
  TRY(system.files.make_folders(path.parent_path()));
  auto held = os::lock_file(system.files, system.clock, system.random, path, timeout);
  if (held.ok() || held.error().code != base::Code::lock_timeout) return held;
  return base::Error{base::Code::lock_timeout, "another process is sending to the team's server",
                     "It sends most of what is here as well; try again in a moment."};
}

void note_failed_push(os::System system, const store::Homes& homes, const base::Error& problem) {
  FleetPushRecord record = store::load_fleet_push(system, homes);
  record.attempt_at = "";
  record.problem = problem.message;
  record.problem_at = base::to_iso(system.clock.now());
  ++record.failures;
  keep_record(system, homes, record);
}

base::Result<IndexUpdate> push_locked(os::System system, FleetDoor& door, const JoinedFleet& fleet,
                                      const PushRequest& request) {
  const store::Homes homes = store::homes_of(system.environment);
  // Before anything is read: what is written from here on may or may not be on its way.
  const std::string began_at = base::to_iso(system.clock.now());
  note_beginning(system, homes, began_at);
  remember_project_around(system, request.folder);
  IndexUpdate update;
  std::string team_problem;
  const auto sent = [&]() -> base::Result<void> {
    TRY_ASSIGN(auto server, door.open_index(fleet.options));
    const auto index = share_through(std::move(server), fleet.place.share);
    TRY(send_all(system, *index, update, request));
    team_problem = exchange_with_team(system, door, fleet);
    if (!team_problem.empty()) update.problems.push_back(team_problem);
    return {};
  }();
  if (!sent.ok()) {
    note_failed_push(system, homes, sent.error());
    return sent.error();
  }
  const bool is_whole = !request.deadline || system.clock.steady() < *request.deadline;
  note_end(system, homes,
           {.began_at = began_at, .team_problem = team_problem, .is_whole = is_whole});
  return update;
}

}  // namespace engine
