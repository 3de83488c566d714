// The project that a server speaks for. It is opened anew for every question: what the command line
// or a hook has changed is seen at once, and calls on several threads share nothing but a cache of
// what has not changed.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "engine/session.h"
#include "engine/workspace.h"

namespace mcp {

struct ServedProjectOptions {
  os::Path folder;
  std::optional<std::string> host_session;  // The conversation that the host started us for.
  // Called with each opened workspace, from any thread: wires in another memory.
  std::function<void(engine::Workspace& workspace)> prepare;
};

class ServedProject {
 public:
  // The doors of `system` outlive this.
  ServedProject(os::System system, ServedProjectOptions options)
      : system_(system), options_(std::move(options)) {}

  os::FileSystem& files() const { return system_.files; }
  base::Result<engine::Workspace> open(engine::Needs needs = engine::Needs::everything) const;

  // `given`: any name of a session; nothing: the host's conversation, else what can be told.
  engine::SessionChoice choice(std::optional<std::string> given = {}) const {
    return {std::move(given), options_.host_session};
  }
  // no_session also where there is none of the name; ambiguous_id lists several.
  base::Result<model::RunId> run(engine::Workspace& workspace,
                                 std::optional<std::string> given = {}) const;

 private:
  mutable engine::WorkspaceCache cache_;  // Of several threads.
  os::System system_;
  ServedProjectOptions options_;
};

}  // namespace mcp
