// The work sessions of one project, brought from their folders into the index. Private to the
// engine.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/known_projects.h"
#include "engine/onboarding.h"
#include "engine/onboarding_scan.h"
#include "index/index.h"

namespace engine {

indexing::ProjectRow project_row(const KnownProject& project);

// A transaction that begins with the first row: where nothing changed, nothing is locked.
class LazyBatch {
 public:
  explicit LazyBatch(indexing::Index& index) : index_(index) {}  // Outlives this.
  base::Result<indexing::Batch*> get();
  base::Result<void> commit();

 private:
  indexing::Index& index_;
  std::unique_ptr<indexing::Batch> batch_;
};

struct WorkIngest {
  KnownProject project;
  std::vector<WorkRoot> roots;
  bool prune = false;
  int threads = 2;
  std::optional<std::chrono::microseconds> deadline;
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

// One transaction. A deadline that passes leaves what was read, and marks nothing as missing.
base::Result<OnboardReport> ingest_work(os::System system, indexing::Index& index,
                                        const WorkIngest& request);

}  // namespace engine
