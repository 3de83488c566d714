// Takes secrets out of text before it is written anywhere (docs/spec/model.md 4.9,
// docs/redaction.md).
#pragma once
#include <string>
#include <string_view>

namespace policy {

// Replaces the value of every secret with "[REDACTED]", every block between <private> and
// </private> with "[PRIVATE]", and keeps everything else, keys included. A text that was cut may be
// given: a block that is not closed goes to its end. Works on any bytes, in time linear in their
// number. Git ids, UUIDs, digests, paths, identifiers and "token: 2000" stay. `changed`, where
// given, is set if anything was replaced.
std::string redact(std::string_view text, bool* changed = nullptr);

}  // namespace policy
