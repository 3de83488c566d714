#include "engine/team_follow.h"

#include <algorithm>

#include "engine/fleet_place.h"
#include "index/postgres/postgres_index.h"

namespace engine {
namespace {

// What a notice says is anybody's text: that something came is all that is taken from it.
LiveChange team_change() {
  LiveChange change;
  change.parts = {LivePart::runs, LivePart::work, LivePart::costs, LivePart::health};
  change.is_team = true;
  return change;
}

}  // namespace

TeamFollow::TeamFollow(Options options)
    : options_(std::move(options)), retry_(options_.times.retry) {}

TeamFollow::~TeamFollow() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void TeamFollow::start() {
  thread_ = std::thread([this] { run(); });
}

void TeamFollow::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  wakes_.notify_all();
}

void TeamFollow::pause(base::Millis time) {
  std::unique_lock lock(mutex_);
  wakes_.wait_for(lock, time, [this] { return is_stopped_.load(); });
}

void TeamFollow::tell() { options_.changed(team_change()); }

base::Result<void> TeamFollow::gather(indexing::Listener& listener) {
  const auto end = options_.system.clock.steady() + options_.times.gather;
  while (!is_stopped_) {
    const auto left =
        std::chrono::duration_cast<base::Millis>(end - options_.system.clock.steady());
    if (left <= base::Millis{0}) return {};
    TRY_ASSIGN(const auto more, listener.wait(left));
    if (!more) return {};
  }
  return {};
}

base::Result<void> TeamFollow::follow() {
  TRY_ASSIGN(const JoinedFleet fleet,
             joined_fleet(options_.system, store::homes_of(options_.system.environment)));
  indexing::OpenPostgres options = fleet.options;
  options.is_ending = &is_stopped_;
  TRY_ASSIGN(const auto listener, options_.door.open_listener(options));
  retry_ = options_.times.retry;
  // What came while nobody listened was told to nobody.
  tell();
  while (!is_stopped_ && options_.is_wanted()) {
    TRY_ASSIGN(const auto notice, listener->wait(options_.times.wait));
    if (!notice) continue;
    const auto gathered = gather(*listener);
    tell();
    TRY(gathered);
  }
  return {};
}

void TeamFollow::run() {
  while (!is_stopped_) {
    if (!options_.is_wanted()) {
      pause(options_.times.look);
      continue;
    }
    if (follow().ok()) continue;
    pause(retry_);
    retry_ = std::min(2 * retry_, options_.times.retry_max);
  }
}

}  // namespace engine
