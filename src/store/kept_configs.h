// Configurations as they were read last, for a process that answers many questions.
#pragma once
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "model/config.h"

namespace store {

// A file in the same state need not be read again. Safe for several threads.
class KeptConfigs {
 public:
  // `source` says which file, and in which state.
  std::optional<model::Config> find(const std::string& file, const std::string& source);
  void keep(const std::string& source, const model::Config& config);
  std::size_t size();

 private:
  struct Kept {
    std::string source;
    model::Config config;
  };
  std::mutex mutex_;
  std::map<std::string, Kept> configs_;  // By file.
};

}  // namespace store
