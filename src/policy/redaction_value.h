// Where the value behind a key starts and ends: in quotes, in quotes of embedded JSON, or bare.
#pragma once
#include <cstddef>
#include <string_view>

namespace policy::redaction {

struct Value {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool quoted = false;

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// Reads the value at `at`. A quoted value is what lies between its quotes; without a closing quote
// it ends with the line. A bare one ends at a blank, a quote, an escape or the next pair
// ("&user="), and leaves closing brackets and punctuation outside.
Value read_value(std::string_view text, std::size_t at);

// A bare value whatever it starts with.
Value read_bare_value(std::string_view text, std::size_t at);

// Where the string that is open at `begin` ends: at its quote or the backslashes before it, or npos
// where the line has none. `backslashes` is how many stood before the opening quote.
std::size_t closing_quote(std::string_view text, std::size_t begin, char quote,
                          std::size_t backslashes);

// True where a key and its ':' or '=' stand at `at`.
bool has_pair_at(std::string_view text, std::size_t at);

}  // namespace policy::redaction
