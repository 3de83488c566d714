// The last line of defence against a hang or a fault: hosts fail open on a hook that takes too
// long, and some on one that crashes, so the process ends itself first, with an answer prepared
// beforehand.
#pragma once
#include <string_view>

#include "base/time.h"

namespace os {

// One a process (a signal has one handler). When `limit` has passed, the prepared answer goes out
// and the process ends with its exit code.
class Watchdog {
 public:
  explicit Watchdog(base::Millis limit);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();  // Calls it off.

  // What to say if time runs out from here on; copied. At most 4 KiB each, clipped.
  void prepare(std::string_view standard_output, std::string_view standard_error,
               int exit_code = 0);
  // Time from the start of the watchdog, not from now.
  void set_limit(base::Millis limit);
  // From here on a fault (a bad address, an abort, no stack left) gets the prepared answer as well.
  void answer_faults();
};

}  // namespace os
