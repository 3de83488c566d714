// A line of a journal, taken apart where its members stand (docs/format/journal.md) and without
// building a tree: an index takes in hundreds of thousands of them. Private to the engine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// All borrowed from the line.
struct JournalParts {
  std::uint64_t seq = 0;
  std::string_view at;
  std::int64_t millis = 0;
  std::string_view kind;
  std::string_view actor;
  std::string_view payload;  // The object with its braces.
  std::string_view prev;
};

// Nothing for what is no line of ours: other members, another order, spaces, escapes in the kind.
std::optional<JournalParts> journal_parts(std::string_view line);

// The members of a payload that the index has columns for; empty where they are not there.
struct PayloadParts {
  std::string tool;
  std::string agent;
  std::string agent_type;
  std::string source;
  std::string reason;
  std::string text;
  std::string message;
  std::string name;
  std::string work;  // "work" or "slug"
  std::string what;
  std::string from;
  std::string to;
  std::optional<std::int64_t> duration_ms;
  std::optional<bool> allowed;
  bool forced = false;
};
// False where it is no JSON.
bool read_payload(std::string_view payload, PayloadParts& parts);

// Milliseconds since 1970 of "2026-01-18T09:30:00.123Z", as journals write it.
std::optional<std::int64_t> millis_of(std::string_view at);

}  // namespace engine
