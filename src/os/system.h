// Every door in one hand: what the layers above are given instead of the operating system.
#pragma once
#include "os/clock.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/processes.h"
#include "os/random.h"

namespace os {

// Borrowed; the owner (app, or a test) outlives all who hold a System.
struct System {
  FileSystem& files;
  Clock& clock;
  Random& random;
  Processes& processes;
  Environment& environment;
};

}  // namespace os
