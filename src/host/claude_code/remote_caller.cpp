#include "host/claude_code/remote_caller.h"

namespace host::claude_code {

std::optional<std::string> RemoteEnvironment::get(std::string_view name) {
  const bool is_hidden = name.starts_with("CLAUDE") || name == "HOLDFAST_OPERATOR_TOKEN";
  return is_hidden ? std::nullopt : own_.get(name);
}

RemoteCaller::RemoteCaller(os::System own)
    : environment_(own.environment),
      system_{own.files, own.clock, own.random, own.processes, environment_} {}

std::string RemoteCaller::project_of(const std::string& host_id) {
  const std::lock_guard lock(mutex_);
  const auto found = projects_.find(host_id);
  return found == projects_.end() ? std::string() : found->second;
}

void RemoteCaller::remember(const std::string& host_id, const std::string& folder) {
  constexpr std::size_t kConversationsMax = 4096;
  const std::lock_guard lock(mutex_);
  if (projects_.size() >= kConversationsMax) projects_.clear();
  projects_.emplace(host_id, folder);
}

}  // namespace host::claude_code
