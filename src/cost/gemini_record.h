// One record of a session file of Gemini CLI, as far as it tells what was used: a line of the file,
// or the whole of one that an older version wrote.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cost/tokens.h"

namespace cost {

// One answer of a model. Texts lie in the record, their escapes left as they are.
struct GeminiUse {
  std::string_view id;  // The same wherever the message is written again.
  std::string_view model;
  std::int64_t time_ms = 0;
  Tokens tokens;
};

struct GeminiRecord {
  std::string_view session;  // Empty where it does not tell.
  std::vector<GeminiUse> uses;
};

// Nothing where `text` is no valid JSON object. A message that counts what cannot be is left out.
std::optional<GeminiRecord> read_gemini_record(std::string_view text);

}  // namespace cost
