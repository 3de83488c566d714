// Values that stand behind a secret's key and are none: numbers, placeholders, paths, code, prose.
#pragma once
#include <cstddef>
#include <string_view>

#include "policy/redaction_key.h"
#include "policy/redaction_value.h"

namespace policy::redaction {

// "<token>", "${TOKEN}", "$TOKEN", "xxx", "***", "your-token-here", "[REDACTED]" and their like.
bool is_placeholder(std::string_view value);

// "sha256:...", "sha512-...".
bool is_digest(std::string_view value);

// How a value came about: the key before it, and whether "key: " was written as in prose.
struct Origin {
  KeyKind kind = KeyKind::none;
  std::string_view key;
  bool after_spaced_colon = false;
};

// Where code goes on behind the bracket, the command or the URL scheme that a bare value starts
// with; npos where it starts with none. Asked before the value is read, which keeps the time of
// nested ones linear.
std::size_t code_end(std::string_view text, std::size_t at, const Origin& origin);

// npos for a secret. Else where the text goes on behind what proves that the value is none; that
// part may hold no secret of its own.
std::size_t plain_end(std::string_view text, const Value& value, const Origin& origin);

}  // namespace policy::redaction
