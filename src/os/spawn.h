// How a program is started: three pipes, no shell, a process group of its own. Private to os/.
#pragma once
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "os/processes.h"

namespace os {

// One end of a pipe; closed by the destructor.
class PipeEnd {
 public:
  PipeEnd() = default;
  PipeEnd(const PipeEnd&) = delete;
  PipeEnd& operator=(const PipeEnd&) = delete;
  ~PipeEnd() { close(); }
  void take(int descriptor);
  void close();
  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

struct PipeEnds {
  PipeEnd reading;
  PipeEnd writing;
  bool make();
};

// The program's standard streams.
struct Pipes {
  PipeEnds input;
  PipeEnds output;
  PipeEnds error;
  // Our end of its input does not block: a program that reads nothing must not hold us up.
  bool make();
  // After the start: the ends that are the program's.
  void close_other_ends();
};

struct SpawnRequest {
  const std::vector<std::string>& argv;
  const Path& folder;                                                   // Empty: this process's.
  const std::vector<std::pair<std::string, std::string>>& environment;  // Besides this process's.
};

// The child leads a group of its own, so that all that it starts can be ended with it. not_found
// where there is no such program, invalid_params where none is named.
base::Result<pid_t> spawn(const SpawnRequest& request, Pipes& pipes);

// Ends the group at once and collects the child.
void kill_group(pid_t child);

}  // namespace os
