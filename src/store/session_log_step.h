// The keys that JSON logs have for steps: two dozen names of a schema, and what people made of
// them.
#pragma once
#include <string>
#include <string_view>

namespace store {

struct LogStep {
  std::string
      step;  // As the protocol's own lists say it; the key's words where it is none of them.
  std::string level;  // Where the item does not say one.
  bool is_known = false;
};
LogStep log_step(std::string_view key, bool at_end);

// A key as it is compared: letters and digits in lower case, nothing else.
std::string plain_key(std::string_view key);

}  // namespace store
