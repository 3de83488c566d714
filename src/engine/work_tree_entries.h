// What of ours lies in the work tree, for commands of git that take it away. Private to the engine.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stores.h"
#include "policy/git_removal.h"

namespace engine {

// Where a path stands in git's index; nothing where it is not tracked. An entry has its path behind
// two bytes that end in the path's length, and a zero behind it. A folder is tracked where a file
// below it is. Version 4 shortens paths: what is not found there counts as not tracked.
std::optional<std::size_t> place_in_index(std::string_view index, const std::string& path);

// Whether the file is tracked and has been left alone since git wrote it or looked at it.
bool is_as_git_wrote_it(std::string_view index, const std::string& path, const os::FileInfo& file);

class WorkTreeEntries {
 public:
  // Looks the entries up: our lines in git's exclude list and the guarded places, where they are
  // there; git's index tells which are tracked.
  explicit WorkTreeEntries(Stores& stores);

  const std::vector<policy::TreeEntry>& all() const { return entries_; }

 private:
  std::vector<policy::TreeEntry> entries_;
};

}  // namespace engine
