// The tables of tests/data/redaction, row by row, and the counts that docs/redaction.md publishes.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "policy/redaction.h"
#include "policy/testing_scene.h"

namespace policy {
namespace {

constexpr std::string_view kOpen = "⟦";
constexpr std::string_view kClose = "⟧";

struct RedactionRow {
  std::string kind;
  bool is_known_mistake = false;
  std::string text;
  std::string redacted;              // What it should become.
  std::vector<std::string> secrets;  // What must be gone then.
};

std::string without(std::string text, std::string_view sign, std::string_view with) {
  for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at))
    text.replace(at, sign.size(), with);
  return text;
}

std::string decoded(std::string_view text) {
  return without(without(without(std::string(text), "¦", ""), "␤", "\n"), "␉", "\t");
}

RedactionRow row_of(std::string_view line) {
  const std::size_t tab = line.find('\t');
  RedactionRow row;
  row.is_known_mistake = line.substr(0, tab).ends_with('!');
  row.kind = line.substr(0, tab - (row.is_known_mistake ? 1 : 0));
  std::string text = decoded(line.substr(tab + 1));
  row.text = without(without(text, kOpen, ""), kClose, "");
  for (std::size_t open = text.find(kOpen); open != std::string::npos; open = text.find(kOpen)) {
    const std::size_t close = text.find(kClose, open);
    row.secrets.push_back(text.substr(open + kOpen.size(), close - open - kOpen.size()));
    text.replace(open, close + kClose.size() - open, "[REDACTED]");
  }
  row.redacted = text;
  return row;
}

std::vector<RedactionRow> table(const char* name) {
  std::vector<RedactionRow> rows;
  const std::string text = repository_file(std::filesystem::path("tests/data/redaction") / name);
  for (const std::string_view line : base::split(text, '\n')) {
    if (!line.empty() && !line.starts_with("# ") && line != "#") rows.push_back(row_of(line));
  }
  // A table that is not found would let every test pass.
  EXPECT_GE(rows.size(), 200U) << name;
  return rows;
}

// A secret of which half is left is a miss.
bool is_missed(const RedactionRow& row, const std::string& redacted) {
  for (const std::string& secret : row.secrets) {
    const std::size_t half = secret.size() / 2;
    if (redacted.find(secret.substr(0, half)) != std::string::npos ||
        redacted.find(secret.substr(half)) != std::string::npos)
      return true;
  }
  return false;
}

void check_rows(const char* name) {
  for (const RedactionRow& row : table(name)) {
    const std::string redacted = redact(row.text);
    if (row.is_known_mistake) {
      EXPECT_NE(redacted, row.redacted) << "no mistake any more: " << row.text;
    } else {
      EXPECT_EQ(redacted, row.redacted) << row.text;
    }
    EXPECT_EQ(redact(redacted), redacted);
  }
}

// SC-68, B3-8, S3-113, S3-139
TEST(RedactionTableTest, EverySecretIsReplacedButForTheMistakesThatTheTableNames) {
  check_rows("secrets.txt");
}

// SC-68, B3-7
TEST(RedactionTableTest, EveryInnocentLineStaysButForTheMistakesThatTheTableNames) {
  check_rows("innocent.txt");
}

// B3-8: of what the specification names, nothing is missed; `beyond` is what it does not name.
TEST(RedactionTableTest, NoSecretThatTheSpecificationNamesIsMissed) {
  for (const RedactionRow& row : table("secrets.txt")) {
    EXPECT_TRUE(row.kind == "beyond" || !is_missed(row, redact(row.text))) << row.text;
  }
}

// B3-7
TEST(RedactionTableTest, IdsDigestsPathsNamesAndNumbersAreNeverAmongTheMistakes) {
  const std::set<std::string> kinds{"sha", "uuid", "digest", "path", "identifier", "number"};
  for (const RedactionRow& row : table("innocent.txt")) {
    EXPECT_FALSE(row.is_known_mistake && kinds.contains(row.kind)) << row.text;
  }
}

struct Count {
  std::size_t lines = 0;
  std::size_t missed = 0;
  std::size_t inexact = 0;  // The secret is gone, but not it alone.
};

// Issue 7
TEST(RedactionTableTest, ThePageInDocsHasTheCountsOfTheTables) {
  std::map<std::string, Count> counts;
  Count all;
  for (const RedactionRow& row : table("secrets.txt")) {
    const std::string redacted = redact(row.text);
    const bool missed = is_missed(row, redacted);
    const bool inexact = !missed && redacted != row.redacted;
    for (Count* count : {&counts[row.kind], &all}) {
      count->lines += 1;
      count->missed += missed ? 1 : 0;
      count->inexact += inexact ? 1 : 0;
    }
  }
  std::size_t innocent = 0;
  std::size_t false_hits = 0;
  for (const RedactionRow& row : table("innocent.txt")) {
    innocent += 1;
    false_hits += redact(row.text) != row.text ? 1 : 0;
  }
  const std::string page = repository_file("docs/redaction.md");
  const auto expect_line = [&](const std::string& line) {
    std::cout << line << "\n";
    EXPECT_NE(page.find(line + "\n"), std::string::npos)
        << "docs/redaction.md should have: " << line;
  };
  const auto row_with = [](const std::string& name, const Count& count) {
    return "| " + name + " | " + std::to_string(count.lines) + " | " +
           std::to_string(count.missed) + " | " + std::to_string(count.inexact) + " |";
  };
  for (const auto& [kind, count] : counts) expect_line(row_with(kind, count));
  expect_line(row_with("all", all));
  expect_line("| innocent lines | " + std::to_string(innocent) + " |");
  expect_line("| of these, changed wrongly | " + std::to_string(false_hits) + " |");
}

}  // namespace
}  // namespace policy
