// Bytes that are written as "%2e", as in URLs.
#pragma once
#include <string>
#include <string_view>

namespace base {

// A percent sign that stands for no byte stays. A byte may be 0.
std::string percent_decoded(std::string_view text);

}  // namespace base
