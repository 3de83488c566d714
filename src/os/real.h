// The real doors, each on this machine's operating system (Linux).
#pragma once
#include <memory>

#include "os/system.h"

namespace os {

// Owns the real implementations; `system()` lends them. Lives in main.
class RealSystem {
 public:
  RealSystem();
  RealSystem(const RealSystem&) = delete;
  RealSystem& operator=(const RealSystem&) = delete;
  ~RealSystem();

  System system();

 private:
  struct Doors;
  std::unique_ptr<Doors> doors_;
};

}  // namespace os
