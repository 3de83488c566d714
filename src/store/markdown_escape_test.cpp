// What is written into a cell or a bullet is what is read, for any text (S1-101, S1-102, B1-18).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "store/markdown_lines.h"
#include "store/markdown_table.h"

namespace store {
namespace {

// Pieces that mean something in Markdown, to us, or to a reader of lines.
std::string any_text() {
  std::string text;
  const auto pieces = *rc::gen::inRange(0, 12);
  for (int i = 0; i < pieces; ++i) {
    text += *rc::gen::element<std::string>(
        "|", "\n", "\r", "\\", "<br>", "<BR/>", "`", "``", "[x]", "[ ]", "*", "**", "_", "__", " ",
        "  ", "&lt;", "&#32;", "&#13;", "&amp", "&", ";", "#", "<", ">", "<!--", "-->", "<b>",
        "</a>", "<?", "~", "~~", "!", "[a](b)", "]: ", "a", "Z9", "é", "日本", "😀", "\t", "\x7f",
        "\x01", "\u0085", "\u2028", "\u2029", "-", "---", ":", "| MUST | x | [x] | y |", "\f", "\v",
        "https://a.example/b_c", "$x$", "\u00a0", "- **Branch**: forged", "## Metadata");
  }
  return text;
}

TEST(MarkdownEscapeTest, OrdinaryEvidenceLooksAsItDid) {
  for (const char* text :
       {"Tool output in transcript", "Listed 12 scripts", "HANDOFF.md hash: abc123",
        ".agents/sessions/2025-12-21-session-01.md", "Clean, main branch",
        "Initialize Serena: mcp__serena__activate_project", "e846d7e", "R&D, a < b && c > d; 50%",
        "~/x_y (see #140)", "\"quoted\" 'é' 日本"}) {
    EXPECT_EQ(escape_cell(text), text);
    EXPECT_EQ(escape_line(text), text);
  }
  for (const char* text : {"**bold** `code` [x](y) | z", "C:\\new\\x", "std::vector<int>"}) {
    EXPECT_EQ(escape_line(text), text);
  }
}

TEST(MarkdownEscapeTest, WhatMeansSomethingIsEscaped) {
  const std::pair<std::string, const char*> cells[] = {
      {"a|b", "a\\|b"},          {"a\nb", "a<br>b"}, {"a\r\nb", "a&#13;<br>b"},
      {"a\\", "a\\\\"},          {"<br>", "\\<br>"}, {"[x]", "\\[x\\]"},
      {"`c`", "\\`c\\`"},        {"*a*", "\\*a\\*"}, {"_a_ b_c", "\\_a\\_ b_c"},
      {" a ", "&#32;a&#32;"},    {"&lt;", "\\&lt;"}, {"~~a~~", "\\~\\~a\\~\\~"},
      {"a\u2028b", "a&#8232;b"}, {"a\tb", "a&#9;b"}};
  for (const auto& [text, cell] : cells) {
    EXPECT_EQ(escape_cell(text), cell);
    EXPECT_EQ(unescape_cell(cell), text);
  }
  const std::pair<std::string, const char*> lines[] = {
      {"a\nb", "a<br>b"}, {"a<br>b", "a\\<br>b"}, {"a\\", "a\\\\"}, {"\\\n", "\\\\<br>"},
      {"\\<", "\\\\<"},   {"&#10;", "\\&#10;"},   {" a", "&#32;a"}, {"<!-- x", "\\<!-- x"}};
  for (const auto& [text, line] : lines) {
    EXPECT_EQ(escape_line(text), line);
    EXPECT_EQ(unescape_line(line), text);
  }
}

TEST(MarkdownEscapeTest, OtherSpellingsOfPeopleAreRead) {
  EXPECT_EQ(unescape_cell(" a<BR />b "), "a\nb");
  EXPECT_EQ(unescape_cell("C:\\new &lt; &#x20; &#999999; \\"), "C:\\new &lt; &#x20; &#999999; \\");
  EXPECT_EQ(unescape_line("C:\\new \\* \\"), "C:\\new \\* \\");
}

TEST(MarkdownEscapePropertyTest, ACellIsReadAsItWasWritten) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = any_text();
    const std::string row = table_row({text, "end"});
    RC_ASSERT(lines_of(row).size() == 1U);
    const auto cells = row_cells(lines_of(row).front());
    RC_ASSERT(cells.has_value() && cells->size() == 2U);
    RC_ASSERT(unescape_cell(cells->front()) == text);
    RC_ASSERT(row.find("[x]") == std::string::npos);
  }));
}

TEST(MarkdownEscapePropertyTest, AMarkdownParserReadsTheSameCell) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = any_text();
    const auto tables = read_tables(table_head({"a", "b"}) + table_row({text, "end"}));
    RC_ASSERT(tables.ok() && tables->size() == 1U && tables->front().rows.size() == 1U);
    RC_ASSERT(tables->front().rows[0] == (std::vector<std::string>{text, "end"}));
  }));
}

TEST(MarkdownEscapePropertyTest, ABulletIsReadAsItWasWritten) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = any_text();
    const std::string line = bullet_line("Objective", text);
    RC_ASSERT(lines_of(line).size() == 1U);
    const auto bullet = bullet_of(lines_of(line).front());
    RC_ASSERT(bullet.has_value() && bullet->name == "Objective");
    RC_ASSERT(unescape_line(bullet->value) == text);
  }));
}

TEST(MarkdownEscapePropertyTest, AnyBytesComeBack) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    RC_ASSERT(unescape_cell(escape_cell(bytes)) == bytes);
    RC_ASSERT(unescape_line(escape_line(bytes)) == bytes);
  }));
  const std::string long_text(1'000'000, '_');
  EXPECT_EQ(unescape_cell(escape_cell(long_text)), long_text);
}

}  // namespace
}  // namespace store
