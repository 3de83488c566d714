// A work session's state.json as the index keeps it: read quickly, since there may be a hundred
// thousand of them, and tolerantly, since files of older and other tools are to be found too (v1,
// research). Private to the engine.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "index/rows.h"

namespace engine {

// Where the manifest stands. The texts are borrowed.
struct ManifestPlace {
  std::string_view project_id;
  std::string_view working_dir;  // The worktree.
  std::string_view folder;       // Absolute.
  std::string_view slug;         // The folder's name counts (S2-104).
};

// What a manifest says that is no column of the row.
struct Manifest {
  std::string spec_file = "spec.md";
  std::string plan_file = "plan.json";
  std::size_t commits = 0;
  bool is_v1 = false;
};

// Reads one manifest after the other, in the same memory.
class ManifestReader {
 public:
  // Takes the place of all that is in `row`, whose texts keep their memory, and in `manifest`. The
  // row is then without etag, spec_exists, plan_exists and what spec.md says. parse_error,
  // state_conflict for git's marks (SC-59).
  base::Result<void> read(std::string_view bytes, const ManifestPlace& place,
                          indexing::WorkRow& row, Manifest& manifest);

 private:
  std::string buffer_;
};

// "2026-02-14T10:00:00.000Z" of any RFC 3339 time, so that texts can be compared; other text as it
// is.
std::string normal_time(std::string_view text);

}  // namespace engine
