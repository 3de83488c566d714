// Whether an answer that was made of a run's state alone still holds, told by the files behind it
// (B0-28): for a server that is asked the same question again and again.
#pragma once
#include <optional>
#include <vector>

#include "engine/session.h"

namespace engine {

class Freshness {
 public:
  // To be taken before the state is read: what changes meanwhile is then seen. Nothing where a file
  // was written just now, since a second write in the same instant could not be told from it.
  static std::optional<Freshness> of(Workspace& workspace, const model::RunId& run);

  // The configuration, the run's note and head record, the pointer to the active session and the
  // folder of all notes are what they were.
  bool holds(os::FileSystem& files) const;

 private:
  struct Seen {
    os::Path path;
    std::optional<os::FileInfo> info;  // Nothing: there was no such file.
  };
  std::vector<Seen> seen_;
};

}  // namespace engine
