// What somebody who mistyped a command probably meant.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// The candidate that takes the fewest edits, where these are few enough to be a slip.
std::optional<std::string> nearest(std::string_view typed,
                                   const std::vector<std::string_view>& candidates);

}  // namespace cli
