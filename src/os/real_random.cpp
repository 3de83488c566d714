#include "os/real_random.h"

#include <sys/random.h>
#include <sys/types.h>

#include "base/check.h"
#include "os/system_call.h"

namespace os {

void RealRandom::fill(void* bytes, std::size_t size) {
  auto* at = static_cast<unsigned char*>(bytes);
  while (size > 0) {
    const ssize_t got = retried([&] { return ::getrandom(at, size, 0); });
    // Without randomness a key would be guessable: there is no way to go on.
    CHECK(got > 0);
    at += got;
    size -= static_cast<std::size_t>(got);
  }
}

}  // namespace os
