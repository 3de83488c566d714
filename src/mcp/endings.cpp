#include "mcp/endings.h"

#include <utility>

namespace mcp {

std::optional<Endings::Key> Endings::add(std::function<void()> end) {
  const std::lock_guard lock(mutex_);
  if (has_ended_ || open_.size() >= open_max_) return std::nullopt;
  open_.emplace(++last_key_, std::move(end));
  return last_key_;
}

void Endings::remove(Key key) {
  // Destroyed after the lock: it may hold the last reference to what comes back here.
  std::map<Key, std::function<void()>>::node_type removed;
  const std::lock_guard lock(mutex_);
  removed = open_.extract(key);
}

void Endings::end_all() {
  std::map<Key, std::function<void()>> ended;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    ended.swap(open_);
  }
  for (const auto& [key, end] : ended) end();
}

}  // namespace mcp
