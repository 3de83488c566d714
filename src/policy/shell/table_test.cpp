// The table of tests/data/shell_table.txt, row by row.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "policy/shell/analysis.h"
#include "policy/shell/walk.h"
#include "policy/testing_scene.h"

namespace policy::shell {
namespace {

struct ShellRow {
  std::string truth;
  std::string said;  // The truth, but for a known miss.
  std::string files;
  std::string command;
};

std::string decoded(std::string_view text) {
  std::string command;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view sign = text.substr(at, 3);
    if (sign == "␤" || sign == "␉") {
      command += sign == "␤" ? '\n' : '\t';
      at += 3;
    } else {
      command += text[at++];
    }
  }
  return command;
}

std::vector<ShellRow> table() {
  std::vector<ShellRow> rows;
  const std::string text = repository_file("tests/data/shell_table.txt");
  for (const std::string_view line : base::split(text, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const std::string_view truth = line.substr(0, first);
    const std::size_t miss = truth.find('!');
    rows.push_back({.truth = std::string(truth.substr(0, miss)),
                    .said = std::string(truth.substr(miss == truth.npos ? 0 : miss + 1)),
                    .files = std::string(line.substr(first + 1, second - first - 1)),
                    .command = decoded(line.substr(second + 1))});
  }
  // A table that is not found would let every test pass.
  EXPECT_GE(rows.size(), 300U);
  return rows;
}

std::string described(const FileEffect& effect) {
  std::string text = effect.use == FileUse::write ? "+" : "-";
  switch (effect.certainty) {
    case Certainty::unknown:
      return text + "?";
    case Certainty::exact:
      return text + effect.path + (effect.whole_tree ? "/" : "");
    case Certainty::within:
      break;
  }
  return text + effect.path + (effect.whole_tree ? "/**" : "/*");
}

std::string files_of(const Analysis& analysis) {
  std::vector<std::string> files;
  for (const FileEffect& effect : analysis.files) {
    if (effect.use != FileUse::read) files.push_back(described(effect));
  }
  return base::join(files, " ");
}

std::string verdict_on(const Analysis& analysis) {
  if (!files_of(analysis).empty()) return "write";
  return analysis.opaque.empty() ? "allow" : "opaque";
}

TEST(ShellTableTest, EveryRowIsSaidAsTheTableHasIt) {
  for (const ShellRow& row : table()) {
    SCOPED_TRACE(row.command);
    const Analysis analysis = analyse(row.command, kHere);
    EXPECT_EQ(verdict_on(analysis), row.said);
    EXPECT_EQ(files_of(analysis), row.files);
  }
}

TEST(ShellTableTest, ThePageInDocsHasTheCountsOfTheTable) {
  std::size_t rows = 0;
  std::size_t harmless = 0;
  std::size_t denied_wrongly = 0;
  std::size_t allowed_wrongly = 0;
  for (const ShellRow& row : table()) {
    const bool is_harmless = row.truth == "allow";
    rows += 1;
    harmless += is_harmless ? 1 : 0;
    denied_wrongly += is_harmless && row.said != "allow" ? 1 : 0;
    allowed_wrongly += !is_harmless && row.said == "allow" ? 1 : 0;
  }
  const std::string page = repository_file("docs/shell.md");
  const auto has_line = [&](const std::string& what, std::size_t count) {
    return page.find("| " + what + " | " + std::to_string(count) + " |\n") != std::string::npos;
  };
  EXPECT_TRUE(has_line("commands", rows)) << rows;
  EXPECT_TRUE(has_line("that change nothing", harmless)) << harmless;
  EXPECT_TRUE(has_line("of these, denied wrongly", denied_wrongly)) << denied_wrongly;
  EXPECT_TRUE(has_line("that write or are opaque", rows - harmless)) << rows - harmless;
  EXPECT_TRUE(has_line("of these, allowed wrongly", allowed_wrongly)) << allowed_wrongly;
}

bool same(const FileEffect& a, const FileEffect& b) {
  return a.use == b.use && a.certainty == b.certainty && a.path == b.path &&
         a.whole_tree == b.whole_tree && a.by == b.by;
}

// B4-23
TEST(ShellTableTest, WithAndWithoutTheGrammarTheSameIsRead) {
  for (const ShellRow& row : table()) {
    SCOPED_TRACE(row.command);
    const Analysis quick = analyse_by(Reading::quickest, row.command, kHere);
    const Analysis slow = analyse_by(Reading::grammar, row.command, kHere);
    ASSERT_EQ(quick.files.size(), slow.files.size());
    for (std::size_t i = 0; i < quick.files.size(); ++i) {
      EXPECT_TRUE(same(quick.files[i], slow.files[i])) << quick.files[i].path;
    }
    EXPECT_EQ(quick.opaque, slow.opaque);
    EXPECT_EQ(quick.network, slow.network);
    ASSERT_EQ(quick.git.size(), slow.git.size());
    for (std::size_t i = 0; i < quick.git.size(); ++i) {
      EXPECT_EQ(quick.git[i].folder, slow.git[i].folder);
      EXPECT_EQ(quick.git[i].verb, slow.git[i].verb);
      EXPECT_EQ(quick.git[i].arguments, slow.git[i].arguments);
    }
    EXPECT_EQ(quick.has_unread_calls, slow.has_unread_calls);
    ASSERT_EQ(quick.calls.size(), slow.calls.size());
    for (std::size_t i = 0; i < quick.calls.size(); ++i) {
      // The grammar takes `} {` for one word.
      EXPECT_EQ(base::join(quick.calls[i].words, " "), base::join(slow.calls[i].words, " "));
      EXPECT_EQ(quick.calls[i].path, slow.calls[i].path);
      // It also takes `cd x && a 2>&1 | b` for a pipe out of the whole list.
      if (row.command.find("2>&1 |") != std::string::npos) continue;
      EXPECT_EQ(quick.calls[i].folder, slow.calls[i].folder);
    }
  }
}

}  // namespace
}  // namespace policy::shell
