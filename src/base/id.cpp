#include "base/id.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"

namespace base {
namespace {

constexpr std::size_t kUuidChars = 36;

constexpr bool is_dash_position(std::size_t i) { return i == 8 || i == 13 || i == 18 || i == 23; }

std::string uuid_with_version(std::array<std::uint8_t, 16> bytes, unsigned version) {
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | (version << 4U));
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
  std::string text = to_hex(bytes.data(), bytes.size());
  for (const std::size_t dash : {8U, 13U, 18U, 23U}) text.insert(dash, 1, '-');
  return text;
}

}  // namespace

std::optional<std::string> uuid_from_text(std::string_view text) {
  if (text.size() != kUuidChars) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_dash_position(i) ? text[i] != '-' : !is_hex_digit(text[i])) return std::nullopt;
  }
  return to_lower(text);
}

std::string uuid_from_random(std::array<std::uint8_t, 16> random) {
  return uuid_with_version(random, 4);
}

std::string uuid_from_name(std::initializer_list<std::string_view> parts) {
  std::string name = "holdfast-uuid-1";
  for (const std::string_view part : parts) {
    // The length keeps ("ab", "c") and ("a", "bc") apart.
    name.append("\n").append(std::to_string(part.size())).append(":").append(part);
  }
  const Digest digest = sha256(name);
  std::array<std::uint8_t, 16> bytes;
  std::copy_n(digest.begin(), bytes.size(), bytes.begin());
  return uuid_with_version(bytes, 8);
}

bool is_safe_id(std::string_view text) {
  constexpr std::size_t kCharsMax = 128;
  if (text.empty() || text.size() > kCharsMax || !is_alnum(text.front())) return false;
  const auto allowed = [](char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; };
  return std::all_of(text.begin(), text.end(), allowed) &&
         text.find("..") == std::string_view::npos;
}

bool is_commit_id(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         std::all_of(text.begin(), text.end(), is_hex_digit);
}

}  // namespace base
