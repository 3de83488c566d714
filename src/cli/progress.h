// A bar that shows how far long work is, where a person looks on.
#pragma once
#include <cstddef>
#include <string>

#include "cli/command.h"

namespace cli {

// On standard error, over its own last line; nothing where that is no terminal.
class Progress {
 public:
  // `context` outlives this.
  Progress(Context& context, std::string label);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // Takes the bar away.
  ~Progress();

  void show(std::size_t done, std::size_t total);

 private:
  Console& console_;
  std::string label_;
  bool is_seen_ = false;
  std::string shown_;
};

}  // namespace cli
