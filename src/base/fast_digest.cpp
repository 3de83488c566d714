#include "base/fast_digest.h"

#include <sodium.h>

namespace base {

void prepare_fast_digests() {
  // Where it fails, the plain code stays.
  [[maybe_unused]] const int ready = sodium_init();
}

}  // namespace base
