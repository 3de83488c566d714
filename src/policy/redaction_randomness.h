// Is a long token a random value, or a name, a path or a hexadecimal id?
#pragma once
#include <cstddef>
#include <string_view>

namespace policy::redaction {

inline constexpr std::size_t kRandomBytesMin = 40;

// For a run of base64 characters, either alphabet, without its '=' tail.
bool looks_random(std::string_view token);

// True where the token falls apart into words: by case, digits and separators.
bool has_word_structure(std::string_view token);

}  // namespace policy::redaction
