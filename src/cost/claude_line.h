// One line of a transcript of Claude Code, as far as it tells what was used.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "cost/tokens.h"

namespace cost {

// All texts lie in the line, their escapes left as they are.
struct ClaudeUse {
  std::string_view message_id;
  std::string_view request_id;
  std::string_view model;
  std::string_view branch;
  std::string_view cwd;
  std::int64_t time_ms = 0;
  bool is_sidechain = false;
  Tokens tokens;
};

// A line `cost-state`: what the host itself has counted for the session so far.
struct ClaudeCostState {
  double usd = 0;
  Tokens tokens;  // Over all models; cache writes are all in the first of the two kinds.
};

// Nothing where the line is no valid JSON object, has no usage or no time, or counts what cannot
// be: a negative, broken or absurd number.
std::optional<ClaudeUse> read_claude_use(std::string_view line);
std::optional<ClaudeCostState> read_cost_state(std::string_view line);

// Milliseconds since 1970 of "2026-11-15T18:28:16.493Z".
std::optional<std::int64_t> milliseconds_of(std::string_view iso);

}  // namespace cost
