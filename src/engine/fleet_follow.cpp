#include "engine/fleet_follow.h"

#include <algorithm>
#include <utility>

#include "engine/fleet_background.h"
#include "policy/fleet_pace.h"
#include "store/fleet_mark.h"
#include "store/fleet_push_record.h"
#include "store/user_config.h"

namespace engine {
namespace {

using Time = FleetFeed::Time;

constexpr Time kGather{3'000'000};   // What one turn writes is sent together.
constexpr Time kLookEvery{500'000};  // Whether the push has ended.

}  // namespace

FleetFeed::FleetFeed(os::System system, os::DetachedPrograms& programs)
    : system_(system), programs_(programs), homes_(store::homes_of(system.environment)) {}

void FleetFeed::touch() {
  if (!std::exchange(is_touched_, true)) due_ = system_.clock.steady() + kGather;
}

void FleetFeed::put_off(std::int64_t failures) {
  not_before_ = system_.clock.steady() + policy::pause_after(failures);
  touch();
}

void FleetFeed::collect() {
  if (!push_ || !programs_.has_ended(*push_)) return;
  push_.reset();
  const std::int64_t failures = store::load_fleet_push(system_, homes_).failures;
  // What was not sent is still there when nothing more is touched.
  if (failures > 0) put_off(failures);
}

bool FleetFeed::is_wanted() {
  if (!store::has_fleet_mark(system_.files, homes_)) return false;
  return store::load_user_config(system_, homes_).fleet_push == model::FleetPushWhen::turn;
}

void FleetFeed::start() {
  is_touched_ = false;
  if (!is_wanted()) return;
  const auto started = start_background_push(system_, programs_, {});
  if (started.ok()) {
    push_ = *started;
  } else {
    put_off(1);
  }
}

std::optional<Time> FleetFeed::step() {
  collect();
  const Time now = system_.clock.steady();
  if (push_) return now + kLookEvery;
  const Time due = std::max(due_, not_before_);
  if (is_touched_ && now < due) return due;
  if (is_touched_) start();
  if (push_) return now + kLookEvery;
  return is_touched_ ? std::optional(std::max(due_, not_before_)) : std::nullopt;
}

FleetFollow::FleetFollow(os::System system, os::DetachedPrograms& programs)
    : system_(system), feed_(system, programs) {}

FleetFollow::~FleetFollow() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void FleetFollow::start() {
  thread_ = std::thread([this] { run(); });
}

void FleetFollow::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  wakes_.notify_all();
}

void FleetFollow::touch() {
  const std::lock_guard lock(mutex_);
  is_touched_ = true;
  wakes_.notify_all();
}

void FleetFollow::run() {
  std::unique_lock lock(mutex_);
  while (!is_stopped_) {
    const bool is_touched = std::exchange(is_touched_, false);
    lock.unlock();
    if (is_touched) feed_.touch();
    const auto next = feed_.step();
    lock.lock();
    const auto has_news = [this] { return is_stopped_ || is_touched_; };
    if (next) {
      wakes_.wait_for(lock, std::max(*next - system_.clock.steady(), Time{0}), has_news);
    } else {
      wakes_.wait(lock, has_news);
    }
  }
}

}  // namespace engine
