#include "cost/claude_line.h"

#include <algorithm>

#include "base/time.h"
#include "cost/json_walk.h"

namespace cost {
namespace {

// No request of any model comes near it, and the sum of as many as fit on a disk still fits.
constexpr std::uint64_t kCountMax = 1'000'000'000;
constexpr std::uint64_t kSumMax = kCountMax * 1000;  // Of a whole session.

// One number of a usage: absent and null are 0, anything that is no count voids the line.
void read_count(JsonWalk& walk, std::uint64_t& count, bool& is_valid,
                std::uint64_t count_max = kCountMax) {
  const auto value = walk.number();
  if (value && *value <= count_max) {
    count = *value;
  } else {
    is_valid = false;
  }
}

struct Usage {
  Tokens tokens;
  std::uint64_t cache_write = 0;
  bool is_valid = true;
  bool is_found = false;
};

void read_cache_creation(JsonWalk& walk, Usage& usage) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    if (walk.key() == "ephemeral_5m_input_tokens") {
      read_count(walk, usage.tokens.cache_write_5m, usage.is_valid);
    } else if (walk.key() == "ephemeral_1h_input_tokens") {
      read_count(walk, usage.tokens.cache_write_1h, usage.is_valid);
    } else {
      walk.skip();
    }
  }
}

void read_server_tools(JsonWalk& walk, Usage& usage) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    if (walk.key() == "web_search_requests") {
      read_count(walk, usage.tokens.web_searches, usage.is_valid);
    } else {
      walk.skip();
    }
  }
}

// `cache_creation` splits cache writes by how long they last. Where it does not add up to the
// number beside it (mocks and old versions give zeros) that number is right, and what has no kind
// is of the cheaper one, as the host itself counts it.
void settle_cache_writes(Usage& usage) {
  Tokens& tokens = usage.tokens;
  if (tokens.cache_write() == usage.cache_write) return;
  tokens.cache_write_1h = std::min(tokens.cache_write_1h, usage.cache_write);
  tokens.cache_write_5m = usage.cache_write - tokens.cache_write_1h;
}

void read_usage(JsonWalk& walk, Usage& usage) {
  usage = {};
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    usage.is_found = true;
    const std::string_view key = walk.key();
    if (key == "input_tokens") {
      read_count(walk, usage.tokens.input, usage.is_valid);
    } else if (key == "output_tokens") {
      read_count(walk, usage.tokens.output, usage.is_valid);
    } else if (key == "cache_read_input_tokens") {
      read_count(walk, usage.tokens.cache_read, usage.is_valid);
    } else if (key == "cache_creation_input_tokens") {
      read_count(walk, usage.cache_write, usage.is_valid);
    } else if (key == "cache_creation") {
      read_cache_creation(walk, usage);
    } else if (key == "server_tool_use") {
      read_server_tools(walk, usage);
    } else {
      walk.skip();
    }
  }
  settle_cache_writes(usage);
}

struct Line {
  ClaudeUse use;
  Usage usage;
  std::string_view time;
};

void read_message(JsonWalk& walk, Line& line) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "usage") {
      read_usage(walk, line.usage);
    } else if (key == "id") {
      line.use.message_id = walk.text().value_or("");
    } else if (key == "model") {
      line.use.model = walk.text().value_or("");
    } else {
      walk.skip();
    }
  }
}

void read_members(JsonWalk& walk, Line& line, bool is_nested);

// A line of progress carries the line of a subagent inside.
void read_progress(JsonWalk& walk, Line& line) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    if (walk.key() == "message") {
      read_members(walk, line, true);
    } else {
      walk.skip();
    }
  }
}

void read_members(JsonWalk& walk, Line& line, bool is_nested) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "message") {
      read_message(walk, line);
    } else if (key == "requestId") {
      line.use.request_id = walk.text().value_or("");
    } else if (key == "timestamp") {
      line.time = walk.text().value_or("");
    } else if (is_nested) {
      walk.skip();
    } else if (key == "isSidechain") {
      line.use.is_sidechain = walk.is_true() || line.use.is_sidechain;
    } else if (key == "gitBranch") {
      line.use.branch = walk.text().value_or("");
    } else if (key == "cwd") {
      line.use.cwd = walk.text().value_or("");
    } else if (key == "data") {
      const bool was_found = line.usage.is_found;
      read_progress(walk, line);
      if (!was_found && line.usage.is_found) line.use.is_sidechain = true;
    } else {
      walk.skip();
    }
  }
}

void read_model_usage(JsonWalk& walk, ClaudeCostState& state, bool& is_valid) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    Tokens tokens;
    for (bool inner = walk.open_object(); inner; inner = walk.next_member()) {
      const std::string_view key = walk.key();
      if (key == "inputTokens") {
        read_count(walk, tokens.input, is_valid, kSumMax);
      } else if (key == "outputTokens") {
        read_count(walk, tokens.output, is_valid, kSumMax);
      } else if (key == "cacheReadInputTokens") {
        read_count(walk, tokens.cache_read, is_valid, kSumMax);
      } else if (key == "cacheCreationInputTokens") {
        read_count(walk, tokens.cache_write_5m, is_valid, kSumMax);
      } else if (key == "webSearchRequests") {
        read_count(walk, tokens.web_searches, is_valid, kSumMax);
      } else {
        walk.skip();
      }
    }
    state.tokens += tokens;
  }
}

}  // namespace

std::optional<std::int64_t> milliseconds_of(std::string_view iso) {
  const auto instant = base::instant_from_iso(iso);
  if (!instant.ok()) return std::nullopt;
  return instant->time_since_epoch().count();
}

std::optional<ClaudeUse> read_claude_use(std::string_view text) {
  JsonWalk walk(text);
  Line line;
  read_members(walk, line, false);
  if (!walk.at_end() || !line.usage.is_found || !line.usage.is_valid) return std::nullopt;
  const auto time = milliseconds_of(line.time);
  if (!time) return std::nullopt;
  line.use.time_ms = *time;
  line.use.tokens = line.usage.tokens;
  line.use.tokens.requests = 1;
  return line.use;
}

std::optional<ClaudeCostState> read_cost_state(std::string_view text) {
  JsonWalk walk(text);
  ClaudeCostState state;
  bool is_valid = true;
  bool is_cost_state = false;
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "type") {
      is_cost_state = walk.text().value_or("") == "cost-state";
    } else if (key == "totalCostUSD") {
      state.usd = walk.decimal().value_or(-1);
    } else if (key == "modelUsage") {
      read_model_usage(walk, state, is_valid);
    } else {
      walk.skip();
    }
  }
  const bool is_sane = is_valid && state.usd >= 0 && state.usd < static_cast<double>(kSumMax);
  if (!walk.at_end() || !is_cost_state || !is_sane) return std::nullopt;
  return state;
}

}  // namespace cost
