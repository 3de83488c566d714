// Answers of a tool that reads a run's state and nothing else, kept while that state is the same.
#pragma once
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "engine/freshness.h"
#include "mcp/feature.h"

namespace mcp {

// Safe for several threads.
class KeptAnswers {
 public:
  // Nothing where there is none, or the files behind it have changed.
  std::optional<ToolResult> find(const std::string& question, os::FileSystem& files);
  void keep(const std::string& question, engine::Freshness freshness, const ToolResult& answer);

 private:
  struct Kept {
    engine::Freshness freshness;
    ToolResult answer;
  };
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;
};

}  // namespace mcp
