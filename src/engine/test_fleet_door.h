// A team's server for tests: an index in a file, which can be away.
#pragma once
#include <functional>
#include <string>

#include "engine/test_closed_door.h"
#include "index/sqlite/sqlite_index.h"

namespace engine {

class FileDoor final : public ClosedDoor {
 public:
  explicit FileDoor(std::string path) : path_(std::move(path)) {}
  bool is_away = false;
  int opened = 0;
  std::function<void()> when_opened;  // What happens meanwhile.

  base::Result<std::unique_ptr<indexing::Index>> open_index(
      const indexing::OpenPostgres& options) override {
    ++opened;
    if (when_opened) when_opened();
    if (is_away) return nobody();
    return indexing::open_sqlite_index({.path = path_, .now = options.now, .create = true});
  }

 private:
  std::string path_;
};

}  // namespace engine
