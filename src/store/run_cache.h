// Runs as they were read last, for a process that answers many questions.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "model/run.h"

namespace store {

// What has the same bytes need not be parsed again. Safe for several threads.
class RunCache {
 public:
  using RunView = std::shared_ptr<const model::Run>;
  // Nothing where the note that was kept has another hash.
  RunView find(const model::RunId& run, const std::string& note_hash);
  void keep(const std::string& note_hash, RunView view);

 private:
  struct Kept {
    std::string note_hash;
    RunView view;
  };
  std::mutex mutex_;
  std::map<std::string, Kept> runs_;  // A few: those that clients ask about.
};

}  // namespace store
