#include "base/python_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace base {
namespace {

template <typename... Format>
std::string shortest(double number, Format... format) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, format...);
  return {digits.data(), end.ptr};
}

// Python's repr: the fewest digits that read back as the same number; an exponent only below 1e-4
// and from 1e16 on.
std::string python_number(double number) {
  if (!std::isfinite(number)) return "null";  // Python's NaN is no JSON.
  std::string with_exponent = shortest(number, std::chars_format::scientific);
  const int exponent = std::atoi(with_exponent.c_str() + with_exponent.find('e') + 1);
  if (exponent < -4 || exponent >= 16) return with_exponent;
  std::string plain = shortest(number, std::chars_format::fixed);
  return plain.find('.') == std::string::npos ? plain + ".0" : plain;
}

// Without layout: what stands inside one line.
std::string scalar(const Json& json) {
  if (json.is_number_float()) return python_number(json.get<double>());
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void append(std::string& text, const Json& json, std::size_t depth) {
  if (!json.is_structured() || json.empty()) {
    text += scalar(json);
    return;
  }
  const auto new_line = [&](std::size_t at_depth) { text.append("\n").append(2 * at_depth, ' '); };
  text += json.is_object() ? '{' : '[';
  const char* separator = "";
  for (const auto& item : json.items()) {
    text += separator;
    separator = ",";
    new_line(depth + 1);
    if (json.is_object()) text += scalar(Json(item.key())) + ": ";
    append(text, item.value(), depth + 1);
  }
  new_line(depth);
  text += json.is_object() ? '}' : ']';
}

}  // namespace

std::string dump_python(const Json& json) {
  std::string text;
  append(text, json, 0);
  return text;
}

}  // namespace base
