// Notes that nobody can change unseen: canonical JSON under HMAC-SHA256. See docs/format/note.md.
#pragma once
#include <string>
#include <string_view>

#include "base/json.h"
#include "store/keyring.h"

namespace store {

constexpr std::size_t kNoteBytesWarn = 256 * 1024;
constexpr std::size_t kNoteBytesMax = 4 * 1024 * 1024;

struct SealedNote {
  std::string bytes;       // Pretty JSON with `_signature`.
  std::string signature;   // 64 hexadecimal digits.
  base::JsonBox document;  // As signed: with keyId, without `_signature`.
};

// Signs an object. Sets "keyId"; takes out an old "_signature". too_large over the limit.
base::Result<SealedNote> seal_note(base::Json document, const Key& key);

struct OpenedNote {
  base::JsonBox document;  // Without `_signature`.
  std::string signature;
};

// Reads and verifies. parse_error, signature_invalid (also where no key has the note's keyId), or
// no_secret where there is no key at all. The caller checks whose note it is.
base::Result<OpenedNote> open_note(std::string_view bytes, Keyring& keys);

// The same without a look at the signature, for bytes that a head record has vouched for under its
// own MAC.
base::Result<OpenedNote> read_attested_note(std::string_view bytes);

// HMAC-SHA256 in hexadecimal digits over the canonical JSON of `document`.
base::Result<std::string> signature_of(const base::Json& document, const Key& key);

}  // namespace store
