#include "policy/redaction_value.h"

#include <algorithm>

#include "policy/redaction_character.h"
#include "policy/redaction_edit.h"

namespace policy::redaction {
namespace {

bool is_quote_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_of(text[at], kQuote);
}

// Python and C++ mark strings by letters (b"", rb"", L""), the shell and C# by $ and @.
std::size_t skip_string_prefix(std::string_view text, std::size_t at) {
  constexpr std::string_view kPrefixes = "brufL$@";
  std::size_t end = at;
  while (end < text.size() && end - at < 2 && kPrefixes.find(text[end]) != kNone) ++end;
  return is_quote_at(text, skip_backslashes(text, end)) ? end : at;
}

// A string that the line does not close ends at what would close one around it.
std::size_t unclosed_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n' && text[at] != '\r' && !is_of(text[at], kQuote)) {
    if (text[at] != '\\') {
      ++at;
      continue;
    }
    const std::size_t next = skip_backslashes(text, at);
    if (is_quote_at(text, next)) break;
    if (next < text.size() && (text[next] == 'n' || text[next] == 'r')) break;
    at = next;
  }
  return at;
}

// In {"cmd": "PASSWORD='x", "note": "it's"} a double quote ends the string around the value.
bool ends_outer_string(std::string_view value) {
  for (std::size_t at = value.find('"'); at != kNone; at = value.find('"', at + 1)) {
    const char next = at + 1 < value.size() ? value[at + 1] : ' ';
    if (next == ',' || next == '}' || next == ']' || next == ':') return true;
  }
  return false;
}

bool is_closer(char c) {
  return c == ',' || c == ';' || c == ')' || c == '}' || c == ']' || c == '>' || c == '.' ||
         c == ':';
}

bool ends_bare_value(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (static_cast<unsigned char>(c) <= ' ' || is_of(c, kQuote)) return true;
  if (c == '<') return has_mark_at(text, at, "</");
  return (c == ',' || c == '&' || c == ';') && has_pair_at(text, at + 1);
}

}  // namespace

std::size_t closing_quote(std::string_view text, std::size_t begin, char quote,
                          std::size_t backslashes) {
  // A string inside a string doubles its backslashes, so n of them before the opening quote mean
  // that a quote belongs to the value unless exactly n are left when pairs of n + 1 are taken away.
  std::size_t run = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n' || c == '\r') return kNone;
    if (c == '\\') {
      ++run;
      continue;
    }
    if (c == quote && (run <= backslashes || run % (2 * (backslashes + 1)) == backslashes))
      return at - std::min(run, backslashes);
    run = 0;
  }
  return kNone;
}

bool has_pair_at(std::string_view text, std::size_t at) {
  const std::size_t end = run_end(text, at, kKey);
  return end > at && end < text.size() && (text[end] == '=' || text[end] == ':');
}

Value read_bare_value(std::string_view text, std::size_t at) {
  // A marker keeps its bracket, which would otherwise count as one that closes something.
  const std::size_t floor = has_mark_at(text, at, kMarker) ? at + kMarker.size() : at;
  std::size_t end = floor;
  while (end < text.size() && !ends_bare_value(text, end)) {
    if (text[end] != '\\') {
      ++end;
      continue;
    }
    const std::size_t next = skip_backslashes(text, end);
    if (next < text.size() && (is_escape_letter(text[next]) || is_of(text[next], kQuote))) break;
    end = next;
  }
  while (end > floor && is_closer(text[end - 1])) --end;
  return {at, end, false};
}

Value read_value(std::string_view text, std::size_t at) {
  constexpr std::size_t kBackslashesMax = 7;  // Three levels; a bound keeps the time linear.
  const std::size_t open = skip_string_prefix(text, at);
  const std::size_t quote = skip_backslashes(text, open);
  if (!is_quote_at(text, quote) || quote - open > kBackslashesMax) return read_bare_value(text, at);
  const char c = text[quote];
  const char triple[] = {c, c, c};
  const bool is_triple = has_mark_at(text, quote, std::string_view(triple, 3));
  const std::size_t begin = quote + (is_triple ? 3 : 1);
  const std::size_t close = closing_quote(text, begin, c, quote - open);
  const bool is_closed =
      close != kNone && (c == '"' || !ends_outer_string(text.substr(begin, close - begin)));
  return {begin, is_closed ? close : unclosed_end(text, begin), true};
}

}  // namespace policy::redaction
