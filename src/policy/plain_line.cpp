#include "policy/plain_line.h"

#include <cstdint>

#include "base/text.h"
#include "policy/redaction.h"

namespace policy {
namespace {

constexpr std::size_t kReadBytesMax = 64 * 1024;
constexpr std::string_view kCut = "…";

struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool is_valid = false;
};

// The character at `at`; one byte that is not valid where there is none.
Character character_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {1, first, true};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const std::string_view encoded = text.substr(at, bytes);
  if (encoded.size() < bytes || !base::is_utf8(encoded)) return {};
  char32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    code = (code << 6U) | (static_cast<unsigned char>(encoded[i]) & 0x3FU);
  }
  return {bytes, code, true};
}

bool is_blank(char32_t code) {
  return code <= 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0x2028 || code == 0x2029;
}

// What a reader does not see but a model or a terminal obeys.
bool is_invisible(char32_t code) {
  return code == 0xAD || code == 0x61C || code == 0x180E || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
         (code >= 0xFE00 && code <= 0xFE0F) || code == 0xFEFF ||
         (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE0FFF);
}

std::string one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  bool is_after_blank = true;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::string_view bytes = text.substr(at, character.bytes);
    at += character.bytes;
    if (character.is_valid && is_invisible(character.code)) continue;
    if (character.is_valid && is_blank(character.code)) {
      if (!is_after_blank) line += ' ';
      is_after_blank = true;
      continue;
    }
    is_after_blank = false;
    line += character.is_valid ? bytes : "?";
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// Redacted before and after it becomes a line: a key of several lines is known by its lines, one
// with an invisible character inside only without it.
std::string redacted_line(std::string_view text) {
  return one_line(redact(one_line(redact(clip_words(text, kReadBytesMax)))));
}

std::string_view escape_of(std::string_view character) {
  if (character == "&") return "&amp;";
  if (character == "<") return "&lt;";
  if (character == ">") return "&gt;";
  return character;
}

std::string fitted(std::string_view line, std::size_t bytes_max, bool escapes) {
  std::string text;
  std::size_t end_with_cut = 0;  // Where the text may end so that the mark of a cut still fits.
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t bytes = character_at(line, at).bytes;
    const std::string_view character = line.substr(at, bytes);
    const std::string_view piece = escapes ? escape_of(character) : character;
    if (text.size() + piece.size() > bytes_max) {
      text.resize(end_with_cut);
      if (text.size() + kCut.size() <= bytes_max) text += kCut;
      return text;
    }
    text += piece;
    if (text.size() + kCut.size() <= bytes_max) end_with_cut = text.size();
    at += bytes;
  }
  return text;
}

}  // namespace

std::string_view clip_words(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && !base::is_space(text[end])) --end;
  return text.substr(0, end);
}

std::string plain_line(std::string_view text, std::size_t bytes_max) {
  return fitted(redacted_line(text), bytes_max, false);
}

std::string escaped_line(std::string_view text, std::size_t bytes_max) {
  return fitted(redacted_line(text), bytes_max, true);
}

}  // namespace policy
