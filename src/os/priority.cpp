#include "os/priority.h"

#include <sys/resource.h>

namespace os {

void lower_own_priority() {
  constexpr int kNice = 10;
  ::setpriority(PRIO_PROCESS, 0, kNice);
}

}  // namespace os
