// Our lines in git's info/exclude: a block that starts with a mark, and every other byte kept.
// Private to the engine.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace engine {

bool is_excluded(std::string_view text, std::string_view line);

// The list with these lines; those that are there are left where they are. A list without a final
// newline stays without one, so that taking the lines out gives back its very bytes.
std::string with_excluded(std::string text, const std::vector<std::string>& lines);

// The list without these lines where they stand in our block; the mark goes with the last of them.
std::string without_excluded(std::string_view text, const std::vector<std::string>& lines);

// The files and folders that our block names, relative to the root of the work tree.
std::vector<std::string> excluded_by_us(std::string_view text);

}  // namespace engine
