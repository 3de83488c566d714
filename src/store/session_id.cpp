#include "store/session_id.h"

#include <algorithm>

#include "base/text.h"

namespace store {
namespace {

constexpr std::string_view kMiddle = "-session-";
constexpr std::size_t kDateBytes = 10;
constexpr std::size_t kDigitsMax = 9;

bool is_date(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00";
  for (std::size_t at = 0; at < kDateBytes; ++at) {
    const bool fits = kShape[at] == '-' ? text[at] == '-' : base::is_digit(text[at]);
    if (!fits) return false;
  }
  const auto month = base::to_number(text.substr(5, 2)).value_or(0);
  const auto day = base::to_number(text.substr(8, 2)).value_or(0);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

}  // namespace

std::optional<SessionId> leading_session_id(std::string_view text) {
  constexpr std::size_t kNumberAt = kDateBytes + kMiddle.size();
  if (text.size() <= kNumberAt || !is_date(text) || !text.substr(kDateBytes).starts_with(kMiddle)) {
    return std::nullopt;
  }
  std::size_t end = kNumberAt;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  const bool goes_on = end < text.size() && (base::is_alpha(text[end]) || text[end] == '_');
  if (end == kNumberAt || end - kNumberAt > kDigitsMax || goes_on) return std::nullopt;
  SessionId id;
  id.date = text.substr(0, kDateBytes);
  id.number = static_cast<std::int64_t>(
      base::to_number(text.substr(kNumberAt, end - kNumberAt)).value_or(0));
  id.bytes = end;
  return id;
}

std::optional<SessionId> session_id_from(std::string_view text) {
  auto id = leading_session_id(text);
  return id && id->bytes == text.size() ? id : std::nullopt;
}

}  // namespace store
