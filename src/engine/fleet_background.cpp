#include "engine/fleet_background.h"

#include "engine/fleet_push.h"
#include "os/lock.h"
#include "policy/fleet_pace.h"
#include "store/fleet_mark.h"
#include "store/fleet_places.h"
#include "store/user_config.h"

namespace engine {
namespace {

using std::chrono::microseconds;

bool ends_a_turn(const model::HostEvent& event, const model::HostReply& reply) {
  const bool is_end =
      event.kind == model::EventKind::turn_end || event.kind == model::EventKind::session_end;
  // Without a line in a journal there is nothing new; a turn that is held goes on.
  return is_end && !reply.decision_id.empty() && reply.hold.empty();
}

// Whoever sends at the moment has more to say about how that goes than we have.
void note_not_started(os::System system, const store::Homes& homes, const base::Error& problem) {
  const auto held = lock_push(system, homes, base::Millis{0});
  if (held.ok()) note_failed_push(system, homes, problem);
}

bool failed_just_now(os::System system, const store::Homes& homes) {
  const auto failed_at = base::instant_from_iso(store::load_fleet_push(system, homes).problem_at);
  return failed_at.ok() && policy::is_too_soon(*failed_at, system.clock.now());
}

// Whoever does begins after us and sends ours too.
bool somebody_waits(os::System system, const store::Homes& homes) {
  const auto next = os::lock_file(system.files, system.clock, system.random,
                                  store::fleet_next_lock_path(homes), base::Millis{0});
  return !next.ok() && next.error().code == base::Code::lock_timeout;
}

// Looks now and then: there is one of us at most, and nobody waits for it.
base::Result<std::unique_ptr<os::File>> wait_for_push_lock(os::System system,
                                                           const store::Homes& homes,
                                                           microseconds deadline) {
  constexpr microseconds kPause{100'000};
  while (true) {
    auto held = lock_push(system, homes, base::Millis{0});
    if (held.ok() || held.error().code != base::Code::lock_timeout) return held;
    if (system.clock.steady() >= deadline) return held;
    system.clock.sleep(kPause);
  }
}

}  // namespace

os::Path fleet_program(os::System system) {
  return system.environment.program().parent_path() / "holdfast-fleet";
}

base::Result<os::Pid> start_background_push(os::System system, os::DetachedPrograms& programs,
                                            const os::Path& folder) {
  std::vector<std::string> argv{fleet_program(system).native(), "fleet", "push", "--background"};
  if (folder.is_absolute()) argv.insert(argv.end(), {"--project", folder.native()});
  return programs.start(argv);
}

void push_after(os::System system, os::DetachedPrograms& programs, const model::HostEvent& event,
                const model::HostReply& reply) {
  if (!ends_a_turn(event, reply)) return;
  const store::Homes homes = store::homes_of(system.environment);
  if (!store::has_fleet_mark(system.files, homes)) return;
  // What the process would find out first is cheaper to see here.
  if (failed_just_now(system, homes) || somebody_waits(system, homes)) return;
  const std::string& folder = event.project_folder.empty() ? event.folder : event.project_folder;
  const auto started = start_background_push(system, programs, folder);
  if (!started.ok()) note_not_started(system, homes, started.error());
}

BackgroundPushed push_in_background(os::System system, FleetDoor& door,
                                    const BackgroundPush& request) {
  const microseconds begun = system.clock.steady();
  const store::Homes homes = store::homes_of(system.environment);
  const model::UserConfig config = store::load_user_config(system, homes);
  const bool is_wanted =
      !config.index_url.empty() && config.fleet_push == model::FleetPushWhen::turn;
  if (!is_wanted) return BackgroundPushed::not_wanted;
  if (failed_just_now(system, homes)) return BackgroundPushed::too_soon;
  const os::Path next_lock = store::fleet_next_lock_path(homes);
  if (!system.files.make_folders(next_lock.parent_path()).ok()) return BackgroundPushed::failed;
  auto next = os::lock_file(system.files, system.clock, system.random, next_lock, base::Millis{0});
  if (!next.ok()) {
    return next.error().code == base::Code::lock_timeout ? BackgroundPushed::somebody_waits
                                                         : BackgroundPushed::failed;
  }
  const auto held = wait_for_push_lock(system, homes, begun + request.limit);
  if (!held.ok()) {
    return held.error().code == base::Code::lock_timeout ? BackgroundPushed::timed_out
                                                         : BackgroundPushed::failed;
  }
  // From here on who comes later has to wait for the next one: we may have read past theirs.
  next->reset();
  // The one that we waited for may have found that nobody answers.
  if (failed_just_now(system, homes)) return BackgroundPushed::too_soon;
  const auto fleet = joined_fleet(system, homes);
  if (!fleet.ok()) {
    note_failed_push(system, homes, fleet.error());
    return BackgroundPushed::failed;
  }
  // Ends in good order a while before it would be ended; where it waited for that long, it is for
  // the next turn.
  const microseconds deadline = begun + microseconds(request.limit) * 5 / 6;
  if (system.clock.steady() >= deadline) return BackgroundPushed::timed_out;
  const auto sent =
      push_locked(system, door, *fleet, {.folder = request.folder, .deadline = deadline});
  return sent.ok() ? BackgroundPushed::sent : BackgroundPushed::failed;
}

}  // namespace engine
