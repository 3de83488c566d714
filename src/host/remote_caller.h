// A host that posts its hooks to a server instead of starting a process for each: what such a
// hook may know of the machine it is answered on.
#pragma once
#include <map>
#include <mutex>
#include <string>

#include "engine/workspace.h"
#include "os/system.h"

namespace host {

// The server's own environment without what belongs to whoever started it: the variables that
// hosts set for their hooks, the operator's token, the terminal and the folder.
class RemoteEnvironment final : public os::Environment {
 public:
  explicit RemoteEnvironment(os::Environment& own) : own_(own) {}

  std::optional<std::string> get(std::string_view name) override;
  os::Path current_folder() override { return {}; }
  bool has_terminal() override { return false; }
  bool output_is_terminal() override { return false; }
  std::uint32_t user_id() override { return own_.user_id(); }
  os::Path program() override { return own_.program(); }
  os::Path started_as() override { return own_.started_as(); }

 private:
  os::Environment& own_;
};

// Outlives the hooks it answers and what they leave to be done. Safe for several threads.
class RemoteCaller {
 public:
  // The doors of `own` outlive this.
  explicit RemoteCaller(os::System own);
  RemoteCaller(const RemoteCaller&) = delete;
  RemoteCaller& operator=(const RemoteCaller&) = delete;

  os::System system() { return system_; }
  engine::WorkspaceCache& cache() { return cache_; }

  // The folder in which a conversation was heard first; empty where it was not. A hook's process is
  // told where the project is, whatever folder the agent went to since; a posted hook is not.
  std::string project_of(const std::string& host_id);
  void remember(const std::string& host_id, const std::string& folder);

 private:
  RemoteEnvironment environment_;
  os::System system_;
  engine::WorkspaceCache cache_;
  std::mutex mutex_;
  std::map<std::string, std::string> projects_;
};

}  // namespace host
