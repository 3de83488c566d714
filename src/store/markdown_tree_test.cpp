#include "store/markdown_tree.h"

#include <gtest/gtest.h>

#include <functional>

#include "store/test_markdown.h"

namespace store {
namespace {

using model::MarkdownKind;
using model::MarkdownNode;

MarkdownNode tree_of(std::string_view markdown) {
  auto tree = markdown_tree(markdown);
  EXPECT_TRUE(tree.ok());
  EXPECT_FALSE(tree->is_cut);
  return std::move(tree->document);
}

const MarkdownNode& only(const MarkdownNode& node) {
  EXPECT_EQ(node.children.size(), 1U);
  return node.children.front();
}

// "paragraph(text'a' strong(text'b'))"
std::string shape_of(const MarkdownNode& node) {
  static const char* const kNames[] = {"document", "paragraph", "quote",  "heading", "list",
                                       "item",     "task",      "table",  "row",     "cell",
                                       "em",       "strong",    "strike", "link",    "text",
                                       "code",     "html",      "block",  "break",   "rule"};
  std::string text = kNames[static_cast<int>(node.kind)];
  if (!node.text.empty()) text += "'" + node.text + "'";
  if (node.children.empty()) return text;
  text += "(";
  for (const MarkdownNode& child : node.children) {
    if (text.back() != '(') text += " ";
    text += shape_of(child);
  }
  return text + ")";
}

std::size_t depth_of(const MarkdownNode& node) {
  std::size_t deepest = 0;
  for (const MarkdownNode& child : node.children) deepest = std::max(deepest, depth_of(child));
  return deepest + 1;
}

std::size_t count_of(const MarkdownNode& node) {
  std::size_t count = 1;
  for (const MarkdownNode& child : node.children) count += count_of(child);
  return count;
}

TEST(MarkdownTreeTest, EveryElementHasItsNode) {
  EXPECT_EQ(shape_of(tree_of("a *b* **c** ~~d~~ `e`\nf  \ng")),
            "document(paragraph(text'a ' em(text'b') text' ' strong(text'c') text' ' "
            "strike(text'd') text' ' code'e' text'\nf' break text'g'))");
  EXPECT_EQ(shape_of(tree_of("> q\n\n---\n\n```cpp x\nint i;\n```\n")),
            "document(quote(paragraph(text'q')) rule block'int i;\n')");
  EXPECT_EQ(shape_of(tree_of("- a\n- [x] b\n")),
            "document(list(item(paragraph(text'a')) task(paragraph(text'b'))))");
  EXPECT_EQ(shape_of(tree_of("| a | b |\n|---|---|\n| 1 | 2 |\n")),
            "document(table(row(cell(text'a') cell(text'b')) row(cell(text'1') cell(text'2'))))");
  EXPECT_EQ(shape_of(tree_of("")), "document");
}

TEST(MarkdownTreeTest, ElementsTellTheirDetails) {
  EXPECT_EQ(only(tree_of("### a")).level, 3);
  EXPECT_EQ(only(tree_of("```rust ignore\nx\n```")).language, "rust");
  const MarkdownNode list = only(tree_of("7. a\n8. b"));
  EXPECT_TRUE(list.is_ordered);
  EXPECT_EQ(list.start, 7);
  const MarkdownNode tasks = only(tree_of("- [x] a\n- [ ] b"));
  EXPECT_TRUE(tasks.children[0].is_done);
  EXPECT_FALSE(tasks.children[1].is_done);
  const MarkdownNode image = only(only(tree_of("![alt](https://a.example/x.png)")));
  EXPECT_EQ(shape_of(image), "link(text'alt')");
  EXPECT_EQ(image.href, "https://a.example/x.png");
}

TEST(MarkdownTreeTest, MarkupOfTheTextIsText) {
  EXPECT_EQ(shape_of(tree_of("a <img src=x onerror=alert(1)> b")),
            "document(paragraph(text'a ' html'<img src=x onerror=alert(1)>' text' b'))");
  EXPECT_EQ(shape_of(tree_of("<script>alert(1)</script>\n")),
            "document(html'<script>alert(1)</script>\n')");
}

TEST(MarkdownTreeTest, OnlySafeLinksCanBeFollowed) {
  const auto href = [](const std::string& markdown) { return only(only(tree_of(markdown))).href; };
  EXPECT_EQ(href("[a](https://a.example/b?c=d#e)"), "https://a.example/b?c=d#e");
  EXPECT_EQ(href("[a](mailto:a@b.example)"), "mailto:a@b.example");
  EXPECT_EQ(href("[a](docs/x.md)"), "docs/x.md");
  EXPECT_EQ(href("[a](#part:one)"), "#part:one");
  for (const char* const bad :
       {"[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](data:text/html,x)",
        "[a](vbscript:x)", "[a](java&#10;script:alert(1))", "[a](&#1;javascript:alert(1))",
        "[a](<&#32;javascript:alert(1)>)", "[a](file:///etc/passwd)", "![a](blob:x)",
        "<javascript:alert(1)>", "[a](:x)"}) {
    SCOPED_TRACE(bad);
    EXPECT_EQ(href(bad), std::nullopt);
  }
}

TEST(MarkdownTreeTest, ALinkIsJudgedByWhatABrowserMakesOfIt) {
  for (const char* const good : {"", "a", "./a", "../a", "/a", "//a.example/b", "?a:b", "a/b:c",
                                 "HTTP://a.example", "a%20b"}) {
    EXPECT_TRUE(is_safe_link(good)) << good;
  }
  for (const char* const bad : {"x:", "java\tscript:a", "\x01javascript:a", " a", "a b", "a\x7f",
                                "about:blank", "ftp://a"}) {
    EXPECT_FALSE(is_safe_link(bad)) << bad;
  }
  EXPECT_FALSE(is_safe_link(std::string(5000, 'a')));
}

// A spec comes from a repository that anybody may have made.
TEST(MarkdownTreeTest, AHostileTextStaysWithinTheLimits) {
  constexpr std::size_t kBytes = 1'000'000;
  const std::string texts[] = {
      repeated("> ", kBytes),
      repeated("- ", kBytes),
      repeated("> - ", kBytes) + "a",
      repeated("*a ", kBytes),
      repeated("**a ", kBytes) + repeated(" b**", kBytes),
      repeated("[", kBytes),
      repeated("[a](", kBytes),
      repeated("![", kBytes) + repeated("](x)", kBytes),
      repeated("<a ", kBytes),
      repeated("~~a ", kBytes),
      repeated("a\n\n", kBytes),
      repeated("# a\n", kBytes),
      repeated("| a | b |\n|---|---|\n| c | d |\n\n", kBytes),
      repeated("`", kBytes),
      repeated("- [ ] a\n", kBytes),
      std::string(kBytes, '\0'),
      repeated("\xff\xfe", kBytes),
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text.substr(0, 12));
    const MarkdownTreeLimits limits;
    const auto tree = markdown_tree(text, limits);
    ASSERT_TRUE(tree.ok()) << tree.error().message;
    EXPECT_TRUE(tree->is_cut);
    EXPECT_LE(depth_of(tree->document), limits.depth_max);
    EXPECT_LE(count_of(tree->document), limits.nodes_max);
  }
}

TEST(MarkdownTreeTest, WhatIsTooDeepOrTooMuchIsLeftOutAndSaid) {
  const auto deep = markdown_tree("- a\n  - b\n    - c\n\nend\n", {.depth_max = 6});
  ASSERT_TRUE(deep.ok());
  EXPECT_TRUE(deep->is_cut);
  EXPECT_EQ(
      shape_of(deep->document),
      "document(list(item(paragraph(text'a') list(item(paragraph list)))) paragraph(text'end'))");
  const auto many = markdown_tree("a\n\nb\n\nc\n", {.nodes_max = 5});
  EXPECT_EQ(shape_of(many->document), "document(paragraph(text'a') paragraph(text'b'))");
  EXPECT_TRUE(many->is_cut);
  const auto long_text = markdown_tree("ab\ncd\nef\n", {.bytes_max = 6});
  EXPECT_EQ(shape_of(long_text->document), "document(paragraph(text'ab\ncd'))");
  EXPECT_TRUE(long_text->is_cut);
  EXPECT_EQ(shape_of(markdown_tree("ab\ncd\nef\n", {.lines_max = 1})->document),
            "document(paragraph(text'ab'))");
  EXPECT_EQ(shape_of(markdown_tree("äää", {.bytes_max = 3})->document),
            "document(paragraph(text'ä'))");
}

}  // namespace
}  // namespace store
