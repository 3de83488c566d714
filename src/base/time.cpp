#include "base/time.h"

#include <charconv>
#include <cstdio>

#include "base/text.h"

namespace base {
namespace {

struct Parts {
  int year, month, day, hour, minute, second, millis;
};

Parts parts_of(Instant instant) {
  const auto days = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date{days};
  const std::chrono::hh_mm_ss time{instant - days};
  return {static_cast<int>(date.year()),
          static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day())),
          static_cast<int>(time.hours().count()),
          static_cast<int>(time.minutes().count()),
          static_cast<int>(time.seconds().count()),
          static_cast<int>(time.subseconds().count())};
}

// Takes exactly `digits` digits off the front of `text`.
bool take_number(std::string_view& text, std::size_t digits, int& number) {
  if (text.size() < digits) return false;
  number = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (!is_digit(text[i])) return false;
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return true;
}

bool take_char(std::string_view& text, char expected) {
  if (text.empty() || text.front() != expected) return false;
  text.remove_prefix(1);
  return true;
}

bool take_fraction(std::string_view& text, int& millis) {
  millis = 0;
  if (!take_char(text, '.')) return true;
  int digits = 0;
  while (!text.empty() && is_digit(text.front())) {
    if (digits < 3) millis = millis * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  for (int i = digits; i < 3; ++i) millis *= 10;
  return digits >= 1 && digits <= 9;
}

bool take_offset(std::string_view& text, std::chrono::minutes& offset) {
  offset = std::chrono::minutes{0};
  if (take_char(text, 'Z') || take_char(text, 'z')) return true;
  const int sign = take_char(text, '+') ? 1 : take_char(text, '-') ? -1 : 0;
  int hours = 0;
  int minutes = 0;
  if (sign == 0 || !take_number(text, 2, hours) || !take_char(text, ':') ||
      !take_number(text, 2, minutes) || hours > 23 || minutes > 59) {
    return false;
  }
  offset = std::chrono::minutes{sign * (hours * 60 + minutes)};
  return true;
}

}  // namespace

std::string to_iso(Instant instant) {
  const Parts p = parts_of(instant);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", p.year, p.month,
                p.day, p.hour, p.minute, p.second, p.millis);
  return buffer;
}

std::string to_date(Instant instant) {
  constexpr std::size_t kDateLength = 10;
  return to_iso(instant).substr(0, kDateLength);
}

std::string to_compact_iso(Instant instant) {
  const Parts p = parts_of(instant);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%04d%02d%02dT%02d%02d%02dZ", p.year, p.month, p.day, p.hour,
                p.minute, p.second);
  return buffer;
}

Result<Instant> instant_from_iso(std::string_view text) {
  const Error bad{Code::parse_error, "not a time in the form 2026-01-18T09:30:00.000Z", ""};
  Parts p{};
  std::chrono::minutes offset{0};
  std::string_view rest = text;
  const bool read = take_number(rest, 4, p.year) && take_char(rest, '-') &&
                    take_number(rest, 2, p.month) && take_char(rest, '-') &&
                    take_number(rest, 2, p.day) && (take_char(rest, 'T') || take_char(rest, 't')) &&
                    take_number(rest, 2, p.hour) && take_char(rest, ':') &&
                    take_number(rest, 2, p.minute) && take_char(rest, ':') &&
                    take_number(rest, 2, p.second) && take_fraction(rest, p.millis) &&
                    take_offset(rest, offset) && rest.empty();
  if (!read || p.hour > 23 || p.minute > 59 || p.second > 60) return bad;
  const std::chrono::year_month_day date{std::chrono::year{p.year},
                                         std::chrono::month{static_cast<unsigned>(p.month)},
                                         std::chrono::day{static_cast<unsigned>(p.day)}};
  if (!date.ok()) return bad;
  return Instant{std::chrono::sys_days{date}} + std::chrono::hours{p.hour} +
         std::chrono::minutes{p.minute} + std::chrono::seconds{p.second} + Millis{p.millis} -
         offset;
}

Result<Millis> duration_from_text(std::string_view text) {
  long long amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  const std::string_view unit{end, static_cast<std::size_t>(text.data() + text.size() - end)};
  constexpr long long kAmountMax = 100'000'000;
  if (error == std::errc{} && amount >= 0 && amount <= kAmountMax) {
    if (unit == "ms") return Millis{amount};
    if (unit == "s") return Millis{std::chrono::seconds{amount}};
    if (unit == "m" || unit.empty()) return Millis{std::chrono::minutes{amount}};
    if (unit == "h") return Millis{std::chrono::hours{amount}};
    if (unit == "d") return Millis{std::chrono::days{amount}};
  }
  return Error{Code::invalid_params, "'" + std::string(text) + "' is not a duration",
               "Write 90s, 30m, 2h or 1d."};
}

std::string to_words(Millis duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  if (seconds < 60) return std::to_string(seconds) + " s";
  const auto minutes = seconds / 60;
  if (minutes < 60) return std::to_string(minutes) + " min";
  const auto hours = minutes / 60;
  if (hours >= 48) return std::to_string(hours / 24) + " days";
  std::string words = std::to_string(hours) + " h";
  if (minutes % 60 != 0) words += " " + std::to_string(minutes % 60) + " min";
  return words;
}

}  // namespace base
