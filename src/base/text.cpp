#include "base/text.h"

#include <charconv>

namespace base {

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += separator;
    joined += parts[i];
  }
  return joined;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return counted(number, noun, std::string(noun) + "s");
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

std::optional<std::uint64_t> to_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (text.empty() || error != std::errc{} || end != last) return std::nullopt;
  return number;
}

std::string_view clip_utf8(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

bool is_utf8(std::string_view text) {
  const auto in_tail = [&](std::size_t at, unsigned low, unsigned high) {
    if (at >= text.size()) return false;
    const unsigned byte = static_cast<unsigned char>(text[at]);
    return byte >= low && byte <= high;
  };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      i += 1;
    } else if (first >= 0xC2 && first <= 0xDF) {
      if (!in_tail(i + 1, 0x80, 0xBF)) return false;
      i += 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
      const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
      const unsigned high = first == 0xED ? 0x9F : 0xBF;
      if (!in_tail(i + 1, low, high) || !in_tail(i + 2, 0x80, 0xBF)) return false;
      i += 3;
    } else if (first >= 0xF0 && first <= 0xF4) {
      const unsigned low = first == 0xF0 ? 0x90 : 0x80;
      const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
      if (!in_tail(i + 1, low, high) || !in_tail(i + 2, 0x80, 0xBF) ||
          !in_tail(i + 3, 0x80, 0xBF)) {
        return false;
      }
      i += 4;
    } else {
      return false;
    }
  }
  return true;
}

bool matches_wildcard(std::string_view pattern, std::string_view text) {
  // Greedy with one point to come back to: linear in practice, never exponential.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace base
