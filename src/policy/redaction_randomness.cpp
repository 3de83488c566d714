#include "policy/redaction_randomness.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "policy/redaction_character.h"

namespace policy::redaction {
namespace {

constexpr double kEntropyBitsMin = 4.0;
constexpr std::size_t kChunkBytesMin = 4;  // Words are longer than this on average, chance is not.
constexpr std::size_t kUnexplainedBytesMin = 20;
constexpr std::uint8_t kSeparator = kUnderscore | kHyphen | kDot | kBase64Sign;

constexpr std::array<std::uint8_t, 256> kNotHex = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = base::is_hex_digit(static_cast<char>(i)) ? 0 : 1;
  return table;
}();

struct Shape {
  std::size_t chunks = 0;
  std::uint8_t classes = 0;
  bool hex = true;
};

// "Base64Encoder" is three chunks; an upper-case letter and the lower-case ones after it are one.
// Whatever comes next in a random value cannot be foreseen, so nothing here depends on a branch.
Shape shape_of(std::string_view segment) {
  std::size_t chunks = 0;
  unsigned classes = 0;
  unsigned not_hex = 0;
  unsigned last = 0;
  for (const char c : segment) {
    const unsigned now = class_of(c);
    const unsigned goes_on =
        static_cast<unsigned>(last == now) |
        (static_cast<unsigned>(last == kUpper) & static_cast<unsigned>(now == kLower));
    chunks += 1U - goes_on;
    classes |= now;
    not_hex |= kNotHex[static_cast<unsigned char>(c)];
    last = now;
  }
  return {chunks, static_cast<std::uint8_t>(classes), not_hex == 0};
}

// A word, a number, or the id of a commit, an object or a session: what names and paths consist of.
bool is_explained(const Shape& shape, std::size_t size) {
  if (shape.chunks <= 1 || (shape.hex && size >= 4)) return true;
  return (shape.classes & kDigit) == 0 && size >= kChunkBytesMin * shape.chunks;
}

// What is left of a token without the segments that are explained.
struct Rest {
  std::size_t bytes = 0;
  std::size_t chunks = 0;
  std::uint8_t classes = 0;  // Of the whole token.
};

Rest unexplained(std::string_view token) {
  Rest rest;
  for (std::size_t begin = 0; begin < token.size();) {
    std::size_t end = begin;
    while (end < token.size() && !is_of(token[end], kSeparator)) ++end;
    const Shape shape = shape_of(token.substr(begin, end - begin));
    if (!is_explained(shape, end - begin)) {
      rest.bytes += end - begin;
      rest.chunks += shape.chunks;
    }
    rest.classes |= shape.classes;
    begin = end + 1;
  }
  return rest;
}

// Shannon's entropy of a character. The logarithm is taken once for each count that occurs: in a
// value of 64 characters most occur once, twice or three times.
double entropy_bits(std::string_view token) {
  constexpr std::size_t kCharacters = 128;  // A token is ASCII.
  constexpr std::size_t kSmall = 16;
  std::array<std::uint32_t, kCharacters> counts{};
  for (const char c : token) ++counts[static_cast<unsigned char>(c) % kCharacters];
  std::array<std::uint32_t, kSmall> with_count{};
  double sum = 0;
  for (const std::uint32_t count : counts) {
    if (count < kSmall) {
      ++with_count[count];
    } else {
      sum += static_cast<double>(count) * std::log2(static_cast<double>(count));
    }
  }
  for (std::size_t count = 2; count < kSmall; ++count) {
    if (with_count[count] == 0) continue;
    sum += with_count[count] * (static_cast<double>(count) * std::log2(static_cast<double>(count)));
  }
  const auto size = static_cast<double>(token.size());
  return std::log2(size) - sum / size;
}

}  // namespace

bool looks_random(std::string_view token) {
  if (token.size() < kRandomBytesMin) return false;
  if (token.starts_with("_Z")) return false;  // A C++ symbol, as linkers and profilers print it.
  const Rest rest = unexplained(token);
  return (rest.classes & kAlnum) == kAlnum && rest.bytes >= kUnexplainedBytesMin &&
         rest.bytes < kChunkBytesMin * rest.chunks && entropy_bits(token) >= kEntropyBitsMin;
}

bool has_word_structure(std::string_view token) {
  const Rest rest = unexplained(token);
  return rest.bytes >= kChunkBytesMin * rest.chunks || 3 * rest.bytes <= token.size();
}

}  // namespace policy::redaction
