// One line of a run's journal: what happened, told once and for ever.
#pragma once
#include <cstdint>
#include <string>

#include "base/json.h"
#include "model/ids.h"

namespace model {

struct JournalEvent {
  std::uint64_t seq = 0;  // From 1, without gaps.
  std::string at;
  std::string kind;   // "gate", "state", "state.void", "session_start", "fault", …
  std::string actor;  // "hook", "cli", "mcp", "system".
  base::JsonBox payload;
  std::string prev;  // Hash of the line before; 64 zeros for the first.
  std::string mac;   // Empty where no key was to be had when it was written.
  // Not in the line itself:
  std::string hash;       // Of this line's bytes.
  std::uint64_t end = 0;  // The journal's byte behind it.
};

}  // namespace model
