#include "policy/redaction_token.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "policy/redaction_character.h"

namespace policy::redaction {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

enum class Start { anywhere, at_word };    // "task-" ends in "sk-", so short prefixes need a start.
enum class Body { random, fixed, words };  // "sk-folding-cube-container" is a style sheet's class.

struct Format {
  std::string_view prefix;
  std::size_t body_bytes;  // At least; exactly where the body is fixed.
  std::uint8_t alphabet;
  Start start = Start::anywhere;
  Body body = Body::random;
};

constexpr std::array kFormats{
    Format{"sk-", 20, kUrlSafe, Start::at_word, Body::words},
    Format{"sk_live_", 16, kAlnum},
    Format{"sk_test_", 16, kAlnum},
    Format{"rk_live_", 16, kAlnum},
    Format{"ghp_", 36, kAlnum},
    Format{"gho_", 36, kAlnum},
    Format{"ghu_", 36, kAlnum},
    Format{"ghs_", 36, kAlnum},
    Format{"ghr_", 36, kAlnum},
    Format{"github_pat_", 22, kWord},
    Format{"glpat-", 10, kUrlSafe, Start::anywhere, Body::words},
    Format{"xoxa-", 10, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"xoxb-", 10, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"xoxp-", 10, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"xoxr-", 10, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"xoxs-", 10, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"AKIA", 16, kUpper | kDigit, Start::at_word, Body::fixed},
    Format{"ASIA", 16, kUpper | kDigit, Start::at_word, Body::fixed},
    Format{"AIza", 35, kUrlSafe},
    Format{"npm_", 36, kAlnum},
    Format{"hf_", 30, kAlnum, Start::at_word},
};

// Most places of a path fail here, before the table is asked.
constexpr bool may_start_format(char first, char second) {
  switch (first) {
    case 's':
    case 'r':
      return second == 'k';
    case 'g':
      return second == 'h' || second == 'i' || second == 'l';
    case 'x':
      return second == 'o';
    case 'A':
      return second == 'K' || second == 'S' || second == 'I';
    case 'n':
      return second == 'p';
    case 'h':
      return second == 'f';
    default:
      return false;
  }
}

// Two or more short words in lower case. The bound keeps a run of "sk-sk-sk-" linear.
bool is_words(std::string_view text, std::uint8_t alphabet) {
  constexpr std::size_t kWordBytesMax = 12;
  constexpr std::size_t kBytesMax = 80;
  std::size_t words = 1;
  std::size_t word_bytes = 0;
  for (std::size_t i = 0; i < text.size() && is_of(text[i], alphabet); ++i) {
    if (i == kBytesMax) return false;
    if (!is_of(text[i], kAlnum)) {
      ++words;
      word_bytes = 0;
    } else if (!is_of(text[i], kLower) || ++word_bytes > kWordBytesMax) {
      return false;
    }
  }
  return words > 1;
}

std::size_t format_end(std::string_view text, std::size_t begin, const Format& format) {
  if (!text.substr(begin).starts_with(format.prefix)) return kNone;
  const std::size_t body = begin + format.prefix.size();
  // What is too short is counted no further than the bound: only a match may cost its length.
  if (run_end(text.substr(body, format.body_bytes), 0, format.alphabet) < format.body_bytes)
    return kNone;
  const std::size_t bound = body + format.body_bytes;
  switch (format.body) {
    case Body::fixed:
      return bound;
    case Body::words:
      if (is_words(text.substr(body), format.alphabet)) return kNone;
      break;
    case Body::random:
      break;
  }
  return run_end(text, bound, format.alphabet);
}

}  // namespace

std::size_t TokenMatcher::match(std::size_t begin, std::size_t limit) {
  if (limit - begin < kTokenBytesMin) return kNone;
  const char first = text_[begin];
  const char second = text_[begin + 1];
  const std::string_view text = text_.substr(0, limit);
  if (first == 'e' && second == 'y' && text[begin + 2] == 'J') return match_jwt(text, begin);
  if (!may_start_format(first, second)) return kNone;
  // What follows a token starts a word: when the text comes again, a marker will be before it.
  const bool at_word = begin == last_end_ || starts_word(text, begin);
  for (const Format& format : kFormats) {
    if (format.start == Start::at_word && !at_word) continue;
    const std::size_t end = format_end(text, begin, format);
    if (end == kNone) continue;
    last_end_ = end;
    return end;
  }
  return kNone;
}

// header.payload.signature, or the five parts of an encrypted one, of which the second may be
// empty. The first "eyJ" of a run decides for the others in it.
std::size_t TokenMatcher::match_jwt(std::string_view text, std::size_t begin) {
  constexpr std::size_t kHeaderBytesMin = 12;
  constexpr std::size_t kPartBytesMin = 8;
  constexpr int kPartsMax = 4;
  if (begin < no_jwt_before_) return kNone;
  std::size_t end = run_end(text, begin, kUrlSafe);
  no_jwt_before_ = end;
  if (end - begin < kHeaderBytesMin) return kNone;
  std::size_t longest = 0;
  for (int part = 0; part < kPartsMax && end < text.size() && text[end] == '.'; ++part) {
    const std::size_t part_begin = end + 1;
    end = run_end(text, part_begin, kUrlSafe);
    longest = std::max(longest, end - part_begin);
    if (part == 1 && longest < kPartBytesMin) return kNone;
  }
  if (longest < kPartBytesMin) return kNone;
  last_end_ = end;
  return end;
}

}  // namespace policy::redaction
