// Waits for a descriptor that a library opened.
#pragma once
#include "base/time.h"

namespace os {

// Whether there is something to read, or the other end is gone, before `timeout` is over.
bool wait_readable(int descriptor, base::Millis timeout);

}  // namespace os
