// dump_line: the library's own writer checks every byte of a text by a table, which is most of what
// a server does. Here only what needs an escape is looked at closely; the text is the same.
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace base {
namespace {

// Eight bytes of plain ASCII at once: none is below ' ', none is '"' or '\\', none is above 127.
bool are_plain(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  const auto has_zero = [](std::uint64_t v) { return (v - kOnes) & ~v & kHighs; };
  const std::uint64_t below_space = (word - kOnes * 0x20) & ~word & kHighs;
  const std::uint64_t quote = has_zero(word ^ (kOnes * '"'));
  const std::uint64_t backslash = has_zero(word ^ (kOnes * '\\'));
  return ((word & kHighs) | below_space | quote | backslash) == 0;
}

bool needs_escape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

// A text that is no UTF-8: the library knows what to put in its place.
void write_broken(const std::string& text, std::size_t begun, std::string& out) {
  out.resize(begun);
  out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void write_text(const std::string& text, std::string& out) {
  const std::size_t begun = out.size();
  out += '"';
  std::size_t plain = 0;
  bool is_checked = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    while (i + sizeof(std::uint64_t) <= text.size() && are_plain(text.data() + i)) {
      i += sizeof(std::uint64_t);
    }
    if (i == text.size()) break;
    if (!is_checked && static_cast<unsigned char>(text[i]) >= 0x80) {
      if (!is_utf8(text)) return write_broken(text, begun, out);
      is_checked = true;
    }
    if (!needs_escape(text[i])) continue;
    out.append(text, plain, i - plain);
    append_json_escape(text[i], out);
    plain = i + 1;
  }
  out.append(text, plain);
  out += '"';
}

template <typename Number>
void write_number(Number number, std::string& out) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end.ptr);
}

void write(const Json& json, std::string& out) {
  switch (json.type()) {
    case Json::value_t::object: {
      out += '{';
      bool is_first = true;
      for (const auto& [key, value] : json.get_ref<const Json::object_t&>()) {
        if (!is_first) out += ',';
        is_first = false;
        write_text(key, out);
        out += ':';
        write(value, out);
      }
      out += '}';
      return;
    }
    case Json::value_t::array: {
      out += '[';
      bool is_first = true;
      for (const Json& value : json) {
        if (!is_first) out += ',';
        is_first = false;
        write(value, out);
      }
      out += ']';
      return;
    }
    case Json::value_t::string:
      return write_text(json.get_ref<const std::string&>(), out);
    case Json::value_t::number_integer:
      return write_number(json.get<std::int64_t>(), out);
    case Json::value_t::number_unsigned:
      return write_number(json.get<std::uint64_t>(), out);
    case Json::value_t::boolean:
      out += json.get<bool>() ? "true" : "false";
      return;
    case Json::value_t::null:
      out += "null";
      return;
    case Json::value_t::number_float:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      out += json.dump();
      return;
  }
}

}  // namespace

void append_json_escape(char c, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr unsigned kNibble = 4;
  constexpr unsigned kLow = 0xF;
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kDigits[static_cast<unsigned char>(c) >> kNibble];
      out += kDigits[static_cast<unsigned char>(c) & kLow];
  }
}

std::string dump_line(const Json& json) {
  std::string out;
  write(json, out);
  return out;
}

}  // namespace base
