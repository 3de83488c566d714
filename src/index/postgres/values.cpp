#include "index/postgres/values.h"

#include <array>
#include <charconv>

#include "base/text.h"

namespace indexing {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_clean(std::string_view text) {
  return text.find('\0') == std::string_view::npos && base::is_utf8(text);
}

// How many bytes the character that `lead` begins would have; 0 where none begins so.
std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

// A field in the format of COPY, in the form that an array's elements have.
void add_element(std::string& array, std::string_view field) {
  array += array.empty() ? '{' : ',';
  if (field == "\\N") {
    array += "NULL";
    return;
  }
  array += '"';
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '"') array += '\\';
    if (field[i] != '\\') {
      array += field[i];
      continue;
    }
    switch (field[++i]) {
      case 't':
        array += '\t';
        break;
      case 'n':
        array += '\n';
        break;
      case 'r':
        array += '\r';
        break;
      default:
        array += "\\\\";
    }
  }
  array += '"';
}

}  // namespace

std::string clean_text(std::string_view text) {
  if (is_clean(text)) return std::string(text);
  std::string clean;
  while (!text.empty()) {
    const std::size_t length = length_of(static_cast<unsigned char>(text.front()));
    const std::string_view one = text.substr(0, length == 0 ? 1 : length);
    if (length != 0 && one.size() == length && is_clean(one)) {
      clean += one;
      text.remove_prefix(length);
    } else {
      clean += kReplacement;
      text.remove_prefix(1);
    }
  }
  return clean;
}

std::string number_text(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return {digits.data(), end.ptr};
}

void Values::add(std::string_view text) {
  if (text.empty()) {
    texts_.emplace_back();
  } else {
    texts_.emplace_back(clean_text(text));
  }
}

std::size_t Values::bytes() const {
  constexpr std::size_t kOverhead = 48;
  std::size_t sum = 0;
  for (const auto& text : texts_) sum += kOverhead + (text ? text->size() : 0);
  return sum;
}

void CopyRows::put(std::string_view text) {
  if (text.empty()) {
    bytes_ += "\\N";
    return;
  }
  std::string cleaned;
  if (!is_clean(text)) {
    cleaned = clean_text(text);
    text = cleaned;
  }
  while (true) {
    const std::size_t end = text.find_first_of("\\\t\n\r");
    bytes_ += text.substr(0, end);
    if (end == std::string_view::npos) return;
    bytes_ += '\\';
    switch (text[end]) {
      case '\t':
        bytes_ += 't';
        break;
      case '\n':
        bytes_ += 'n';
        break;
      case '\r':
        bytes_ += 'r';
        break;
      default:
        bytes_ += '\\';
    }
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> CopyRows::arrays() const {
  std::vector<std::string> arrays;
  std::size_t column = 0;
  for (std::size_t begin = 0; begin < bytes_.size();) {
    const std::size_t end = bytes_.find_first_of("\t\n", begin);
    if (column == arrays.size()) arrays.emplace_back();
    add_element(arrays[column], std::string_view(bytes_).substr(begin, end - begin));
    column = bytes_[end] == '\n' ? 0 : column + 1;
    begin = end + 1;
  }
  for (std::string& array : arrays) array += '}';
  return arrays;
}

}  // namespace indexing
