#include "cost/use_key.h"

#include <bit>
#include <cstring>

namespace cost {
namespace {

// Odd constants without a pattern, from the digits of the golden ratio and of the square roots of
// two and three.
constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
constexpr std::uint64_t kRootTwo = 0x6a09e667f3bcc909ULL;
constexpr std::uint64_t kRootThree = 0xbb67ae8584caa73bULL;

std::uint64_t stirred(std::uint64_t value) {
  value ^= value >> 32;
  value *= kGolden;
  value ^= value >> 29;
  value *= kRootThree;
  return value ^ (value >> 32);
}

class Hash {
 public:
  explicit Hash(std::uint64_t seed) : high_(seed ^ kRootTwo), low_(seed + kRootThree) {}

  void add(std::string_view text) {
    const std::uint64_t size = text.size();
    add_blocks(text);
    while (text.size() >= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data(), sizeof word);
      mix(word);
      text.remove_prefix(sizeof word);
    }
    std::uint64_t word = 0;
    if (!text.empty()) std::memcpy(&word, text.data(), text.size());
    mix(word);
    mix(size);
  }

  UseKey finish() const {
    const UseKey key{stirred(high_ ^ std::rotl(low_, 17)), stirred(low_ + std::rotl(high_, 41))};
    return key.is_none() ? UseKey{1, 1} : key;
  }

 private:
  // Large texts in four lanes that do not wait for each other.
  void add_blocks(std::string_view& text) {
    constexpr std::size_t kLanes = 4;
    std::uint64_t words[kLanes];
    if (text.size() < sizeof words) return;
    std::uint64_t lanes[kLanes] = {high_, low_, high_ ^ kGolden, low_ ^ kGolden};
    for (; text.size() >= sizeof words; text.remove_prefix(sizeof words)) {
      std::memcpy(words, text.data(), sizeof words);
      for (std::size_t i = 0; i < kLanes; ++i) {
        lanes[i] = std::rotl((lanes[i] ^ words[i]) * kGolden, 31);
      }
    }
    for (const std::uint64_t lane : lanes) mix(lane);
  }

  void mix(std::uint64_t word) {
    high_ = std::rotl((high_ ^ word) * kGolden, 31);
    low_ = std::rotl((low_ + word) * kRootTwo, 27) ^ high_;
  }

  std::uint64_t high_;
  std::uint64_t low_;
};

}  // namespace

UseKey hash_of(std::string_view text, std::uint64_t seed) {
  Hash hash(seed);
  hash.add(text);
  return hash.finish();
}

UseKey message_key(std::string_view message_id, std::string_view request_id) {
  constexpr std::uint64_t kSeed = 1;
  Hash hash(kSeed);
  hash.add(message_id);
  hash.add(request_id);
  return hash.finish();
}

}  // namespace cost
