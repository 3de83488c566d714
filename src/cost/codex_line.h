// One line of a rollout of Codex, as far as it tells what was used.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "cost/tokens.h"

namespace cost {

// As Codex counts: the cached part is in the input, reasoning in the output.
struct CodexTokens {
  std::uint64_t input = 0;
  std::uint64_t cached = 0;
  std::uint64_t cache_write = 0;
  std::uint64_t output = 0;

  bool operator==(const CodexTokens&) const = default;
  bool is_below(const CodexTokens& other) const {
    return input < other.input || cached < other.cached || output < other.output ||
           cache_write < other.cache_write;
  }
};

// Texts lie in the line; empty where it does not tell.
struct CodexLine {
  std::string_view time;
  std::string_view model;
  std::string_view cwd;
  std::string_view branch;
  std::optional<CodexTokens> total;  // Of the thread so far.
  std::optional<CodexTokens> last;   // Of the last request alone.
};

// Nothing where the line is no valid JSON object or of a kind that tells nothing.
std::optional<CodexLine> read_codex_line(std::string_view line);

// `used` in our terms, as one request.
Tokens tokens_of(const CodexTokens& used);

}  // namespace cost
