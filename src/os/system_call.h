// What all system calls have in common: they are retried when a signal cuts in, and errno becomes
// an Error. Private to os/.
#pragma once
#include <cerrno>
#include <string_view>

#include "base/error.h"

namespace os {

template <typename Call>
auto retried(Call call) {
  while (true) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

// "<path>: No such file or directory", with the code that errno stands for.
base::Error system_error(int error_number, std::string_view path);

// Code::io, "<path>: <reason>".
base::Error io_error(std::string_view path, std::string_view reason);

}  // namespace os
