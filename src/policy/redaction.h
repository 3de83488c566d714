// Takes secrets out of text before it is written anywhere (docs/spec/model.md 4.9).
#pragma once
#include <string>
#include <string_view>

namespace policy {

// Replaces the value of every secret with "[REDACTED]" and keeps everything else, keys included.
// Works on any bytes, in time linear in their number. Git ids, UUIDs, digests, paths, identifiers
// and "token: 2000" stay. `changed`, where given, is set if anything was replaced.
std::string redact(std::string_view text, bool* changed = nullptr);

}  // namespace policy
