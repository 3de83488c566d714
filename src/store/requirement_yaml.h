// The text of a file of requirements, YAML or JSON, as a tree.
#pragma once
#include <string>
#include <string_view>

#include "store/requirement_tree.h"

namespace store {

enum class TreeFormat { yaml, json };
// By the ending of the file's name.
TreeFormat tree_format_of(std::string_view file);

// Never fails but by Tree::fault. With Options::section the root is that member's value, and its
// place that of the key; nothing where the file has no such member.
Tree parse_tree(std::string_view text, TreeFormat format, const TreeBuilder::Options& options);

}  // namespace store
