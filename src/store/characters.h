// Characters of UTF-8 text, one at a time, for the formats of a program that counts in characters.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace store {

struct Character {
  // kNoCharacter for a byte that begins none. Surrogates in three bytes are taken as they stand:
  // Python writes them, and what is read must be written back.
  char32_t code = 0;
  std::size_t bytes = 1;
};
inline constexpr char32_t kNoCharacter = 0xFFFF'FFFF;

constexpr bool is_surrogate(char32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

// The first one of `text`, which is not empty.
Character first_character(std::string_view text);

// Letters and digits of every script, as Python's str.isalnum has them (Unicode 14).
bool is_letter_or_digit(char32_t code);

// The same text with U+FFFD for every byte that is no part of a character.
std::string valid_utf8(std::string_view text);

}  // namespace store
