// The price file that came with the program, data/prices.json, put into it by the build.
#pragma once
#include <string_view>

namespace cost {

std::string_view builtin_prices_json();

}  // namespace cost
