// One folder of a work session, read for the index. Private to the engine.
#pragma once
#include "engine/onboarding_scan.h"

namespace engine {

constexpr std::uint64_t kManifestBytesMax = 1024 * 1024;  // B2-19

// Reads one folder after the other below a root, in the same memory. Not for two threads at once.
class FolderReader {
 public:
  // `root` outlives this.
  FolderReader(os::System system, const WorkRoot& root);
  // Takes the place of all that is in `outcome`, whose texts keep their memory.
  void read(const std::string& slug, FolderOutcome& outcome);

 private:
  // Of `file_`, into `buffer_`.
  base::Result<os::FileInfo> read_bytes();
  // What the manifest's neighbours give; leaves `file_` anywhere.
  void read_artifacts(std::string_view bytes, ReadFolder& into);

  os::System system_;
  const WorkRoot& root_;
  os::Path folder_;
  os::Path file_;
  std::string buffer_;
  ManifestReader manifests_;
  Manifest manifest_;
};

// Goals, open questions and decisions of spec.md, and what else is not a column, as JSON (S2-4).
std::string work_metadata(const Manifest& manifest, std::string_view manifest_bytes,
                          std::string_view spec);

}  // namespace engine
