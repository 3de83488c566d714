// What stays open until somebody ends it, so that a server which stops can say goodbye.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace mcp {

// Safe from any thread.
class Endings {
 public:
  using Key = std::uint64_t;

  explicit Endings(std::size_t open_max) : open_max_(open_max) {}
  // Nothing where too many are open or all were ended for good.
  std::optional<Key> add(std::function<void()> end);
  void remove(Key key);
  // Calls all of them, once; nothing can be added any more.
  void end_all();

 private:
  std::size_t open_max_;
  std::mutex mutex_;
  Key last_key_ = 0;
  bool has_ended_ = false;
  std::map<Key, std::function<void()>> open_;
};

}  // namespace mcp
