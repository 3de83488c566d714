// working_memory.json: the pins of all live sessions, `{"items":[…]}` or a bare list, as found.
// Other programs write it too: what we do not know in it stays (B3-27).
#pragma once
#include <functional>
#include <vector>

#include "base/result.h"
#include "model/session_state.h"
#include "os/system.h"
#include "store/continuity_places.h"

namespace store {

class PinStore {
 public:
  PinStore(os::System system, const ContinuityPlaces& places) : system_(system), places_(places) {}

  // In the file's order; empty where there is none. parse_error for what is no list of pins; what
  // in the list is no pin is passed over. untrusted as for mirrors; io, too_large (4 MiB).
  base::Result<std::vector<model::Pin>> read() const;

  // Lock, read, change, write. Pins that `change` leaves as they are keep their bytes' members and
  // order; nothing is written where it changes nothing. A file that cannot be parsed is set aside
  // as `….corrupt-<time>` first. 0600, folders 0700; a link in its place is not followed. `change`
  // is asked again, up to three times, where a program without our lock was quicker; then it is
  // version_conflict.
  using Change = std::function<base::Result<void>(std::vector<model::Pin>& pins)>;
  struct Options {
    base::Millis lock_timeout{2000};
    bool sync = true;
  };
  base::Result<void> update(const Options& options, const Change& change) const;

 private:
  os::System system_;
  const ContinuityPlaces& places_;
};

// The pins of one run. In OpenClaw's layout: all.
std::vector<model::Pin> pins_of(const std::vector<model::Pin>& pins, const std::string& run,
                                const ContinuityPlaces& places);

}  // namespace store
