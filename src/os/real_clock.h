// The clocks of this machine. Private to os/.
#pragma once
#include "os/clock.h"

namespace os {

class RealClock final : public Clock {
 public:
  base::Instant now() override;
  std::chrono::microseconds steady() override;
  void sleep(std::chrono::microseconds duration) override;
  std::chrono::seconds local_offset(base::Instant at) override;
};

}  // namespace os
