// The part of a branch file that a decision needs. A hook asks for it on every call, so it is taken
// out of the stream of values and no tree is built; BranchDocument::view gives the same.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/requirement_state.h"
#include "store/session_keys.h"

namespace store {

inline constexpr std::size_t kBranchBytesMax = 16U * 1024 * 1024;
// Our own metadata may be nested as deep as base::parse_json allows, and lies five levels down.
inline constexpr int kBranchDepthMax = 256;
inline constexpr std::string_view kBranchVersion = "1.0";

// parse_error. `what` says why.
base::Error not_a_branch_file(const std::string& what);

struct BranchFileView {
  // `branch` is the one that the file names. With a version that is not understood there is nothing
  // else, and read_only is set.
  model::BranchView view;
  std::string anchor;
};
// parse_error for what is no such file, too_large for more than kBranchBytesMax.
base::Result<BranchFileView> read_branch_view(std::string bytes, std::string_view session);

// The branch that a file names, read no further than to there; nothing where it names none.
std::optional<std::string> branch_named_in(std::string bytes);

// A requirement as it was read, before it is known which of the keys is the session's.
struct SeenRequirement {
  struct Entry {
    std::string_view key;
    std::string_view owner;
    bool is_object = false;
    model::RequirementEntry entry;
  };
  bool is_object = false;
  bool has_root = false;
  model::RequirementEntry root;
  // Those under a key of the session, in the file's order. Of two with one key the last counts.
  std::vector<Entry> entries;
};
using SeenRequirements = std::map<std::string_view, SeenRequirement>;

// Tells `keys` of every entry, then picks the session's own.
model::BranchView assembled(SeenRequirements seen, SessionKeys& keys);

// The members of an entry that a decision needs.
enum class EntryField {
  satisfied,
  satisfied_at,
  satisfied_by,
  expires_at,
  triggered,
  triggered_at,
  fingerprint,
  pending,
};
std::optional<EntryField> entry_field(std::string_view key);
// A value that is not of the member's type is as good as none.
void reset_field(model::RequirementEntry& entry, EntryField field);
void set_flag(model::RequirementEntry& entry, EntryField field, bool value);
void set_text(model::RequirementEntry& entry, EntryField field, std::string_view text);
// `number` as the file spells it. A fraction is cut off; what 64 bits do not hold is the largest or
// smallest that they do.
void set_number(model::RequirementEntry& entry, EntryField field, std::string_view number);
std::optional<std::int64_t> seconds_from_text(std::string_view number);

}  // namespace store
