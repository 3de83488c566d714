#include "policy/redaction_filter.h"

#include <cstdint>

#include "policy/redaction_character.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace policy::redaction {
namespace {

// Each needle is three bytes. Letters are compared with the bit set that tells cases apart, which
// makes no other byte a letter.
constexpr char kCaseBit = 0x20;

struct KeywordNeedle {
  static bool is_at(const char* at) {
    const char a = static_cast<char>(at[0] | kCaseBit);
    const char b = static_cast<char>(at[1] | kCaseBit);
    const char c = static_cast<char>(at[2] | kCaseBit);
    return (a == 's' && b == 's' && (c == 'w' || c == 'p')) || (a == 'c' && b == 'r' && c == 'e') ||
           (a == 'k' && b == 'e' && (c == 'y' || c == 'n')) || (a == 'b' && b == 'e' && c == 'a') ||
           (a == 'u' && b == 't' && c == 'h') ||
           ((at[0] == '_' || at[0] == '-') && b == 'p' && (c == 'a' || c == 'w'));
  }
};

struct UrlNeedle {
  static bool is_at(const char* at) { return at[0] == ':' && at[1] == '/' && at[2] == '/'; }
};

struct PrivateNeedle {
  static bool is_at(const char* at) {
    return (at[0] | kCaseBit) == 'r' && (at[1] | kCaseBit) == 'i' && (at[2] | kCaseBit) == 'v';
  }
};

constexpr std::size_t kNeedleBytes = 3;

template <typename Needle>
std::size_t find_plainly(std::string_view text, std::size_t at) {
  for (; text.size() - at >= kNeedleBytes; ++at) {
    if (Needle::is_at(text.data() + at)) return at;
  }
  return text.size();
}

#ifdef __SSE2__
constexpr std::size_t kLane = 16;

__m128i load(const char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }
__m128i equal(__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }
__m128i any(__m128i a, __m128i b) { return _mm_or_si128(a, b); }
__m128i both(__m128i a, __m128i b) { return _mm_and_si128(a, b); }
__m128i all_three(__m128i a, __m128i b, __m128i c) { return both(both(a, b), c); }
__m128i in_lower_case(__m128i bytes) { return any(bytes, _mm_set1_epi8(kCaseBit)); }

// Each lane's byte is a needle's first one; `b` and `c` are the bytes behind it.
__m128i matches(KeywordNeedle /*needle*/, __m128i a, __m128i b, __m128i c) {
  const __m128i separator = any(equal(a, '_'), equal(a, '-'));
  a = in_lower_case(a);
  b = in_lower_case(b);
  c = in_lower_case(c);
  const __m128i b_is_e = equal(b, 'e');
  const __m128i pass = all_three(equal(a, 's'), equal(b, 's'), any(equal(c, 'w'), equal(c, 'p')));
  const __m128i secret = all_three(equal(a, 'c'), equal(b, 'r'), equal(c, 'e'));
  const __m128i key = all_three(equal(a, 'k'), b_is_e, any(equal(c, 'y'), equal(c, 'n')));
  const __m128i bearer = all_three(equal(a, 'b'), b_is_e, equal(c, 'a'));
  const __m128i authorization = all_three(equal(a, 'u'), equal(b, 't'), equal(c, 'h'));
  const __m128i short_pass = all_three(separator, equal(b, 'p'), any(equal(c, 'a'), equal(c, 'w')));
  return any(any(any(pass, secret), any(key, bearer)), any(authorization, short_pass));
}

__m128i matches(UrlNeedle /*needle*/, __m128i a, __m128i b, __m128i c) {
  return all_three(equal(a, ':'), equal(b, '/'), equal(c, '/'));
}

__m128i matches(PrivateNeedle /*needle*/, __m128i a, __m128i b, __m128i c) {
  return all_three(equal(in_lower_case(a), 'r'), equal(in_lower_case(b), 'i'),
                   equal(in_lower_case(c), 'v'));
}

template <typename Needle>
std::size_t find(std::string_view text, std::size_t at) {
  for (; text.size() - at >= kLane + kNeedleBytes - 1; at += kLane) {
    const char* const bytes = text.data() + at;
    const int found =
        _mm_movemask_epi8(matches(Needle{}, load(bytes), load(bytes + 1), load(bytes + 2)));
    if (found != 0)
      return at + static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(found)));
  }
  return find_plainly<Needle>(text, at);
}

// Bytes from `first` to `last`; `bytes` are compared as signed ones, of which none below zero fits.
__m128i between(__m128i bytes, char first, char last) {
  return both(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1))),
              _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(last + 1))));
}

// One bit for each of sixteen bytes: is it of kToken?
std::uint64_t token_bits(const char* at) {
  const __m128i bytes = load(at);
  const __m128i letter = between(in_lower_case(bytes), 'a', 'z');
  const __m128i digit_or_sign = between(bytes, '-', '9');  // '-', '.', '/' and the digits.
  const __m128i other = any(equal(bytes, '_'), equal(bytes, '+'));
  return static_cast<std::uint64_t>(_mm_movemask_epi8(any(any(letter, digit_or_sign), other)));
}
#else
template <typename Needle>
std::size_t find(std::string_view text, std::size_t at) {
  return find_plainly<Needle>(text, at);
}
#endif

}  // namespace

std::size_t find_keyword(std::string_view text, std::size_t from) {
  return find<KeywordNeedle>(text, from);
}
std::size_t find_keyword_plainly(std::string_view text, std::size_t from) {
  return find_plainly<KeywordNeedle>(text, from);
}

std::size_t find_url_mark(std::string_view text, std::size_t from) {
  return find<UrlNeedle>(text, from);
}
std::size_t find_url_mark_plainly(std::string_view text, std::size_t from) {
  return find_plainly<UrlNeedle>(text, from);
}

std::size_t find_private(std::string_view text, std::size_t from) {
  return find<PrivateNeedle>(text, from);
}
std::size_t find_private_plainly(std::string_view text, std::size_t from) {
  return find_plainly<PrivateNeedle>(text, from);
}

std::size_t find_long_run_plainly(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size();) {
    const std::size_t end = run_end(text, at, kToken);
    if (end - at >= kLongRunBytesMin) return at;
    at = end + 1;
  }
  return text.size();
}

std::size_t find_long_run(std::string_view text, std::size_t from) {
#ifdef __SSE2__
  // A bit stays where it and the nine behind it are set. The blocks overlap by those nine, so that
  // a run which starts in a block before the last nine bytes is seen whole, and the first bit that
  // stays is a run's start: had the run begun before it, it would have been found before it.
  constexpr std::size_t kBlock = 4 * kLane;
  constexpr std::size_t kStride = kBlock - (kLongRunBytesMin - 1);
  for (; text.size() - from >= kBlock; from += kStride) {
    const char* const at = text.data() + from;
    const std::uint64_t bits = token_bits(at) | token_bits(at + kLane) << kLane |
                               token_bits(at + 2 * kLane) << 2 * kLane |
                               token_bits(at + 3 * kLane) << 3 * kLane;
    const std::uint64_t two = bits & bits >> 1;
    const std::uint64_t four = two & two >> 2;
    const std::uint64_t eight = four & four >> 4;
    const std::uint64_t ten = eight & two >> 8;
    if (ten != 0) return from + static_cast<std::size_t>(__builtin_ctzll(ten));
  }
#endif
  return find_long_run_plainly(text, from);
}

}  // namespace policy::redaction
