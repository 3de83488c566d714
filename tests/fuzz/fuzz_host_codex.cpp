// See host_hook.h.
#include "host_hook.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::take("codex", "PreToolUse", data, size);
}
