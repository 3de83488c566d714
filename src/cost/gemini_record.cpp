#include "cost/gemini_record.h"

#include <algorithm>

#include "cost/claude_line.h"
#include "cost/json_walk.h"

namespace cost {
namespace {

constexpr std::uint64_t kGeminiCountMax = 1'000'000'000'000;

// Which object it is: a line holds a message, or facts of the session with messages among them, or
// a change of such facts.
enum class Place { line, change, message };

struct GeminiTokens {
  std::uint64_t input = 0;  // The cached part is in it.
  std::uint64_t cached = 0;
  std::uint64_t output = 0;
  std::uint64_t thoughts = 0;  // Not in the output.
  std::uint64_t tool = 0;      // What tools of the service added to the prompt; not in the input.
};

struct Message {
  std::string_view id;
  std::string_view type;
  std::string_view time;
  std::string_view model;
  std::optional<GeminiTokens> tokens;
};

std::optional<GeminiTokens> read_gemini_tokens(JsonWalk& walk) {
  GeminiTokens tokens;
  bool is_valid = true;
  bool is_found = false;
  const auto count = [&](std::uint64_t& target) {
    const auto value = walk.number();
    is_valid = is_valid && value && *value <= kGeminiCountMax;
    is_found = true;
    target = value.value_or(0);
  };
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "input") {
      count(tokens.input);
    } else if (key == "cached") {
      count(tokens.cached);
    } else if (key == "output") {
      count(tokens.output);
    } else if (key == "thoughts") {
      count(tokens.thoughts);
    } else if (key == "tool") {
      count(tokens.tool);
    } else {
      walk.skip();
    }
  }
  if (!is_valid || !is_found) return std::nullopt;
  return tokens;
}

Tokens tokens_of(const GeminiTokens& used) {
  Tokens tokens;
  tokens.cache_read = std::min(used.cached, used.input);
  tokens.input = used.input - tokens.cache_read + used.tool;
  tokens.output = used.output + used.thoughts;
  tokens.requests = 1;
  return tokens;
}

void add(const Message& message, GeminiRecord& record) {
  if (message.type != "gemini" || message.id.empty() || !message.tokens) return;
  const auto time = milliseconds_of(message.time);
  if (!time) return;
  record.uses.push_back({message.id, message.model, *time, tokens_of(*message.tokens)});
}

void read_object(JsonWalk& walk, Place place, GeminiRecord& record);

void read_messages(JsonWalk& walk, GeminiRecord& record) {
  for (bool more = walk.open_array(); more; more = walk.next_item()) {
    read_object(walk, Place::message, record);
  }
}

void read_object(JsonWalk& walk, Place place, GeminiRecord& record) {
  Message message;
  for (bool more = walk.open_object(); more; more = walk.next_member()) {
    const std::string_view key = walk.key();
    if (key == "id") {
      message.id = walk.text().value_or("");
    } else if (key == "type") {
      message.type = walk.text().value_or("");
    } else if (key == "timestamp") {
      message.time = walk.text().value_or("");
    } else if (key == "model") {
      message.model = walk.text().value_or("");
    } else if (key == "tokens") {
      message.tokens = read_gemini_tokens(walk);
    } else if (key == "sessionId" && place != Place::message) {
      record.session = walk.text().value_or("");
    } else if (key == "messages" && place != Place::message) {
      read_messages(walk, record);
    } else if (key == "$set" && place == Place::line) {
      read_object(walk, Place::change, record);
    } else {
      walk.skip();
    }
  }
  if (place != Place::change) add(message, record);
}

}  // namespace

std::optional<GeminiRecord> read_gemini_record(std::string_view text) {
  JsonWalk walk(text);
  GeminiRecord record;
  read_object(walk, Place::line, record);
  if (!walk.at_end()) return std::nullopt;
  return record;
}

}  // namespace cost
