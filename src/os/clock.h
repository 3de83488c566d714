// The door to time.
#pragma once
#include <chrono>

#include "base/time.h"

namespace os {

class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  // Wall time: may jump either way.
  virtual base::Instant now() = 0;
  // Only ever grows; counts from an unknown point.
  virtual std::chrono::microseconds steady() = 0;
  virtual void sleep(std::chrono::microseconds duration) = 0;
  // What the user's clock on the wall shows beyond UTC at that time. Any thread may ask.
  virtual std::chrono::seconds local_offset(base::Instant) { return std::chrono::seconds{0}; }
};

}  // namespace os
