// A Markdown document as a tree, by cmark-gfm: for a page that makes its own elements of it, so
// that no markup of a file is ever markup of the page.
#pragma once
#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "model/markdown.h"

namespace store {

// What a document of people stays far below, and what one that was made to break something meets.
struct MarkdownTreeLimits {
  std::size_t bytes_max = 512UL * 1024;
  std::size_t lines_max = 20'000;
  std::size_t nodes_max = 30'000;
  std::size_t depth_max = 40;
};

struct MarkdownTree {
  model::MarkdownNode document;
  bool is_cut = false;  // Something was left out, since it is beyond the limits.
};
base::Result<MarkdownTree> markdown_tree(std::string_view markdown,
                                         const MarkdownTreeLimits& limits = {});

// Whether a page may lead there: http, https, mailto, or no scheme at all. A control character or a
// space, which browsers drop before they look for the scheme, makes it unsafe.
bool is_safe_link(std::string_view href);

}  // namespace store
