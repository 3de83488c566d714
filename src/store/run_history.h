// A run's past out of its journal: state changes are patches, and patches can be applied again.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/ids.h"
#include "store/journal.h"
#include "store/keyring.h"

namespace store {

// One "state" line of a journal.
struct StateLine {
  std::int64_t version = 0;
  std::string at;
  std::string actor;
  std::string what;
  std::string signature;
  std::string hash;       // Of the line.
  std::uint64_t end = 0;  // The journal's byte behind it.
  base::JsonBox patch;
  bool voided = false;  // The change was journalled but never saved.
};

// All of them from byte `offset` on, oldest first.
base::Result<std::vector<StateLine>> state_lines(Journal& journal, const model::RunId& run,
                                                 std::uint64_t offset);

struct PastState {
  std::int64_t version = 0;
  base::JsonBox document;
};

// The state at `version`, or the newest that can be had without one. Every step's signature is
// checked against the journal's; not_found where the version is not in the journal.
base::Result<PastState> replay(Journal& journal, Keyring& keys, const model::RunId& run,
                               std::optional<std::int64_t> version);

}  // namespace store
