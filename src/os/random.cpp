#include "os/random.h"

#include <array>
#include <vector>

#include "base/check.h"
#include "base/digest.h"
#include "base/id.h"

namespace os {

std::uint64_t Random::below(std::uint64_t bound) {
  CHECK(bound > 0);
  std::uint64_t number = 0;
  fill(&number, sizeof number);
  return number % bound;
}

std::string Random::uuid() {
  std::array<std::uint8_t, 16> bytes{};
  fill(bytes.data(), bytes.size());
  return base::uuid_from_random(bytes);
}

std::string Random::hex(std::size_t bytes) {
  std::vector<std::uint8_t> random(bytes);
  fill(random.data(), random.size());
  return base::to_hex(random.data(), random.size());
}

}  // namespace os
