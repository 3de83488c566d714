#include "os/real.h"

#include <csignal>

#include "os/real_clock.h"
#include "os/real_environment.h"
#include "os/real_files.h"
#include "os/real_processes.h"
#include "os/real_random.h"

namespace os {

struct RealSystem::Doors {
  RealFileSystem files;
  RealClock clock;
  RealRandom random;
  RealProcesses processes;
  RealEnvironment environment;
};

RealSystem::RealSystem() : doors_(std::make_unique<Doors>()) {
  // A reader that went away, or a limit on file size, is an error of one write and not of the
  // process, which would die half-way through it.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}
RealSystem::~RealSystem() = default;

System RealSystem::system() {
  return {doors_->files, doors_->clock, doors_->random, doors_->processes, doors_->environment};
}

}  // namespace os
