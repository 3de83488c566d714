#include "store/markdown_table.h"

#include <gtest/gtest.h>

#include <string>

#include "store/markdown_shield.h"
#include "store/test_markdown.h"

namespace store {
namespace {

using Cells = std::vector<std::string>;

std::vector<MarkdownTable> tables_of(std::string_view markdown) {
  auto tables = read_tables(markdown);
  EXPECT_TRUE(tables.ok());
  return tables.ok() ? *std::move(tables) : std::vector<MarkdownTable>();
}

TEST(MarkdownTableTest, ATableHasItsHeadingsColumnsRowsAndLines) {
  const auto tables = tables_of(
      "# A\n\n## B\n\ntext\n\n| Req | Step |\n|:---:|---:|\n| MUST | one |\n| MAY | two |\n\n"
      "## C `x` *y*\n#### D\n|a|\n|-|\n|1|\n# E\nb | c\n--|--\n3 | 4\n");
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].heading, (Cells{"A", "B"}));
  EXPECT_EQ(tables[0].columns, (Cells{"Req", "Step"}));
  EXPECT_EQ(tables[0].rows, (std::vector<Cells>{{"MUST", "one"}, {"MAY", "two"}}));
  EXPECT_EQ(tables[0].line, 7);
  EXPECT_EQ(tables[0].row_lines, (std::vector<int>{9, 10}));
  EXPECT_FALSE(tables[0].fenced);
  EXPECT_EQ(tables[1].heading, (Cells{"A", "C x y", "D"}));
  EXPECT_EQ(tables[1].line, 14);
  EXPECT_EQ(tables[2].heading, (Cells{"E"}));
  EXPECT_EQ(tables[2].rows, (std::vector<Cells>{{"3", "4"}}));
}

TEST(MarkdownTableTest, CellsArePlainText) {
  const std::pair<const char*, const char*> rows[] = {
      {"`code`", "code"},
      {"**bold** and *it* and ~x~", "bold and it and ~x~"},
      {"[text](http://x.example)", "text"},
      {"a\\|b", "a|b"},
      {"a `x\\|y` b", "a x|y b"},
      {"a<br>b<br/>c<BR />d", "a\nb\nc\nd"},
      {"<sha> <!-- no -->", "<sha> <!-- no -->"},
      {"&lt;b&gt; &amp; \\[x\\]", "<b> & [x]"},
      {"mcp__serena__activate_project", "mcp__serena__activate_project"},
      {"  padded  ", "padded"},
      {"", ""},
      {"[x]", "[x]"},
      {"✅ PASS", "✅ PASS"},
  };
  for (const auto& [cell, text] : rows) {
    SCOPED_TRACE(cell);
    const auto tables = tables_of("| a | b |\n|---|---|\n| " + std::string(cell) + " | end |\n");
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].rows, (std::vector<Cells>{{text, "end"}}));
  }
}

TEST(MarkdownTableTest, ARowHasAsManyCellsAsThereAreColumns) {
  const auto tables =
      tables_of("| a | b | c |\n|---|---|---|\n| 1 |\n| 1 | 2 | `x | y` and | z |\n> no row\n");
  ASSERT_EQ(tables.size(), 1U);
  // What GFM drops is in the last cell: formats.md 2 has 16 such rows.
  EXPECT_EQ(tables[0].rows, (std::vector<Cells>{{"1", "", ""}, {"1", "2", "x | y and | z"}}));
}

TEST(MarkdownTableTest, AFencedDocumentIsATemplateAndOtherFencesAreCode) {
  const auto tables = tables_of(
      "# P\n## Template\n\n````Markdown title\n# L\n### Session Start\n\n| a |\n|---|\n| 1 |\n\n"
      "```markdown\n| deep |\n|---|\n```\n````\n\n```\n| b |\n|---|\n```\n"
      "    | c |\n    |---|\n\n<!--\n| d |\n|---|\n-->\n\n> | e |\n> |---|\n");
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_TRUE(tables[0].fenced);
  EXPECT_EQ(tables[0].heading, (Cells{"P", "Template", "L", "Session Start"}));
  EXPECT_EQ(tables[0].line, 8);
  EXPECT_EQ(tables[0].row_lines, (std::vector<int>{10}));
  EXPECT_EQ(tables[1].columns, (Cells{"e"}));
  EXPECT_FALSE(tables[1].fenced);
}

TEST(MarkdownTableTest, LineEndsOfEveryKindAreLineEnds) {
  for (const char* text :
       {"| a |\r\n|---|\r\n| 1 |\r\n", "| a |\r|---|\r| 1 |", "| a |\n|---|\n| 1 |"}) {
    const auto tables = tables_of(text);
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].rows, (std::vector<Cells>{{"1"}}));
  }
}

TEST(MarkdownTableTest, BytesThatAreNoTextBreakNothing) {
  const std::string text = std::string("| a\0b |\n", 8) + "|---|\n| \xFF\xFE |\n";
  const auto tables = tables_of(text);
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].columns, (Cells{"a\uFFFDb"}));
  EXPECT_EQ(tables[0].rows, (std::vector<Cells>{{"\uFFFD\uFFFD"}}));
  EXPECT_TRUE(tables_of("").empty());
}

TEST(MarkdownTableTest, OverALimitIsTooLarge) {
  const std::string table = "| a |\n|---|\n| 1 |\n| 2 |\n\n";
  EXPECT_EQ(read_tables(table, {.bytes_max = 10}).error().code, base::Code::too_large);
  EXPECT_EQ(read_tables(table, {.rows_max = 1}).error().code, base::Code::too_large);
  EXPECT_EQ(read_tables(table + table, {.tables_max = 1}).error().code, base::Code::too_large);
  EXPECT_TRUE(read_tables(table + table, {.tables_max = 2, .rows_max = 4}).ok());
  EXPECT_EQ(read_tables(repeated("\n", 30'001)).error().code, base::Code::too_large);
}

// The parser by itself takes minutes for some of these, and gigabytes for others.
TEST(MarkdownTableTest, NoTextTakesTheParserLong) {
  constexpr std::size_t kBytes = 400'000;
  const std::string texts[] = {
      repeated("aaa\n-|-\n", 100'000),
      repeated("aaa | b\n:-\n", 100'000),
      repeated("> a|b\n> |-|\n", 100'000),
      repeated("- ", kBytes) + "a\n" + repeated("\n", 25'000),
      repeated("> ", kBytes),
      repeated("1. ", kBytes) + "\n" + repeated("\n", 25'000),
      repeated("\t", kBytes) + "- a\n" + repeated("\n", 25'000),
      repeated("|a", kBytes) + "\n" + repeated("|-", kBytes) + "\n" + repeated("|\n", 40'000),
      repeated("[a", kBytes),
      repeated("*a_ ", kBytes),
      "|a|\n|-|\n|" + repeated("`", kBytes) + "|\n",
      "# " + repeated("x", kBytes) + "\n\n" + repeated("|a|\n|-|\n\n", 18'000),
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text.substr(0, 20));
    EXPECT_TRUE(read_tables(text).ok());
  }
}

TEST(MarkdownShieldTest, OrdinaryTextIsLeftAlone) {
  const std::string text =
      "# A\n\n- a\n  - b\n    1. c\n> > q\n\n---\n- - -\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\ta\n";
  EXPECT_EQ(*shielded_markdown(text), text);
  EXPECT_EQ(*shielded_markdown("a\r\nb\rc"), "a\nb\nc\n");
}

TEST(MarkdownShieldTest, WhatOnlyAnAttackHasIsTakenOut) {
  EXPECT_EQ(*shielded_markdown(repeated("> ", 70) + "a"), "\n");
  EXPECT_EQ(*shielded_markdown(std::string(99, ' ') + "a"), std::string(64, ' ') + "a\n");
  EXPECT_EQ(*shielded_markdown(repeated("|-", 36)), repeated("|=", 36) + "\n");
  const std::string many = repeated("a\n|-|\n", 6 * 17);
  EXPECT_EQ(*shielded_markdown(many), many.substr(0, 6 * 16) + "a\n|=|\n");
  // A heading ends the paragraph, so nothing is read again.
  const std::string headed = repeated("# a\n|b|\n|-|\n", 12 * 40);
  EXPECT_EQ(*shielded_markdown(headed), headed);
}

}  // namespace
}  // namespace store
