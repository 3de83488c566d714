// What of ours lies in the work tree, for commands of git that take it away. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/stores.h"
#include "policy/git_removal.h"

namespace engine {

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
