#include "cli/arguments.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

// A command with one argument of each kind.
struct Parsed {
  explicit Parsed(std::vector<std::string> words)
      : arguments({"noun verb", "Do something", "holdfast noun verb A"}, std::move(words)) {
    arguments.operand({"FIRST", "", "Needed"}, first);
    arguments.operands({"REST", "", "More"}, rest);
    arguments.option({"--text", "TEXT", "A text"}, text);
    arguments.repeated({"--host", "NAME", "Hosts"}, hosts);
    arguments.flag({"--loud", "", "A flag"}, loud);
    arguments.session_option();
    const auto parsed = arguments.parse();
    if (!parsed.ok()) error = parsed.error();
  }

  Arguments arguments;
  std::string first;
  std::vector<std::string> rest;
  std::optional<std::string> text;
  std::vector<std::string> hosts;
  bool loud = false;
  std::optional<base::Error> error;
};

using Words = std::vector<std::string>;

TEST(ArgumentsTest, EveryKindIsTaken) {
  const Parsed parsed({"a", "--text", "t", "b", "--host", "h1", "--host", "h2", "c", "--loud",
                       "--session", "s", "--project", "../p", "--json"});
  ASSERT_FALSE(parsed.error) << parsed.error->message;
  EXPECT_EQ(parsed.first, "a");
  EXPECT_EQ(parsed.rest, (Words{"b", "c"}));
  EXPECT_EQ(parsed.text, "t");
  EXPECT_EQ(parsed.hosts, (Words{"h1", "h2"}));
  EXPECT_TRUE(parsed.loud);
  EXPECT_EQ(parsed.arguments.session(), "s");
  EXPECT_EQ(parsed.arguments.project(), "../p");
  EXPECT_EQ(parsed.arguments.form(), Form::json);
}

TEST(ArgumentsTest, AnOptionMayHaveAShortNameToo) {
  for (const Words& words : {Words{"a", "-n", "t", "-q"}, {"a", "--note", "t", "--quiet"}}) {
    Arguments arguments({"noun verb", "Do something", ""}, words);
    std::string first;
    std::optional<std::string> note;
    bool quiet = false;
    arguments.operand({"FIRST", "", ""}, first);
    arguments.option({"-n,--note", "TEXT", ""}, note);
    arguments.flag({"-q,--quiet", "", ""}, quiet);
    ASSERT_TRUE(arguments.parse().ok());
    EXPECT_EQ(note, "t");
    EXPECT_TRUE(quiet);
  }
  Arguments arguments({"noun verb", "Do something", ""}, {"-n", "\xff"});
  std::optional<std::string> note;
  arguments.option({"-n,--note", "TEXT", ""}, note);
  EXPECT_EQ(arguments.parse().error().message, "--note is not valid UTF-8.");
}

TEST(ArgumentsTest, AProjectThatIsAChoiceMayBeNamedWithoutItsFolder) {
  struct Row {
    Words words;
    bool chosen = false;
    std::optional<std::string> project;
  };
  for (const Row& row :
       {Row{{}, false, {}}, Row{{"--project"}, true, {}}, Row{{"--project", "--json"}, true, {}},
        Row{{"--project", "../p"}, true, "../p"},
        Row{{"--project=../p", "--json"}, true, "../p"}}) {
    SCOPED_TRACE(row.words.empty() ? "" : row.words.back());
    Arguments arguments({"noun verb", "Do something", ""}, row.words);
    bool chosen = false;
    arguments.project_choice("Only this one", chosen);
    ASSERT_TRUE(arguments.parse().ok());
    EXPECT_EQ(chosen, row.chosen);
    EXPECT_EQ(arguments.project(), row.project);
  }
}

TEST(ArgumentsTest, WhereProjectNamesAFileTheFolderIsDir) {
  Arguments arguments({"noun verb", "Do something", "holdfast noun verb"},
                      {"--project", "name", "--dir", "../p"});
  bool project = false;
  std::string name;
  arguments.operand({"NAME", "", "Needed"}, name);
  arguments.project_flag("In the project's file", project);
  ASSERT_TRUE(arguments.parse().ok());
  EXPECT_TRUE(project);
  EXPECT_EQ(name, "name");
  EXPECT_EQ(arguments.project(), "../p");
}

TEST(ArgumentsTest, ValuesAreTakenAsTheyAre) {
  for (const char* value : {"", "-", "{}", "[]", "[a,b]", "{\"a\":[1,2]}", "a=b", "%%", "-1",
                            "\"q\"", "'q'", "a\nb", "ü"}) {
    SCOPED_TRACE(value);
    const Parsed parsed({"a", "--text", value});
    ASSERT_FALSE(parsed.error) << parsed.error->message;
    EXPECT_EQ(parsed.text, value);
    if (*value == '\0') continue;
    const Parsed joined({"a", std::string("--text=") + value});
    ASSERT_FALSE(joined.error) << joined.error->message;
    EXPECT_EQ(joined.text, value);
  }
  for (const char* value : {"k=[1,2]", "k={}", "k=", "k=-1", "{}", "a,b"}) {
    SCOPED_TRACE(value);
    const Parsed parsed({"a", value});
    ASSERT_FALSE(parsed.error) << parsed.error->message;
    EXPECT_EQ(parsed.rest, Words{value});
  }
}

TEST(ArgumentsTest, WrongUseIsOneSentenceThatPointsToTheHelp) {
  const std::vector<Words> rows{
      {},                                   // The operand is missing.
      {"a", "--unknown"},                   //
      {"a", "-x"},                          //
      {"a", "--text"},                      // The value is missing.
      {"a", "--text", "1", "--text", "2"},  // Twice.
      {"a", "--session", "1", "--session", "2"},
      {"a", "--loud=maybe"},
  };
  for (const Words& words : rows) {
    SCOPED_TRACE(words.empty() ? "" : words.back());
    const Parsed parsed(words);
    ASSERT_TRUE(parsed.error);
    EXPECT_EQ(parsed.error->code, base::Code::invalid_params);
    EXPECT_EQ(parsed.error->message.find('\n'), std::string::npos);
    EXPECT_EQ(parsed.error->message.back(), '.');
    EXPECT_EQ(parsed.error->hint, "Run `holdfast noun verb --help`.");
    EXPECT_FALSE(parsed.arguments.wants_help());
  }
}

TEST(ArgumentsTest, TextThatIsNotUtf8IsBadDataButAFolderMayHaveAnyName) {
  const Parsed text({"a", "--text", "\xff"});
  ASSERT_TRUE(text.error);
  EXPECT_EQ(text.error->code, base::Code::parse_error);
  const Parsed operand({"\xc3"});
  ASSERT_TRUE(operand.error);
  EXPECT_EQ(operand.error->code, base::Code::parse_error);
  const Parsed folder({"a", "--project", "\xff"});
  EXPECT_FALSE(folder.error);
}

TEST(ArgumentsTest, TheWishForJsonHoldsWhereParsingFails) {
  EXPECT_EQ(Parsed({"--json", "--unknown"}).arguments.form(), Form::json);
  EXPECT_EQ(Parsed({"--unknown"}).arguments.form(), Form::text);
}

TEST(ArgumentsTest, HelpShowsTheExampleAndEveryOption) {
  const Parsed parsed({"--help"});
  ASSERT_TRUE(parsed.error);
  EXPECT_TRUE(parsed.arguments.wants_help());
  const std::string help = parsed.arguments.help();
  for (const char* part :
       {"holdfast noun verb [OPTIONS] FIRST [REST...]", "Do something.", "--text TEXT", "--json",
        "--project DIR", "--session ID", "holdfast noun verb A"}) {
    EXPECT_NE(help.find(part), std::string::npos) << part << "\n" << help;
  }
}

}  // namespace
}  // namespace cli
