// Counted tokens of any number of requests.
#pragma once
#include <cstdint>

namespace cost {

struct Tokens {
  std::uint64_t input = 0;  // Without what came out of the cache or went into it.
  std::uint64_t output = 0;
  std::uint64_t cache_read = 0;
  std::uint64_t cache_write_5m = 0;
  std::uint64_t cache_write_1h = 0;
  std::uint64_t web_searches = 0;
  std::uint64_t requests = 0;

  std::uint64_t cache_write() const { return cache_write_5m + cache_write_1h; }
  // What was sent: a long prompt may have prices of its own.
  std::uint64_t prompt() const { return input + cache_read + cache_write(); }

  Tokens& operator+=(const Tokens& other) {
    input += other.input;
    output += other.output;
    cache_read += other.cache_read;
    cache_write_5m += other.cache_write_5m;
    cache_write_1h += other.cache_write_1h;
    web_searches += other.web_searches;
    requests += other.requests;
    return *this;
  }
  // Only ever takes away what was added before.
  Tokens& operator-=(const Tokens& other) {
    input -= other.input;
    output -= other.output;
    cache_read -= other.cache_read;
    cache_write_5m -= other.cache_write_5m;
    cache_write_1h -= other.cache_write_1h;
    web_searches -= other.web_searches;
    requests -= other.requests;
    return *this;
  }
  bool operator==(const Tokens&) const = default;
};

}  // namespace cost
