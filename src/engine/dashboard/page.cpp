#include "engine/dashboard/page.h"

#include <charconv>

#include "base/base64.h"
#include "base/text.h"

namespace engine::dashboard {
namespace {

// Between the values: nothing that a time or an id has, and a text that has one is no cursor.
constexpr char kValueSeparator = '\x1f';
constexpr std::size_t kCursorBytesMax = 2000;

base::Error bad_cursor() {
  return {base::Code::invalid_params, "the cursor is none that this list gave", ""};
}

}  // namespace

std::string make_cursor(std::string_view list, const std::vector<std::string>& values) {
  std::string text(list);
  for (const std::string& value : values) text += kValueSeparator + value;
  return base::to_base64url(text);
}

base::Result<std::vector<std::string>> read_cursor(std::string_view list, std::string_view cursor,
                                                   std::size_t values) {
  if (cursor.size() > kCursorBytesMax) return bad_cursor();
  const auto text = base::bytes_from_base64url(cursor);
  if (!text) return bad_cursor();
  const std::vector<std::string_view> parts = base::split(*text, kValueSeparator);
  if (parts.size() != values + 1 || parts[0] != list) return bad_cursor();
  return std::vector<std::string>(parts.begin() + 1, parts.end());
}

std::string make_cursor(std::string_view list, std::int64_t number) {
  return make_cursor(list, std::vector<std::string>{std::to_string(number)});
}

base::Result<std::optional<std::int64_t>> read_number(std::string_view list,
                                                      const std::optional<std::string>& cursor) {
  if (!cursor) return std::optional<std::int64_t>();
  TRY_ASSIGN(const std::vector<std::string> values, read_cursor(list, *cursor, 1));
  const std::string& digits = values[0];
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return bad_cursor();
  return std::optional(number);
}

}  // namespace engine::dashboard
