// The door to randomness.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace os {

class Random {
 public:
  Random() = default;
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;
  virtual ~Random() = default;

  virtual void fill(void* bytes, std::size_t size) = 0;

  // A number in [0, bound); bound > 0. Good enough for jitter.
  std::uint64_t below(std::uint64_t bound);
  // A random UUID, version 4.
  std::string uuid();
  // `bytes` random bytes as hexadecimal digits.
  std::string hex(std::size_t bytes);
};

}  // namespace os
