// What is known of one session's requirements on one branch: the part of a branch file that a
// decision needs. Times are whole seconds since 1970, as in the file.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/requirement.h"

namespace model {

// An entry of a session, or the one at a requirement's root.
struct RequirementEntry {
  bool satisfied = false;
  std::optional<std::int64_t> satisfied_at;
  std::string satisfied_by;  // cli, skill, approval, carry_over, manual, auto, tool …
  std::optional<std::int64_t> expires_at;
  bool triggered = false;
  std::optional<std::int64_t> triggered_at;
  std::string fingerprint;  // Of the content that it was satisfied for; empty: of none.
  std::string pending;      // The skill that satisfies it at the end of this turn.
};

struct RequirementRecord {
  std::optional<RequirementEntry> root;
  std::optional<RequirementEntry> own;        // The session's.
  std::optional<RequirementEntry> permanent;  // From _permanent.json, or null.
};

struct BranchView {
  std::string branch;
  std::map<std::string, RequirementRecord, std::less<>> records;
  bool read_only = false;  // A version that is not understood: nothing is known, nothing written.

  // Null where nothing is known of it.
  const RequirementRecord* find(std::string_view requirement) const {
    const auto found = records.find(requirement);
    return found == records.end() ? nullptr : &found->second;
  }
};

// How something was satisfied.
struct Satisfaction {
  std::int64_t at = 0;
  std::string by;          // "skill"
  base::JsonBox metadata;  // An object, or null.
  std::optional<std::int64_t> expires_at;
  std::string fingerprint;
};

// The eight characters that stand for a conversation in these files: of a full UUID the first
// eight, in lower case; every other id as it is, since S1's and S2's ids share their beginnings.
std::string short_session_id(std::string_view id);

}  // namespace model
