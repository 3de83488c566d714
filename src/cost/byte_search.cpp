#include "cost/byte_search.h"

#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cost {
namespace {

constexpr std::string_view kTail = "sage\"";  // What both spellings have in common.

// Whether the tail that begins at `tail` belongs to one of the two keys; `begin` is where reading
// back must stop.
const char* key_around(const char* tail, const char* begin) {
  if (std::memcmp(tail, kTail.data(), kTail.size()) != 0 || tail == begin) return nullptr;
  const char* const letter = tail - 1;
  if (*letter == 'U') return letter;
  return *letter == 'u' && letter > begin && letter[-1] == '"' ? letter : nullptr;
}

#ifdef __SSE2__
constexpr int kLane = 16;

int matches(const char* at, __m128i wanted) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
}
#endif

}  // namespace

const char* find_quote_or_backslash(const char* at, const char* end) {
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  for (; end - at >= kLane; at += kLane) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const int found = _mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
    if (found != 0) return at + __builtin_ctz(static_cast<unsigned>(found));
  }
#endif
  while (at < end && *at != '"' && *at != '\\') ++at;
  return at;
}

const char* find_usage_key(const char* at, const char* end) {
  constexpr std::ptrdiff_t kLast = static_cast<std::ptrdiff_t>(kTail.size()) - 1;
  const char* const begin = at;
#ifdef __SSE2__
  const __m128i first = _mm_set1_epi8(kTail.front());
  const __m128i last = _mm_set1_epi8(kTail.back());
  for (; end - at >= kLane + kLast; at += kLane) {
    auto found = static_cast<unsigned>(matches(at, first) & matches(at + kLast, last));
    for (; found != 0; found &= found - 1) {
      const char* const key = key_around(at + __builtin_ctz(found), begin);
      if (key != nullptr) return key;
    }
  }
#endif
  for (; end - at > kLast; ++at) {
    const char* const key = key_around(at, begin);
    if (key != nullptr) return key;
  }
  return end;
}

}  // namespace cost
