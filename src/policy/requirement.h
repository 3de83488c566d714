// Is a requirement met? The rules of document S4 about scopes, times, evidence and guards, as pure
// functions of what is known.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/requirement.h"
#include "model/requirement_state.h"

namespace policy {

// What a dynamic requirement measured.
struct Measure {
  double value = 0;
  std::string summary;
};

// What is known when the question comes. What could not be found out is left open, and what is open
// never denies: the layer fails open.
struct RequirementFacts {
  const model::RequirementRecord* record = nullptr;  // Null: nothing is on file.
  bool is_record_known = true;                       // False: the file could not be read.
  std::int64_t now = 0;                              // Seconds since 1970.
  std::string branch;
  // Today's fingerprint of the content that a satisfaction is bound to.
  std::optional<std::string> fingerprint;
  // Why no file is evidence enough; empty: one is, or none is asked for.
  std::string missing_evidence;
  std::optional<Measure> measure;
  std::vector<std::string> other_sessions;  // Live ones of this project, for people.
  // Who else of the team has touched the files of the call, for people; fresh ones alone.
  std::vector<std::string> claims;
};

enum class Standing {
  met,
  unmet,        // Nobody satisfied it.
  expired,      // Its time is over.
  stale,        // The content that it was satisfied for has changed.
  no_evidence,  // Satisfied, but the file that proves it is missing.
  guarded,      // A guard's condition does not hold.
  exceeded,     // A dynamic one is over its threshold.
  unknown,      // What is on file could not be read. It denies nothing: the layer fails open.
};
std::string_view name_of(Standing standing);

struct RequirementVerdict {
  Standing standing = Standing::met;
  std::optional<model::RequirementEntry> by;  // What it was satisfied by, also where that is over.
  bool over_warning = false;                  // A dynamic one is over its lower threshold.
  bool approved = false;                      // Met by an approval.

  bool is_met() const { return standing == Standing::met || standing == Standing::unknown; }
};

RequirementVerdict judge(const model::Requirement& requirement, const RequirementFacts& facts);

// The entry that would satisfy it by its scope, whether its time is over or not; null for none.
// S4-32 to S4-35, S4-97, B4-8, B4-16.
const model::RequirementEntry* deciding_entry(const model::Requirement& requirement,
                                              const model::RequirementRecord& record,
                                              std::int64_t now);

// Whether an entry of this requirement still counts at that time (B4-21).
bool is_in_time(const model::Requirement& requirement, const model::RequirementEntry& entry,
                std::int64_t now);

// Where a satisfaction of this scope is written: at the requirement's root, or in the session's
// entry.
constexpr bool is_kept_at_root(model::RequirementScope scope) {
  return scope == model::RequirementScope::branch || scope == model::RequirementScope::permanent;
}

}  // namespace policy
