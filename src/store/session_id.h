// The id of a protocol session, "2026-01-18-session-07": its day and its number on that day.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace store {

struct SessionId {
  std::string date;
  std::int64_t number = 0;
  std::size_t bytes = 0;  // Of the text that it was read from.

  bool is_same(const SessionId& other) const {
    return date == other.date && number == other.number;
  }
  bool is_newer(const SessionId& other) const {
    return date != other.date ? date > other.date : number > other.number;
  }
};

// The id at the front of `text`, up to the end or a character that is no letter, digit or `_`.
std::optional<SessionId> leading_session_id(std::string_view text);
// The id that is all of `text`.
std::optional<SessionId> session_id_from(std::string_view text);

}  // namespace store
