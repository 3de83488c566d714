// One project with its keys, configuration and stores: what every use case works on.
#pragma once
#include <memory>

#include "base/result.h"
#include "model/config.h"
#include "model/ids.h"
#include "os/system.h"

namespace engine {

struct Stores;  // engine/stores.h, for the engine alone.

// What a use case needs of a project: that it opted in, or at least that it has requirements
// (BX-1).
enum class Needs { everything, requirements };

// What a process that answers many questions keeps between them. Safe for several threads.
class WorkspaceCache {
 public:
  WorkspaceCache();
  WorkspaceCache(const WorkspaceCache&) = delete;
  WorkspaceCache& operator=(const WorkspaceCache&) = delete;
  ~WorkspaceCache();

  struct Parts;  // engine/workspace_cache.h, for the engine alone.
  Parts& parts() { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

class Workspace {
 public:
  // The project around `start`. not_opted_in where it does not use Holdfast; not_found where there
  // is no such folder. The doors of `system` outlive the workspace.
  // `cache` outlives the workspace.
  static base::Result<Workspace> open(os::System system, const os::Path& start,
                                      Needs needs = Needs::everything,
                                      WorkspaceCache* cache = nullptr);

  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) = delete;
  ~Workspace();

  const os::Path& root() const;
  const os::Path& local() const;
  const model::ProjectId& project() const;
  const model::Config& config() const;
  // False where the project has nothing but requirements: then there are journals, but no runs.
  bool keeps_runs() const;
  os::System system() const;
  Stores& stores();

 private:
  explicit Workspace(std::unique_ptr<Stores> stores);
  std::unique_ptr<Stores> stores_;
};

}  // namespace engine
