#include "base/percent.h"

#include "base/text.h"

namespace base {
namespace {

int value_of(char digit) { return is_digit(digit) ? digit - '0' : to_lower(digit) - 'a' + 10; }

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_byte = text[at] == '%' && at + 2 < text.size() && is_hex_digit(text[at + 1]) &&
                         is_hex_digit(text[at + 2]);
    if (!is_byte) {
      plain += text[at];
      continue;
    }
    plain += static_cast<char>(value_of(text[at + 1]) * 16 + value_of(text[at + 2]));
    at += 2;
  }
  return plain;
}

}  // namespace base
