// Credentials of HTTP: the Authorization header, and "Bearer x" wherever it stands.
#pragma once
#include <cstddef>
#include <string_view>

#include "policy/redaction_edit.h"

namespace policy::redaction {

// Both ask about the run text[begin, end).
bool is_authorization(std::string_view text, std::size_t begin, std::size_t end);
bool is_bearer(std::string_view text, std::size_t begin, std::size_t end);

// Replaces what stands behind the scheme. `key` is where the header's name starts, `value` where
// its value does. Returns where to go on, or npos where the value has no scheme.
std::size_t redact_authorization(std::string_view text, std::size_t key, std::size_t value,
                                 Edit& edit);

// `at` is behind the word. Returns where to go on.
std::size_t redact_bearer(std::string_view text, std::size_t at, Edit& edit);

}  // namespace policy::redaction
