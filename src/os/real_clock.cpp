#include "os/real_clock.h"

#include <cerrno>
#include <ctime>

namespace os {

using std::chrono::microseconds;

base::Instant RealClock::now() {
  return std::chrono::floor<base::Millis>(std::chrono::system_clock::now());
}

microseconds RealClock::steady() {
  return std::chrono::floor<microseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

std::chrono::seconds RealClock::local_offset(base::Instant at) {
  const std::time_t seconds =
      std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count();
  std::tm local{};
  if (::localtime_r(&seconds, &local) == nullptr) return std::chrono::seconds{0};
  return std::chrono::seconds{local.tm_gmtoff};
}

void RealClock::sleep(microseconds duration) {
  if (duration <= microseconds::zero()) return;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(duration);
  timespec remaining{};
  remaining.tv_sec = seconds.count();
  remaining.tv_nsec = std::chrono::nanoseconds(duration - seconds).count();
  // A signal cuts the sleep short; the kernel leaves what remains of it.
  while (::nanosleep(&remaining, &remaining) == -1 && errno == EINTR) {
  }
}

}  // namespace os
