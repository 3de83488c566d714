// cmark-gfm's parser with owners for what it makes: the documents that markdown_table and
// markdown_tree each walk in their own way. Private to store/.
#pragma once
#include <memory>
#include <string_view>

struct cmark_iter;
struct cmark_node;

namespace store {

struct FreeMarkdown {
  void operator()(cmark_node* node) const;
  void operator()(cmark_iter* iterator) const;
};
using MarkdownDocument = std::unique_ptr<cmark_node, FreeMarkdown>;
using MarkdownIterator = std::unique_ptr<cmark_iter, FreeMarkdown>;

enum class MarkdownExtensions { tables, all };

// Never null. `markdown` went through shielded_markdown (store/markdown_shield.h), or is a part of
// what did: the parser would take too long with some other texts.
MarkdownDocument parse_markdown(std::string_view markdown, MarkdownExtensions extensions);

}  // namespace store
