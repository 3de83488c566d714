#include "engine/cost_period.h"

#include <chrono>

#include "base/text.h"
#include "base/time.h"

namespace engine {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

std::optional<std::int32_t> day_of_date(std::string_view text) {
  std::string digits(text);
  if (text.size() == 10 && text[4] == '-' && text[7] == '-') {
    digits = std::string(text.substr(0, 4)) + std::string(text.substr(5, 2)) +
             std::string(text.substr(8, 2));
  }
  const auto number = base::to_number(digits);
  if (digits.size() != 8 || !number) return std::nullopt;
  const auto value = static_cast<int>(*number);
  const year_month_day date{std::chrono::year{value / 10000},
                            std::chrono::month{static_cast<unsigned>(value / 100 % 100)},
                            std::chrono::day{static_cast<unsigned>(value % 100)}};
  if (!date.ok()) return std::nullopt;
  return static_cast<std::int32_t>(sys_days(date).time_since_epoch().count());
}

year_month_day date_of(std::int32_t day) {
  return year_month_day{sys_days{std::chrono::days{day}}};
}

}  // namespace

base::Result<std::int32_t> day_from_text(std::string_view text, std::int32_t today,
                                         std::string_view option) {
  constexpr std::uint64_t kDaysMax = 100'000;
  if (text == "today") return today;
  if (const auto day = day_of_date(text)) return *day;
  if (text.size() > 1 && (text.back() == 'd' || text.back() == 'w')) {
    const auto number = base::to_number(text.substr(0, text.size() - 1));
    const std::uint64_t each = text.back() == 'w' ? 7 : 1;
    if (number && *number > 0 && *number * each <= kDaysMax) {
      return today - static_cast<std::int32_t>(*number * each) + 1;
    }
  }
  return base::Error{base::Code::invalid_value,
                     std::string(option) + ": '" + std::string(text) + "' is not a day.",
                     "Give a day like 2026-11-01, or 7d for the last seven days."};
}

std::string day_text(std::int32_t day) {
  return base::to_date(base::Instant(std::chrono::days{day}));
}

std::int32_t month_start(std::int32_t day) {
  const year_month_day date = date_of(day);
  return static_cast<std::int32_t>(
      sys_days(date.year() / date.month() / 1).time_since_epoch().count());
}

}  // namespace engine
