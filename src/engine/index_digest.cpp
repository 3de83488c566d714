#include "engine/index_digest.h"

#include <array>
#include <cstring>

#include "base/digest.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace engine {
namespace {

#if defined(__x86_64__)

constexpr std::size_t kBlock = 64;

// FIPS 180-4: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) constexpr std::array<std::uint32_t, 64> kRounds{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The state as the instructions want it: a, b, e, f in one register, c, d, g, h in the other.
struct State {
  __m128i abef;
  __m128i cdgh;
};

__attribute__((target("sha,sse4.1,ssse3"))) State first_state() {
  return {_mm_set_epi32(0x6a09e667, static_cast<int>(0xbb67ae85), 0x510e527f,
                        static_cast<int>(0x9b05688c)),
          _mm_set_epi32(0x3c6ef372, static_cast<int>(0xa54ff53a), 0x1f83d9ab, 0x5be0cd19)};
}

__attribute__((target("sha,sse4.1,ssse3"))) void add_block(State& state, const char* block) {
  const __m128i big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  __m128i words[4];
  for (int i = 0; i < 4; ++i) {
    words[i] =
        _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(block) + i), big_endian);
  }
  __m128i abef = state.abef;
  __m128i cdgh = state.cdgh;
  // Unrolled, so that the words stay in registers.
#pragma GCC unroll 16
  for (int group = 0; group < 16; ++group) {
    __m128i& current = words[group & 3];
    if (group >= 4) {
      // The next four words follow from the sixteen before them.
      const __m128i& last = words[(group + 3) & 3];
      const __m128i mixed = _mm_sha256msg1_epu32(current, words[(group + 1) & 3]);
      const __m128i shifted = _mm_alignr_epi8(last, words[(group + 2) & 3], 4);
      current = _mm_sha256msg2_epu32(_mm_add_epi32(mixed, shifted), last);
    }
    const __m128i constants =
        _mm_load_si128(reinterpret_cast<const __m128i*>(kRounds.data()) + group);
    const __m128i sum = _mm_add_epi32(current, constants);
    // Two rounds each; the registers change places.
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
  }
  state.abef = _mm_add_epi32(state.abef, abef);
  state.cdgh = _mm_add_epi32(state.cdgh, cdgh);
}

base::Digest digest_of(std::string_view bytes) {
  State state = first_state();
  std::size_t at = 0;
  for (; at + kBlock <= bytes.size(); at += kBlock) add_block(state, bytes.data() + at);
  // One bit, zeros, and the length in bits.
  std::array<char, 2 * kBlock> rest{};
  const std::size_t left = bytes.size() - at;
  if (left > 0) std::memcpy(rest.data(), bytes.data() + at, left);
  rest[left] = static_cast<char>(0x80);
  const std::size_t size = left + 9 <= kBlock ? kBlock : 2 * kBlock;
  std::uint64_t bits = static_cast<std::uint64_t>(bytes.size()) * 8;
  for (std::size_t i = 1; i <= 8; ++i, bits >>= 8) rest[size - i] = static_cast<char>(bits & 0xff);
  for (std::size_t i = 0; i < size; i += kBlock) add_block(state, rest.data() + i);
  alignas(16) std::array<std::uint32_t, 8> words;  // f, e, b, a, h, g, d, c
  _mm_store_si128(reinterpret_cast<__m128i*>(words.data()), state.abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(words.data()) + 1, state.cdgh);
  constexpr std::array<std::size_t, 8> kOrder{3, 2, 7, 6, 1, 0, 5, 4};
  base::Digest digest;
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    const std::uint32_t word = words[kOrder[i]];
    for (std::size_t byte = 0; byte < 4; ++byte) {
      digest[4 * i + byte] = static_cast<std::uint8_t>(word >> (24 - 8 * byte));
    }
  }
  return digest;
}

// Asked when the first digest is wanted, and not at the start of the program, where a virtual
// machine would take longer to answer than a hook takes in all.
bool has_instructions() {
  static const bool has = [] {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    constexpr unsigned kSha = 1U << 29;
    constexpr unsigned kSse41 = 1U << 19;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & kSse41) == 0) return false;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & kSha) != 0;
  }();
  return has;
}

#endif

}  // namespace

std::string fast_sha256_hex(std::string_view bytes) {
#if defined(__x86_64__)
  if (has_instructions()) return base::to_hex(digest_of(bytes));
#endif
  return base::to_hex(base::sha256(bytes));
}

}  // namespace engine
