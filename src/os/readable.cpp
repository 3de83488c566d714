#include "os/readable.h"

#include <poll.h>

#include <algorithm>
#include <limits>

namespace os {

bool wait_readable(int descriptor, base::Millis timeout) {
  pollfd waited{descriptor, POLLIN, 0};
  const auto left =
      std::clamp<base::Millis::rep>(timeout.count(), 0, std::numeric_limits<int>::max());
  return ::poll(&waited, 1, static_cast<int>(left)) > 0;
}

}  // namespace os
