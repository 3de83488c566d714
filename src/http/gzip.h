// Unpacking what is kept compressed, for clients that do not unpack it themselves.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace http {

// One member of the gzip format with nothing but its fixed header. parse_error; too_large.
base::Result<std::string> gunzip(std::string_view bytes,
                                 std::size_t bytes_max = 16UL * 1024 * 1024);

}  // namespace http
