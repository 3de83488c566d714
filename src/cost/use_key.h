// What tells one request to a model from another, wherever its lines are copied to.
#pragma once
#include <cstdint>
#include <string_view>

namespace cost {

// 128 bits of a hash; all zero stands for none.
struct UseKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const UseKey&) const = default;
  bool is_none() const { return high == 0 && low == 0; }
};

// Not for secrets: whoever writes the transcripts may make two alike, and miscounts only their own.
// Never none. `seed` tells kinds of text apart.
UseKey hash_of(std::string_view text, std::uint64_t seed = 0);

// Of a message of Claude: its id and the request's.
UseKey message_key(std::string_view message_id, std::string_view request_id);

}  // namespace cost
