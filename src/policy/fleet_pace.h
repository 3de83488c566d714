// When what is new goes to a team's server, and when it counts as late.
#pragma once
#include <cstdint>
#include <optional>

#include "base/time.h"

namespace policy {

// A background push after one that failed a moment ago would fail too; the next turn tries again. A
// failure in the future is of a clock that was set back, and holds nobody up.
bool is_too_soon(std::optional<base::Instant> failed_at, base::Instant now);

// How long a server waits before it tries again after so many failures: doubled up to a minute.
base::Millis pause_after(std::int64_t failures);

// Whether what waits since then is worth a word: work of a few minutes is always on its way.
bool is_late(base::Instant since, base::Instant now);

// From when on journals are not known to be on the server. A push that began in the future is of a
// clock that was set back: then nothing is known.
std::optional<base::Instant> sent_until(std::optional<base::Instant> began_at, base::Instant now);

}  // namespace policy
