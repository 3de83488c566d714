#include "http/target.h"

#include <charconv>

#include "base/text.h"

namespace http {
namespace {

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      decoded += text[at];
      continue;
    }
    unsigned byte = 0;
    const char* const digits = text.data() + at + 1;
    if (text.size() - at < 3 || !base::is_hex_digit(digits[0]) || !base::is_hex_digit(digits[1])) {
      return std::nullopt;
    }
    std::from_chars(digits, digits + 2, byte, 16);
    decoded += static_cast<char>(byte);
    at += 2;
  }
  if (decoded.find('\0') != std::string::npos) return std::nullopt;
  return decoded;
}

}  // namespace

std::optional<Target> target_from_text(std::string_view text) {
  bool is_absolute = false;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (base::to_lower(text.substr(0, scheme.size())) != scheme) continue;
    const std::size_t path = text.find_first_of("/?", scheme.size());
    text.remove_prefix(path == std::string_view::npos ? text.size() : path);
    is_absolute = true;
    break;
  }
  if (text.find('#') != std::string_view::npos) return std::nullopt;
  const std::size_t question = text.find('?');
  std::string_view path = text.substr(0, question);
  if (is_absolute && path.empty()) path = "/";
  if (!path.starts_with('/')) return std::nullopt;
  auto decoded = percent_decoded(path);
  if (!decoded) return std::nullopt;
  Target target{*std::move(decoded), ""};
  if (question != std::string_view::npos) target.query = text.substr(question + 1);
  return target;
}

}  // namespace http
