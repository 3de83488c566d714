// The kernel's randomness. Private to os/.
#pragma once
#include "os/random.h"

namespace os {

class RealRandom final : public Random {
 public:
  void fill(void* bytes, std::size_t size) override;
};

}  // namespace os
