// Classes of bytes and places in a text, as the matchers of redaction ask for them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.h"

namespace policy::redaction {

inline constexpr std::size_t kNone = std::string_view::npos;

// A byte can be of several classes; a set of classes is their sum.
enum Class : std::uint8_t {
  kUpper = 1,
  kLower = 2,
  kDigit = 4,
  kUnderscore = 8,
  kHyphen = 16,
  kDot = 32,
  kBase64Sign = 64,  // '+' and '/'
  kQuote = 128,      // The backtick counts: Markdown quotes values with it.
};
inline constexpr std::uint8_t kAlnum = kUpper | kLower | kDigit;
inline constexpr std::uint8_t kWord = kAlnum | kUnderscore;
inline constexpr std::uint8_t kUrlSafe = kWord | kHyphen;
inline constexpr std::uint8_t kKey = kUrlSafe | kDot;
inline constexpr std::uint8_t kToken = kKey | kBase64Sign;

inline constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kUpper;
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kLower;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit;
  classes['_'] = kUnderscore;
  classes['-'] = kHyphen;
  classes['.'] = kDot;
  classes['+'] = classes['/'] = kBase64Sign;
  classes['"'] = classes['\''] = classes['`'] = kQuote;
  return classes;
}();

constexpr std::uint8_t class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
constexpr bool is_of(char c, std::uint8_t classes) { return (class_of(c) & classes) != 0; }

// One bit for each letter, whatever its case; zero for everything else.
constexpr std::uint32_t letter_bit(char c) {
  return base::is_alpha(c) ? 1U << (base::to_lower(c) - 'a') : 0;
}

// The first place from `begin` on that is not of `classes`.
constexpr std::size_t run_end(std::string_view text, std::size_t begin, std::uint8_t classes) {
  while (begin < text.size() && is_of(text[begin], classes)) ++begin;
  return begin;
}

constexpr std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

constexpr std::size_t skip_backslashes(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == '\\') ++at;
  return at;
}

// For marks of a few bytes, where a comparison of memory costs more than it saves.
constexpr bool has_mark_at(std::string_view text, std::size_t at, std::string_view mark) {
  if (at > text.size() || text.size() - at < mark.size()) return false;
  for (std::size_t i = 0; i < mark.size(); ++i) {
    if (text[at + i] != mark[i]) return false;
  }
  return true;
}

// `lower` is a word in lower case; the text may be in any.
constexpr bool has_word_at(std::string_view text, std::size_t at, std::string_view lower) {
  if (at > text.size() || text.size() - at < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (base::to_lower(text[at + i]) != lower[i]) return false;
  }
  return true;
}

constexpr bool is_word(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() && has_word_at(text, 0, lower);
}

constexpr bool ends_with_word(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && has_word_at(text, text.size() - lower.size(), lower);
}

// The letters after a backslash that stand for a control character in JSON and in most languages.
constexpr bool is_escape_letter(char c) {
  return c == 'n' || c == 'r' || c == 't' || c == 'b' || c == 'f';
}

// True where no letter or digit comes before, an escape ("\n") or a percent code ("%20") aside.
constexpr bool starts_word(std::string_view text, std::size_t at) {
  if (at == 0 || !is_of(text[at - 1], kAlnum)) return true;
  if (at >= 2 && text[at - 2] == '\\') return is_escape_letter(text[at - 1]);
  return at >= 3 && text[at - 3] == '%' && base::is_hex_digit(text[at - 2]) &&
         base::is_hex_digit(text[at - 1]);
}

// A run that starts with the letters of an escape belongs to the text only after them: replacing
// them would leave a backslash alone and break the JSON around it.
constexpr std::size_t skip_escape(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin == 0 || begin == end || text[begin - 1] != '\\') return begin;
  if (is_escape_letter(text[begin]) || text[begin] == '/') return begin + 1;
  if (text[begin] != 'u' || end - begin < 5) return begin;
  for (std::size_t i = 1; i <= 4; ++i) {
    if (!base::is_hex_digit(text[begin + i])) return begin;
  }
  return begin + 5;
}

}  // namespace policy::redaction
