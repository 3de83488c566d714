#include "store/markdown_parser.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <array>

#include "base/check.h"

namespace store {
namespace {

struct FreeParser {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};

// Registered once for the process, by whoever comes first of several threads, and not before the
// first document is read: a hook that reads none pays nothing.
const std::array<cmark_syntax_extension*, 3>& known_extensions() {
  static const std::array<cmark_syntax_extension*, 3> kAll = [] {
    cmark_gfm_core_extensions_ensure_registered();
    return std::array{cmark_find_syntax_extension("table"),
                      cmark_find_syntax_extension("strikethrough"),
                      cmark_find_syntax_extension("tasklist")};
  }();
  return kAll;
}

}  // namespace

void FreeMarkdown::operator()(cmark_node* node) const { cmark_node_free(node); }
void FreeMarkdown::operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }

MarkdownDocument parse_markdown(std::string_view markdown, MarkdownExtensions extensions) {
  const std::unique_ptr<cmark_parser, FreeParser> parser(
      cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8));
  for (cmark_syntax_extension* const one : known_extensions()) {
    CHECK(one != nullptr);
    cmark_parser_attach_syntax_extension(parser.get(), one);
    if (extensions == MarkdownExtensions::tables) break;  // They come first.
  }
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  MarkdownDocument document(cmark_parser_finish(parser.get()));
  CHECK(document != nullptr);
  return document;
}

}  // namespace store
