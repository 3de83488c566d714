#include "os/fake.h"

#include <algorithm>
#include <cstring>

namespace os {

void FakeClock::advance(std::chrono::microseconds duration) {
  steady_ += duration;
  remainder_ += duration;
  const auto whole = std::chrono::floor<base::Millis>(remainder_);
  now_ += whole;
  remainder_ -= whole;
}

void FakeRandom::fill(void* bytes, std::size_t size) {
  auto* at = static_cast<unsigned char*>(bytes);
  while (size > 0) {
    // splitmix64: numbers that follow each other come out far apart.
    std::uint64_t word = state_++ * 0x9E3779B97F4A7C15ULL;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBULL;
    word ^= word >> 31U;
    const std::size_t part = std::min(size, sizeof word);
    std::memcpy(at, &word, part);
    at += part;
    size -= part;
  }
}

base::Result<ProcessInfo> FakeProcesses::info(Pid pid) {
  const auto found = processes_.find(pid);
  if (found == processes_.end()) {
    return base::Error{base::Code::not_found, "there is no process " + std::to_string(pid), ""};
  }
  return found->second;
}

std::optional<std::string> FakeEnvironment::get(std::string_view name) {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

}  // namespace os
