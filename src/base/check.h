// CHECK is for our own mistakes: it stays on in release builds and never sees input.
#pragma once

namespace base {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace base

#define CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::base::check_failed(#condition, __FILE__, __LINE__))
