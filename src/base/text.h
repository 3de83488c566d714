// Small questions about bytes and text that more than one layer asks. ASCII only, no locale.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

// The bytes as the C libraries take them.
inline const unsigned char* unsigned_data(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_alpha(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// A control character of ASCII, DEL among them.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string to_lower(std::string_view text);
std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// A number with its noun: "1 run", "2 runs". The plural ends in s, or is `many`.
std::string counted(std::uint64_t number, std::string_view noun);
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

// A whole decimal number without sign, space or leading plus; nothing where it does not fit.
std::optional<std::uint64_t> to_number(std::string_view text);

// The longest prefix of at most `bytes_max` bytes that ends between two UTF-8 characters.
std::string_view clip_utf8(std::string_view text, std::size_t bytes_max);

// In front of a text of UTF-8 it says nothing; some editors put it there.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

// As Unicode defines it: no overlong form, no surrogate, nothing beyond U+10FFFF.
bool is_utf8(std::string_view text);

// Shell wildcards: `*` for any run, `?` for one character. The whole text must match.
bool matches_wildcard(std::string_view pattern, std::string_view text);

}  // namespace base
