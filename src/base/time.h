// Points in time and their spelling: RFC 3339 in UTC with milliseconds, as the documents have it.
#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

using Millis = std::chrono::milliseconds;
using Instant = std::chrono::time_point<std::chrono::system_clock, Millis>;

// "2026-01-18T09:30:00.123Z"
std::string to_iso(Instant instant);

// "2026-01-18", the day in UTC.
std::string to_date(Instant instant);

// "20260118T093000Z", for names of files.
std::string to_compact_iso(Instant instant);

// Reads any RFC 3339 time with up to nine fractional digits and Z or an offset.
Result<Instant> instant_from_iso(std::string_view text);

// "90s", "30m", "2h", "1d"; a bare number counts minutes.
Result<Millis> duration_from_text(std::string_view text);

// "1 h 5 min", "42 s": for people.
std::string to_words(Millis duration);

}  // namespace base
