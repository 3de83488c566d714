// The spelling of one journal line, shared by writer and reader.
//
//   line = {"seq":N,"at":"…","kind":"…","actor":"…","payload":{…},"prev":"<64 hex>","key":"<id>",
//           "mac":"<64 hex>"}
//
// in exactly this order and without spaces. `prev` is the SHA-256 of the line before, without its
// newline; 64 zeros for the first. `mac` is HMAC-SHA256 under `key` over "holdfast-journal-1\n" and
// the line's bytes up to `,"mac"`. Where no key was to be had, key and mac are "".
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/journal_event.h"
#include "store/keyring.h"

namespace store {

inline constexpr std::string_view kNoHash =
    "0000000000000000000000000000000000000000000000000000000000000000";

// Without the newline. `key` may be null.
std::string journal_line(const model::JournalEvent& event, const Key* key);

std::string journal_line_hash(std::string_view line);

// parse_error where it is not a line of ours.
base::Result<model::JournalEvent> journal_event_from_line(std::string_view line);

enum class MacCheck { good, bad, absent, key_unknown };
MacCheck check_mac(std::string_view line, Keyring& keys);

// The number of a line without parsing it; nothing where it does not start as ours do.
std::optional<std::uint64_t> seq_of_line(std::string_view line);

}  // namespace store
