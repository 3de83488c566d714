#include "store/python_json.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stream.h>
#include <algorithm>

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/json_members.h"
#include "store/characters.h"

namespace store {

using base::Json;

namespace {

constexpr std::uint64_t kNumberText = 1;  // The subtype of a binary value that is a number.

template <typename Number>
std::optional<Number> exactly(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return number;
}

// float.__repr__: the shortest digits that give the number back; plain from 1e-4 up to 1e16.
std::string double_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  const double size = std::abs(value);
  const bool is_plain = size == 0 || (size >= 1e-4 && size < 1e16);
  std::array<char, 64> buffer;
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    is_plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), result.ptr);
  if (is_plain && text.find('.') == std::string::npos) text += ".0";
  return text;
}

Json number_from(std::string_view text) {
  if (const auto whole = exactly<std::int64_t>(text); whole && std::to_string(*whole) == text) {
    return *whole;
  }
  if (text.find_first_of(".e") != std::string_view::npos) {
    const auto value = exactly<double>(text);
    if (value && double_text(*value) == text) return *value;
  }
  return Json::binary(Json::binary_t::container_type(text.begin(), text.end()), kNumberText);
}

class Builder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Builder> {
 public:
  explicit Builder(int depth_max) : depth_max_(static_cast<std::size_t>(depth_max)) {}

  bool Null() { return put(nullptr); }
  bool Bool(bool value) { return put(value); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    return put(number_from({text, length}));
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    return put(std::string(text, length));
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    levels_.back().key.assign(text, length);
    return true;
  }
  bool StartObject() { return open(Json::object()); }
  bool StartArray() { return open(Json::array()); }
  bool EndObject(rapidjson::SizeType) { return close(); }
  bool EndArray(rapidjson::SizeType) { return close(); }

  Json take() { return std::move(root_); }

 private:
  struct Level {
    Json* value;
    std::string key;
    std::unordered_map<std::string, std::size_t> places;  // Of a large object's members.
  };

  // The member of that key, where there is one already. Small objects are searched, large ones
  // remembered: a file of nothing but keys costs no more than another.
  static Json* known_member(Level& level) {
    auto& members = level.value->get_ref<Json::object_t&>();
    constexpr std::size_t kSearchMax = 16;
    if (members.size() <= kSearchMax) {
      for (auto& [key, value] : members) {
        if (key == level.key) return &value;
      }
      return nullptr;
    }
    for (std::size_t i = level.places.size(); i < members.size(); ++i) {
      level.places.emplace(member_at(members, i).first, i);
    }
    const auto found = level.places.find(level.key);
    return found == level.places.end() ? nullptr : &member_at(members, found->second).second;
  }
  static Json::object_t::value_type& member_at(Json::object_t& members, std::size_t index) {
    return *std::next(members.begin(), static_cast<std::ptrdiff_t>(index));
  }

  Json* place(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Level& level = levels_.back();
    if (level.value->is_array()) {
      level.value->push_back(std::move(value));
      return &level.value->back();
    }
    if (Json* const known = known_member(level)) {
      *known = std::move(value);
      return known;
    }
    auto& members = level.value->get_ref<Json::object_t&>();
    base::make_room_for_member(static_cast<Json::object_t::Container&>(members));
    members.Container::emplace_back(level.key, std::move(value));
    return &members.back().second;
  }

  bool put(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (levels_.size() >= depth_max_) return false;
    levels_.push_back({place(std::move(container)), {}, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  std::size_t depth_max_;
  Json root_;
  std::vector<Level> levels_;
};

void append_escape(char32_t unit, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (unsigned shift = 16; shift > 0;) {
    shift -= 4;
    out += kDigits[(unit >> shift) & 0xFU];
  }
}

void append_escaped_character(char32_t code, std::string& out) {
  if (code == kNoCharacter) code = 0xFFFD;
  if (code < 0x10000) return append_escape(code, out);
  append_escape(0xD800 + ((code - 0x10000) >> 10U), out);
  append_escape(0xDC00 + ((code - 0x10000) & 0x3FFU), out);
}

// How many bytes stand for themselves: nearly all of nearly every text.
std::size_t plain_prefix(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const char c = text[length];
    if (c < ' ' || c > '~' || c == '"' || c == '\\') break;
    ++length;
  }
  return length;
}

void append_string(std::string_view text, std::string& out) {
  out += '"';
  while (true) {
    const std::size_t plain = plain_prefix(text);
    out.append(text, 0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const char c = text[0];
    constexpr std::string_view kShort = "\"\\\n\r\t\f\b";
    constexpr std::string_view kLetters = "\"\\nrtfb";
    if (const std::size_t at = kShort.find(c); at != std::string_view::npos) {
      out += {'\\', kLetters[at]};
    } else {
      const Character next = first_character(text);
      append_escaped_character(next.code, out);
      text.remove_prefix(next.bytes - 1);
    }
    text.remove_prefix(1);
  }
  out += '"';
}

void append_scalar(const Json& value, std::string& out) {
  if (value.is_string()) return append_string(value.get_ref<const std::string&>(), out);
  if (value.is_boolean()) {
    out += value.get<bool>() ? "true" : "false";
    return;
  }
  const std::string number = number_text(value);
  out += number.empty() ? "null" : number;
}

void append_value(const Json& value, std::size_t indent, std::string& out) {
  if (!value.is_structured()) return append_scalar(value, out);
  out += value.is_object() ? '{' : '[';
  std::string_view separator = "\n";
  const auto begin_item = [&] {
    out.append(separator).append(indent + 2, ' ');
    separator = ",\n";
  };
  if (value.is_object()) {
    for (const auto& [key, member] : value.get_ref<const Json::object_t&>()) {
      begin_item();
      append_string(key, out);
      out += ": ";
      append_value(member, indent + 2, out);
    }
  } else {
    for (const Json& item : value) {
      begin_item();
      append_value(item, indent + 2, out);
    }
  }
  if (!value.empty()) out.append("\n").append(indent, ' ');
  out += value.is_object() ? '}' : ']';
}

}  // namespace

base::Result<Json> parse_python_json(std::string_view bytes, const base::JsonLimits& limits) {
  if (bytes.size() > limits.bytes_max) {
    return base::Error{base::Code::too_large,
                       "JSON of " + std::to_string(bytes.size()) + " bytes is over the limit of " +
                           std::to_string(limits.bytes_max),
                       ""};
  }
  // The library takes a NUL for the end of the text and looks no further.
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    return base::Error{base::Code::parse_error,
                       "not valid JSON: NUL at byte " + std::to_string(nul + 1), ""};
  }
  Builder builder(limits.depth_max);
  // On a copy, in which strings are decoded where they stand: that takes a third less time.
  // The check of a character that is cut off at the end reads on behind the NUL: so there are four.
  std::string copy(bytes);
  copy.append(4, '\0');
  rapidjson::InsituStringStream stream(copy.data());
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseNanAndInfFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (result.IsError()) {
    return base::Error{base::Code::parse_error,
                       std::string("not valid JSON: ") +
                           rapidjson::GetParseError_En(result.Code()) + " (byte " +
                           std::to_string(result.Offset() + 1) + ")",
                       ""};
  }
  return builder.take();
}

std::string dump_python_json(const Json& json) {
  std::string text;
  append_value(json, 0, text);
  return text;
}

std::string number_text(const Json& json) {
  if (json.is_number_unsigned()) return std::to_string(json.get<std::uint64_t>());
  if (json.is_number_integer()) return std::to_string(json.get<std::int64_t>());
  if (json.is_number_float()) return double_text(json.get<double>());
  if (!json.is_binary() || json.get_binary().subtype() != kNumberText) return {};
  const auto& bytes = json.get_binary();
  return {bytes.begin(), bytes.end()};
}

}  // namespace store
