// A session's state as the text of its mirror, and cut down to what a mirror may hold. Private to
// store/.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "model/session_state.h"

namespace store {

// What a mirror says of `session`. parse_error, also where it is another session's.
base::Result<model::SessionState> mirror_from_json(const base::Json& json,
                                                   const std::string& session);

// Takes from the state until its text, as `additive` has it, is no longer than `bytes_max`: the
// rarest topics first, then the oldest confidence updates, then the ends of pins, which are marked
// (B3-32); where that is not enough, what happened with procedures and the oldest learnings.
// too_large where the rest is still too long.
struct MirrorForm {
  std::uint64_t bytes_max = 0;
  bool additive = true;
};
base::Result<void> trim_mirror(model::SessionState& state, const MirrorForm& form);

}  // namespace store
