// Answers that cost much and may be some seconds old. Private to this folder.
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace engine::dashboard {

// Safe for several threads; of those who ask for one thing at once, one works it out. The others
// get what it was before, and wait only where there is nothing yet.
template <typename Value>
class Remembered {
 public:
  using Shared = std::shared_ptr<const Value>;
  using Steady = std::chrono::microseconds;  // Of Clock::steady().

  Remembered(Steady keep_for, std::size_t entries_max)
      : keep_for_(keep_for), entries_max_(entries_max) {}

  Shared get(const std::string& key, const std::function<Steady()>& now,
             const std::function<Value()>& make) {
    const std::shared_ptr<Entry> entry = entry_of(key);
    std::unique_lock work(entry->working, std::try_to_lock);
    if (!work.owns_lock()) {
      if (Shared old = entry->get()) return old;
      work.lock();
    }
    const Steady begun_at = now();
    if (begun_at < entry->good_until) return entry->get();
    auto made = std::make_shared<const Value>(make());
    entry->set(made);
    const Steady made_at = now();
    entry->good_until = made_at + std::max(keep_for_, (made_at - begun_at) * kWorkShare);
    return made;
  }

  // What is there, however old; null where there is nothing yet.
  Shared peek(const std::string& key) { return entry_of(key)->get(); }

 private:
  // What takes long is kept longer: at most one part of so many of the time goes into it.
  static constexpr int kWorkShare = 20;

  class Entry {
   public:
    Shared get() {
      const std::lock_guard lock(mutex_);
      return value_;
    }
    void set(Shared value) {
      const std::lock_guard lock(mutex_);
      value_ = std::move(value);
    }

    std::mutex working;  // Of who makes it; `good_until` is theirs.
    Steady good_until = Steady::min();

   private:
    std::mutex mutex_;
    Shared value_;
  };

  std::shared_ptr<Entry> entry_of(const std::string& key) {
    const std::lock_guard lock(mutex_);
    // Who is at work on one keeps it alive; a key that is asked for again is made again.
    if (entries_.size() >= entries_max_ && !entries_.contains(key)) entries_.clear();
    auto& entry = entries_[key];
    if (!entry) entry = std::make_shared<Entry>();
    return entry;
  }

  Steady keep_for_;
  std::size_t entries_max_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;  // Shared with those who ask.
};

}  // namespace engine::dashboard
