// Brings the index up to date piece by piece, for a process that stays: one run, one project, or
// everything. Keeps the index open between pieces that follow each other closely. For one thread.
// Private to the engine.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/index.h"
#include "engine/index_place.h"
#include "engine/known_projects.h"
#include "index/index.h"
#include "os/system.h"

namespace engine {

class IndexKeeper {
 public:
  // `is_stopped` ends what takes long. All outlive this.
  IndexKeeper(os::System system, const std::atomic<bool>& is_stopped)
      : system_(system), is_stopped_(is_stopped) {}

  // The errors are those of index.h: the index could not be written. What could not be read of the
  // projects' files is a problem (`problems`), and stops nothing.

  // Everything. `progress` in bytes of journals; it costs a look at every file, so not every time.
  base::Result<void> take_in_all(const IndexProgress& progress);
  // A project that is not known (any more) is none.
  base::Result<void> take_in_project(const std::string& project_id);
  base::Result<void> take_in_runs(const std::string& project_id,
                                  const std::vector<std::string>& runs);
  base::Result<void> take_in_mirrors();
  // Costs as much as looking at every transcript; false where they have never been read, which is
  // for a question about costs to begin.
  base::Result<bool> take_in_costs();

  // What was found by the last `take_in_all`.
  const std::vector<std::string>& problems() const { return problems_; }
  // Lets go of the index, and of the memory that it takes.
  void close() { index_.reset(); }

 private:
  base::Result<void> use(const IndexUse& use);
  base::Result<void> open(const os::Path& path);
  base::Result<void> ingest(indexing::Index& index, const KnownProject& known,
                            std::vector<std::string>& problems,
                            const std::function<void(std::uint64_t)>& progress);
  base::Result<void> take_in_texts(indexing::Index& index);
  const KnownProject* find(const std::string& project_id);

  os::System system_;
  const std::atomic<bool>& is_stopped_;
  std::unique_ptr<indexing::Index> index_;
  os::FileInfo file_;  // Of the open index: another one may take its place.
  std::map<std::string, KnownProject> projects_;
  std::set<std::string> taken_in_;  // Projects of which this process has seen all.
  std::vector<std::string> problems_;
};

}  // namespace engine
