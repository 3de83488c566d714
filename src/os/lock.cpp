#include "os/lock.h"

#include <algorithm>

namespace os {

using std::chrono::microseconds;

base::Result<void> lock(File& file, Clock& clock, Random& random, base::Millis timeout) {
  constexpr microseconds kPauseMin{100};
  // Short for those who wait long too: they would lose to everyone who comes after them.
  constexpr microseconds kPauseMax{1000};
  const microseconds deadline = clock.steady() + timeout;
  microseconds longest = 2 * kPauseMin;
  while (true) {
    TRY_ASSIGN(const bool locked, file.try_lock());
    if (locked) return {};
    const microseconds remaining = deadline - clock.steady();
    if (remaining <= microseconds::zero()) {
      return base::Error{base::Code::lock_timeout, "another process holds the lock",
                         "Try again in a moment."};
    }
    // Jitter keeps several that wait from coming back all at the same instant.
    const auto spread = static_cast<std::uint64_t>((longest - kPauseMin).count());
    const microseconds jitter{static_cast<std::int64_t>(random.below(spread + 1))};
    clock.sleep(std::min(kPauseMin + jitter, remaining));
    longest = std::min(2 * longest, kPauseMax);
  }
}

base::Result<std::unique_ptr<File>> lock_file(FileSystem& files, Clock& clock, Random& random,
                                              const Path& path, base::Millis timeout) {
  // Never removed: a lock on a file that has lost its name excludes nobody.
  TRY_ASSIGN(auto file, files.open(path, {.write = true, .create = true, .follow_links = false}));
  base::Result<void> locked = lock(*file, clock, random, timeout);
  if (!locked.ok()) return base::with_context(std::move(locked).error(), path.native());
  return file;
}

}  // namespace os
