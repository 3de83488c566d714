#include "web/deadline.h"

namespace web {

Deadlines::Deadlines() : thread_([this] { run(); }) {}

Deadlines::~Deadlines() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Deadlines::put(const Key& key, Action action) {
  waiting_.emplace(key, std::move(action));
  if (key.first < looks_at_) changed_.notify_all();
}

Deadlines::Ticket Deadlines::add(Clock::time_point when, Action action) {
  const std::lock_guard lock(mutex_);
  const Ticket ticket{when, ++last_number_};
  put({ticket.when, ticket.number}, std::move(action));
  return ticket;
}

void Deadlines::move(Ticket& ticket, Clock::time_point when) {
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find({ticket.when, ticket.number});
  if (found == waiting_.end() || when == ticket.when) return;
  Action action = std::move(found->second);
  waiting_.erase(found);
  ticket.when = when;
  put({ticket.when, ticket.number}, std::move(action));
}

void Deadlines::cancel(const Ticket& ticket) {
  Action ended;  // Ends outside of the lock: it may hold anything.
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find({ticket.when, ticket.number});
  if (found == waiting_.end()) return;
  ended = std::move(found->second);
  waiting_.erase(found);
}

void Deadlines::run() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    if (waiting_.empty()) {
      looks_at_ = Clock::time_point::max();
      changed_.wait(lock);
      continue;
    }
    const auto first = waiting_.begin();
    if (Clock::now() < first->first.first) {
      looks_at_ = first->first.first;
      changed_.wait_until(lock, looks_at_);
      continue;
    }
    const Action action = std::move(first->second);
    waiting_.erase(first);
    lock.unlock();
    action();
    lock.lock();
  }
}

}  // namespace web
