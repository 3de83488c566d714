// The entries of a branch file: what single members of them say, and moving them from whole ids to
// the short keys that stand for them.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/json.h"

namespace store {

// The members of an entry that tell of one satisfaction; they come and go together.
inline constexpr std::array<const char*, 6> kSatisfactionMembers{
    "satisfied", "satisfied_at", "satisfied_by", "metadata", "expires_at", "fingerprint"};

// An entry may name the session it belongs to; empty where it does not.
std::string_view owner_of(const base::Json& entry);
std::optional<std::int64_t> seconds_of(const base::Json& object, const char* key);
// Whether the member is there and says so.
bool is_true(const base::Json& object, const char* key);

// Entries under a whole UUID go to the key that BranchDocument::session_key tells: of every
// session, or of `only` one. Where an entry stands there already the two become one: what is
// satisfied comes from the newer, either can have been triggered, nothing else is lost (S4-20,
// B4-19). False where there was nothing to do.
bool shorten_keys(base::Json& document, std::string_view only = {});

}  // namespace store
