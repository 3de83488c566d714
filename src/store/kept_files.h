// Copies of our files in a work tree, and what an agent's call took away of them: what the next
// event needs to see that, to go on and to mend. See docs/format/kept.md and ADR 38.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"
#include "store/keyring.h"
#include "store/project.h"

namespace store {

// One file as it was when it was kept.
struct KeptFile {
  std::string path;  // Relative to the root.
  std::string bytes_hash;
  std::uint32_t mode = 0;
  bool is_tracked = false;  // By git, which can put it back itself.
  std::int64_t mtime_ns = 0;
};

struct FileToKeep {
  std::string path;
  std::string bytes;
  std::uint32_t mode = 0;
  bool is_tracked = false;
  std::int64_t mtime_ns = 0;
};

// What a call of an agent did to the files that let us watch.
struct TakenAway {
  std::string at;
  std::string run;
  std::string call;  // The host's id of the call; may be empty.
  std::string tool;
  std::vector<std::string> files;    // Absolute; what was gone.
  std::vector<std::string> mended;   // Those of them that were put back.
  std::vector<std::string> emptied;  // That are there and do not name us any more.
  std::string marker;                // The marker, where it was taken away or loosened; else empty.
  std::vector<std::string> keys;     // Of the marker, where it was loosened.
  std::string stamp;                 // Hash of the loosened text; empty where it was taken away.
};

// Whether the marker is still gone by what was found: not put back.
bool holds_for_gone_marker(const TakenAway& taken);

class KeptFiles {
 public:
  // `keys` outlives this.
  KeptFiles(os::System system, const os::Path& local, Keyring& keys)
      : system_(system), folder_(local / "kept"), keys_(keys) {}

  // The one look that a project without a marker costs.
  bool is_anything_kept();

  // Of the work tree at `root`; nothing where none was kept or nobody signed it.
  std::optional<std::vector<KeptFile>> list(const os::Path& root);
  // As they were kept; nothing where they are no more what they were.
  std::optional<std::string> bytes_of(const KeptFile& file);
  // In the place of what was kept of this root.
  base::Result<void> keep(const os::Path& root, const std::vector<FileToKeep>& files);

  std::optional<TakenAway> taken();
  base::Result<void> note(const TakenAway& taken);
  // A person has seen to it.
  base::Result<void> settle();

  // All files of the folder, for who opts out.
  std::vector<os::Path> all();

 private:
  os::Path list_path(const os::Path& root) const;
  os::Path copy_path(const std::string& hash) const { return folder_ / ("copy-" + hash); }
  os::Path finding_path() const { return folder_ / "finding"; }

  os::System system_;
  os::Path folder_;
  Keyring& keys_;
};

}  // namespace store
