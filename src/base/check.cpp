#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace base {

void check_failed(const char* condition, const char* file, int line) {
  // Hosts read exit code 2 as a denial, so a mistake of ours aborts and never exits.
  std::fprintf(stderr, "holdfast: internal error: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace base
