#include "cost/codex_line.h"

#include <algorithm>

#include "cost/json_walk.h"

namespace cost {
namespace {

constexpr std::uint64_t kCodexSumMax = 1'000'000'000'000;

std::optional<CodexTokens> read_codex_tokens(JsonWalk& walk) {
  CodexTokens tokens;
  bool is_valid = true;
  bool is_found = false;
  const auto count = [&](std::uint64_t& target) {
    const auto value = walk.number();
    is_valid = is_valid && value && *value <= kCodexSumMax;
    is_found = true;
    target = value.value_or(0);
  };
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "input_tokens") {
      count(tokens.input);
    } else if (key == "cached_input_tokens") {
      count(tokens.cached);
    } else if (key == "cache_write_input_tokens") {
      count(tokens.cache_write);
    } else if (key == "output_tokens") {
      count(tokens.output);
    } else {
      walk.skip();
    }
  }
  if (!is_valid || !is_found) return std::nullopt;
  return tokens;
}

void read_info(JsonWalk& walk, CodexLine& line) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    if (walk.key() == "total_token_usage") {
      line.total = read_codex_tokens(walk);
    } else if (walk.key() == "last_token_usage") {
      line.last = read_codex_tokens(walk);
    } else {
      walk.skip();
    }
  }
}

void read_git(JsonWalk& walk, CodexLine& line) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    if (walk.key() == "branch") {
      line.branch = walk.text().value_or("");
    } else {
      walk.skip();
    }
  }
}

void read_payload(JsonWalk& walk, CodexLine& line) {
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "info") {
      read_info(walk, line);
    } else if (key == "thread_token_usage") {
      line.total = read_codex_tokens(walk);
    } else if (key == "usage") {
      line.last = read_codex_tokens(walk);
    } else if (key == "model") {
      line.model = walk.text().value_or("");
    } else if (key == "cwd") {
      line.cwd = walk.text().value_or("");
    } else if (key == "git") {
      read_git(walk, line);
    } else {
      walk.skip();
    }
  }
}

}  // namespace

std::optional<CodexLine> read_codex_line(std::string_view text) {
  JsonWalk walk(text);
  CodexLine line;
  std::string_view type;
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "type") {
      type = walk.text().value_or("");
    } else if (key == "timestamp") {
      line.time = walk.text().value_or("");
    } else if (key == "payload") {
      read_payload(walk, line);
    } else {
      walk.skip();
    }
  }
  if (!walk.at_end()) return std::nullopt;
  const bool counts = type == "event_msg" || type == "token_usage_record";
  const bool tells_scene = type == "turn_context" || type == "session_meta";
  if (!counts && !tells_scene) return std::nullopt;
  if (!counts) line.total = line.last = std::nullopt;
  if (!tells_scene) line.model = line.cwd = line.branch = {};
  return line;
}

Tokens tokens_of(const CodexTokens& used) {
  Tokens tokens;
  tokens.cache_read = std::min(used.cached, used.input);
  tokens.cache_write_5m = std::min(used.cache_write, used.input - tokens.cache_read);
  tokens.input = used.input - tokens.cache_read - tokens.cache_write_5m;
  tokens.output = used.output;
  tokens.requests = 1;
  return tokens;
}

}  // namespace cost
