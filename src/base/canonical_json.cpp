#include "base/canonical_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.h"

namespace base {
namespace {

// One code point of valid UTF-8 at `i`, which moves behind it. The parser has checked validity.
char32_t next_code_point(std::string_view text, std::size_t& i) {
  const auto byte = [&](std::size_t at) {
    return static_cast<char32_t>(static_cast<unsigned char>(at < text.size() ? text[at] : '\0'));
  };
  const char32_t first = byte(i);
  if (first < 0x80) {
    i += 1;
    return first;
  }
  if (first < 0xE0) {
    i += 2;
    return ((first & 0x1FU) << 6U) | (byte(i - 1) & 0x3FU);
  }
  if (first < 0xF0) {
    i += 3;
    return ((first & 0x0FU) << 12U) | ((byte(i - 2) & 0x3FU) << 6U) | (byte(i - 1) & 0x3FU);
  }
  i += 4;
  return ((first & 0x07U) << 18U) | ((byte(i - 3) & 0x3FU) << 12U) | ((byte(i - 2) & 0x3FU) << 6U) |
         (byte(i - 1) & 0x3FU);
}

// Byte order is code point order, which differs from UTF-16 order only where a character beyond
// the basic plane (surrogates, 0xD800…) meets one of 0xE000…0xFFFF.
bool less_in_utf16(std::string_view a, std::string_view b) {
  const auto mismatch = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (mismatch.first == a.end() || mismatch.second == b.end()) return a.size() < b.size();
  std::size_t at = static_cast<std::size_t>(mismatch.first - a.begin());
  while (at > 0 && (static_cast<unsigned char>(a[at]) & 0xC0U) == 0x80U) --at;
  std::size_t at_b = at;
  const char32_t left = next_code_point(a, at);
  const char32_t right = next_code_point(b, at_b);
  const auto lead = [](char32_t c) { return c >= 0x10000 ? 0xD800 + ((c - 0x10000) >> 10U) : c; };
  return lead(left) != lead(right) ? lead(left) < lead(right) : left < right;
}

void write_quoted(std::string_view text, std::string& out) {
  const auto needs_escape = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
  };
  out.push_back('"');
  while (!text.empty()) {
    // Long texts are plain for the most part, and are taken over in runs.
    const auto run = std::find_if(text.begin(), text.end(), needs_escape);
    const auto plain = static_cast<std::size_t>(run - text.begin());
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    append_json_escape(text.front(), out);
    text.remove_prefix(1);
  }
  out.push_back('"');
}

class Writer {
 public:
  bool write(const Json& json) {
    switch (json.type()) {
      case Json::value_t::null:
        out_ += "null";
        return true;
      case Json::value_t::boolean:
        out_ += json.get<bool>() ? "true" : "false";
        return true;
      case Json::value_t::number_integer:
        out_ += std::to_string(json.get<std::int64_t>());
        return true;
      case Json::value_t::number_unsigned:
        out_ += std::to_string(json.get<std::uint64_t>());
        return true;
      case Json::value_t::number_float:
        return write_number(json.get<double>());
      case Json::value_t::string:
        return write_string(json.get_ref<const std::string&>());
      case Json::value_t::array:
        return write_array(json);
      case Json::value_t::object:
        return write_object(json);
      case Json::value_t::binary:
      case Json::value_t::discarded:
        return refuse("a value that JSON does not have");
    }
    return false;
  }

  std::string take() { return std::move(out_); }
  const char* problem() const { return problem_; }

 private:
  bool refuse(const char* problem) {
    problem_ = problem;
    return false;
  }

  bool write_number(double number) {
    if (!std::isfinite(number)) return refuse("a number that is not finite");
    out_ += number_text(number);
    return true;
  }

  bool write_string(std::string_view text) {
    if (!is_utf8(text)) return refuse("text that is not UTF-8");
    write_quoted(text, out_);
    return true;
  }

  // What the parser would not read again must not be signed either.
  bool descend() {
    if (++depth_ > JsonLimits{}.depth_max) return refuse("more levels than can be read again");
    return true;
  }

  bool write_array(const Json& json) {
    if (!descend()) return false;
    out_.push_back('[');
    bool first = true;
    for (const Json& item : json) {
      if (!first) out_.push_back(',');
      first = false;
      if (!write(item)) return false;
    }
    out_.push_back(']');
    --depth_;
    return true;
  }

  bool write_object(const Json& json) {
    if (!descend()) return false;
    std::vector<const Json::object_t::value_type*> members;
    members.reserve(json.size());
    for (const auto& member : json.get_ref<const Json::object_t&>()) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](const auto* a, const auto* b) { return less_in_utf16(a->first, b->first); });
    out_.push_back('{');
    bool first = true;
    for (const auto* member : members) {
      if (!first) out_.push_back(',');
      first = false;
      if (!write_string(member->first)) return false;
      out_.push_back(':');
      if (!write(member->second)) return false;
    }
    out_.push_back('}');
    --depth_;
    return true;
  }

  std::string out_;
  int depth_ = 0;
  const char* problem_ = "";
};

}  // namespace

std::string number_text(double number) {
  if (number == 0) return "0";  // -0 too.
  // to_chars gives the shortest digits that read back as the same number: "d.ddde±xx".
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific)
                       .ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  std::string sign;
  if (text.front() == '-') {
    sign = "-";
    text.remove_prefix(1);
  }
  const std::size_t e = text.find('e');
  std::string digits(1, text.front());
  if (e > 2) digits += text.substr(2, e - 2);
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(),
                  exponent);
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // Digits in front of the decimal point.
  if (point > 21 || point < -5) {
    std::string mantissa = digits.substr(0, 1);
    if (count > 1) mantissa += "." + digits.substr(1);
    return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + std::to_string(std::abs(exponent));
  }
  if (point <= 0) return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (count <= point)
    return sign + digits + std::string(static_cast<std::size_t>(point - count), '0');
  const auto split = static_cast<std::size_t>(point);
  return sign + digits.substr(0, split) + "." + digits.substr(split);
}

Result<std::string> canonical_json(const Json& json) {
  Writer writer;
  if (!writer.write(json)) {
    return Error{Code::invalid_value, std::string("the document has ") + writer.problem(), ""};
  }
  return writer.take();
}

}  // namespace base
