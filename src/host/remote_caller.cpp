#include "host/remote_caller.h"

#include <algorithm>
#include <array>

namespace host {

std::optional<std::string> RemoteEnvironment::get(std::string_view name) {
  constexpr std::array<std::string_view, 6> kHosts{"CLAUDE", "CODEX",   "GEMINI",
                                                   "CURSOR", "COPILOT", "OPENCLAW"};
  const bool is_hidden = name == "HOLDFAST_OPERATOR_TOKEN" ||
                         std::any_of(kHosts.begin(), kHosts.end(), [&](std::string_view prefix) {
                           return name.starts_with(prefix);
                         });
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

}  // namespace host
