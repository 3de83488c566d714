// The number of a state's version, as a person writes it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/arguments.h"

namespace cli {

// `name` is what the error calls it: "--if-version".
base::Result<std::int64_t> version_from(const Arguments& arguments, std::string_view name,
                                        const std::string& text);

}  // namespace cli
