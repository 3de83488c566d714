#include "policy/redaction_token.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "policy/redaction_character.h"

namespace policy::redaction {
namespace {

enum class Start { anywhere, at_word };  // "task-" ends in "sk-", so short prefixes need a start.
// "sk-folding-cube-container" is a style sheet's class; "dapi" and more letters may be a name.
enum class Body { random, fixed, fixed_hex, words };

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
    // Beyond the table of the specification: issuers whose tokens agents meet often.
    Format{"rk_test_", 16, kAlnum},
    Format{"whsec_", 24, kAlnum | kBase64Sign},
    Format{"glrt-", 20, kUrlSafe, Start::anywhere, Body::words},
    Format{"gldt-", 20, kUrlSafe, Start::anywhere, Body::words},
    Format{"xapp-", 20, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"xoxe-", 20, kAlnum | kHyphen, Start::anywhere, Body::words},
    Format{"ya29.", 30, kUrlSafe, Start::at_word},
    Format{"GOCSPX-", 20, kUrlSafe},
    Format{"SG.", 60, kUrlSafe | kDot, Start::at_word},
    Format{"shpat_", 32, kAlnum},
    Format{"shpss_", 32, kAlnum},
    Format{"dop_v1_", 64, kAlnum},
    Format{"dapi", 32, kLower | kDigit, Start::at_word, Body::fixed_hex},
    Format{"pypi-", 40, kUrlSafe},
    Format{"hvs.", 24, kUrlSafe, Start::at_word},
    Format{"lin_api_", 32, kAlnum},
    Format{"dckr_pat_", 20, kUrlSafe},
    Format{"figd_", 30, kUrlSafe},
    Format{"sbp_", 40, kLower | kDigit},
    Format{"PMAK-", 40, kAlnum | kHyphen},
    Format{"NRAK-", 24, kAlnum},
    Format{"gsk_", 40, kAlnum, Start::at_word},
    Format{"ATATT3", 40, kUrlSafe | kBase64Sign, Start::at_word},
    Format{"AGE-SECRET-KEY-1", 40, kUpper | kDigit},
};

// The first two letters of a token, as one bit that both have in common: most places of a path fail
// here, before the table of formats is asked.
struct LetterPair {
  std::string_view first;
  std::string_view second;
};
constexpr std::array kLetterPairs{
    LetterPair{"sr", "k"},    LetterPair{"g", "hils"}, LetterPair{"x", "oa"},
    LetterPair{"A", "KSIGT"}, LetterPair{"n", "p"},    LetterPair{"h", "fv"},
    LetterPair{"e", "y"},     LetterPair{"w", "h"},    LetterPair{"y", "a"},
    LetterPair{"G", "O"},     LetterPair{"S", "G"},    LetterPair{"s", "hb"},
    LetterPair{"d", "oac"},   LetterPair{"p", "y"},    LetterPair{"l", "i"},
    LetterPair{"f", "i"},     LetterPair{"P", "M"},    LetterPair{"N", "R"}};

constexpr std::array<std::uint32_t, 256> pair_bits(std::string_view LetterPair::*letters) {
  std::array<std::uint32_t, 256> bits{};
  for (std::size_t i = 0; i < kLetterPairs.size(); ++i) {
    for (const char c : kLetterPairs[i].*letters) bits[static_cast<unsigned char>(c)] |= 1U << i;
  }
  return bits;
}
constexpr std::array<std::uint32_t, 256> kFirstBits = pair_bits(&LetterPair::first);
constexpr std::array<std::uint32_t, 256> kSecondBits = pair_bits(&LetterPair::second);

constexpr bool may_start_token(const char* at) {
  return (kFirstBits[static_cast<unsigned char>(at[0])] &
          kSecondBits[static_cast<unsigned char>(at[1])]) != 0;
}

constexpr bool every_format_may_start() {
  for (const Format& format : kFormats) {
    if (!may_start_token(format.prefix.data())) return false;
  }
  return true;
}
static_assert(every_format_may_start());

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

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), base::is_hex_digit);
}

std::size_t format_end(std::string_view text, std::size_t begin, const Format& format) {
  if (!has_mark_at(text, begin, format.prefix)) return kNone;
  const std::size_t body = begin + format.prefix.size();
  // What is too short is counted no further than the bound: only a match may cost its length.
  if (run_end(text.substr(body, format.body_bytes), 0, format.alphabet) < format.body_bytes)
    return kNone;
  const std::size_t bound = body + format.body_bytes;
  switch (format.body) {
    case Body::fixed:
      return bound;
    case Body::fixed_hex:
      return is_hex(text.substr(body, format.body_bytes)) ? bound : kNone;
    case Body::words:
      if (is_words(text.substr(body), format.alphabet)) return kNone;
      break;
    case Body::random:
      break;
  }
  return run_end(text, bound, format.alphabet);
}

}  // namespace

TokenMatcher::Range TokenMatcher::next(std::size_t begin, std::size_t limit) {
  for (std::size_t at = begin; limit - at >= kTokenBytesMin; ++at) {
    if (!may_start_token(text_.data() + at)) continue;
    const std::size_t end = match(at, limit);
    if (end != kNone) return {at, end};
  }
  return {limit, limit};
}

std::size_t TokenMatcher::match(std::size_t begin, std::size_t limit) {
  const std::string_view text = text_.substr(0, limit);
  if (text[begin] == 'e') return text[begin + 2] == 'J' ? match_jwt(text, begin) : kNone;
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
