// `holdfast export`: runs, work sessions and continuity of a project as one signed bundle, for
// another machine. See docs/fleet.md and docs/format/bundle.md.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "engine/workspace.h"

namespace engine {

struct ExportRequest {
  // By id or alias, and by slug. Where one of them is named, only what is named goes, with the
  // continuity that belongs to it; else everything of the project.
  std::vector<std::string> runs;
  std::vector<std::string> works;
  std::optional<base::Millis> since;  // Only what changed in this time.
  bool with_continuity = true;
};

struct ExportReport {
  std::size_t runs = 0;
  std::size_t work_sessions = 0;
  std::size_t mirrors = 0;
  std::size_t handoffs = 0;
  std::uint64_t items = 0;
  std::uint64_t bytes = 0;            // Of the bundle.
  std::string fingerprint;            // Of this machine's key.
  std::vector<std::string> problems;  // What stays here, and why.
};

// Gets the bundle's bytes as they come.
using BundleSink = std::function<base::Result<void>(std::string_view bytes)>;
// Bytes of journals done, and how many there are.
using BundleProgress = std::function<void(std::size_t done, std::size_t total)>;

// Text that the redactor of today would change stays here where it is signed or chained, and is
// redacted elsewhere. not_found for a run or a work session that is named and is not there. The
// machine's key is made where there is none.
base::Result<ExportReport> export_bundle(Workspace& workspace, const ExportRequest& request,
                                         const BundleSink& sink, const BundleProgress& progress);

// The same as a file, 0600, all or nothing.
base::Result<ExportReport> export_bundle_to(Workspace& workspace, const ExportRequest& request,
                                            const os::Path& file, const BundleProgress& progress);

}  // namespace engine
