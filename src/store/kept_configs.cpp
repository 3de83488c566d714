#include "store/kept_configs.h"

namespace store {

std::optional<model::Config> KeptConfigs::find(const std::string& file, const std::string& source) {
  const std::lock_guard guard(mutex_);
  const auto found = configs_.find(file);
  if (found == configs_.end() || found->second.source != source) return std::nullopt;
  return found->second.config;
}

void KeptConfigs::keep(const std::string& source, const model::Config& config) {
  constexpr std::size_t kKeptMax = 64;
  const std::lock_guard guard(mutex_);
  if (configs_.size() >= kKeptMax && !configs_.contains(config.file)) configs_.clear();
  configs_.insert_or_assign(config.file, Kept{source, config});
}

std::size_t KeptConfigs::size() {
  const std::lock_guard guard(mutex_);
  return configs_.size();
}

}  // namespace store
