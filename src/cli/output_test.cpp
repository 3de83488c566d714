#include "cli/output.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/fake_console.h"
#include "os/fake.h"

namespace cli {
namespace {

TEST(OutputTest, AnErrorIsOneSentenceAndAHintOnStandardError) {
  FakeConsole console;
  print_error(console, {base::Code::failed, "no disk", "Buy one."}, Form::text);
  EXPECT_EQ(console.errors, "holdfast: no disk\n  hint: Buy one.\n");
  EXPECT_EQ(console.output, "");
}

TEST(OutputTest, AnErrorWithoutHintIsOneLine) {
  FakeConsole console;
  print_error(console, {base::Code::failed, "no disk", ""}, Form::text);
  EXPECT_EQ(console.errors, "holdfast: no disk\n");
}

TEST(OutputTest, AJsonErrorIsOneLineOfJson) {
  FakeConsole console;
  print_error(console, {base::Code::version_conflict, "\xff\n\"", "again"}, Form::json);
  EXPECT_EQ(console.errors.find('\n'), console.errors.size() - 1);
  const auto json = base::parse_json(console.errors);
  ASSERT_TRUE(json.ok()) << json.error().message;
  EXPECT_EQ((*json)["error"]["code"], "VERSION_CONFLICT");
  EXPECT_EQ((*json)["error"]["hint"], "again");
  EXPECT_EQ(console.output, "");
}

TEST(OutputTest, TextOfOthersCannotSteerTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31mb\nc\td\re\x7f"
                      "f\xc2\x9bg"),
            "a?[31mb c d?e?f?g");
  EXPECT_EQ(printable("Grün, 東京 ✓"), "Grün, 東京 ✓");
  EXPECT_EQ(printable("\xc2"), "\xc2");
}

TEST(OutputTest, AnErrorsTextStaysOnItsLine) {
  FakeConsole console;
  print_error(console, {base::Code::failed, "'a\nholdfast: all is well'", ""}, Form::text);
  EXPECT_EQ(console.errors, "holdfast: 'a holdfast: all is well'\n");
}

TEST(OutputTest, TimesAreShortAndInUtc) {
  EXPECT_EQ(short_time("2026-01-18T09:30:00.123Z"), "2026-01-18 09:30:00");
  EXPECT_EQ(short_time("2026-01-18T09:30:00+02:00"), "2026-01-18 07:30:00");
  EXPECT_EQ(short_time("yesterday"), "yesterday");
  EXPECT_EQ(short_time(""), "");
}

TEST(OutputTest, ColourNeedsATerminalAndNoObjection) {
  struct Row {
    bool terminal;
    std::optional<std::string> no_color;
    std::string painted;
  };
  const std::vector<Row> rows{{false, std::nullopt, "x"},
                              {true, std::nullopt, "\x1b[31mx\x1b[0m"},
                              {true, "1", "x"},
                              {true, "", "\x1b[31mx\x1b[0m"},
                              {false, "1", "x"}};
  for (const Row& row : rows) {
    os::FakeEnvironment environment;
    environment.set_terminal(row.terminal);
    if (row.no_color) environment.set("NO_COLOR", *row.no_color);
    EXPECT_EQ(Style(environment).red("x"), row.painted);
  }
}

TEST(OutputTest, ColumnsLineUpAlsoWithCharactersOfSeveralBytes) {
  FakeConsole console;
  print_table(console, {{"A", "B"}, {"Grün", "x"}, {"", ""}});
  EXPECT_EQ(console.output, "A     B\nGrün  x\n\n");
}

TEST(OutputTest, FactsWithoutTextAreLeftOut) {
  FakeConsole console;
  print_facts(console, {{"mode", "coding"}, {"a long label", ""}, {"task", "T"}});
  EXPECT_EQ(console.output, "  mode  coding\n  task  T\n");
}

}  // namespace
}  // namespace cli
