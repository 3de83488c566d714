#include "store/config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/config_keys.h"
#include "store/test_config.h"

namespace store {
namespace {

using model::Config;

constexpr const char* kConfigFile = "/w/p/.holdfast/config.yaml";

Config parsed_config(const std::string& yaml) { return parse_config(yaml, kConfigFile); }

// "gate.absent" and "deny" as people write it: a section, and the key in it on line 3.
std::string in_section(const std::string& key, const std::string& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) return "# x\n\n" + key + ": " + value + "\n";
  return "# x\n" + key.substr(0, dot) + ":\n  " + key.substr(dot + 1) + ": " + value + "\n";
}

TEST(ConfigTest, TheTableOfTheTestsIsThatOfTheProgram) {
  std::vector<std::string_view> tested;
  for (const ConfigRow& row : config_rows()) tested.emplace_back(row.key);
  std::vector<std::string_view> known;
  for (const ConfigKey& key : config_keys()) known.push_back(key.name);
  EXPECT_EQ(tested, known);
}

// 4.12
TEST(ConfigTest, EveryKeyIsReadFromItsSectionAndByItsWholeName) {
  for (const ConfigRow& row : config_rows()) {
    SCOPED_TRACE(row.key);
    EXPECT_FALSE(row.is_set(Config())) << "The row would prove nothing.";
    for (const std::string& yaml : {in_section(row.key, row.value),
                                    "# x\n\n" + std::string(row.key) + ": " + row.value + "\n"}) {
      const Config config = parsed_config(yaml);
      EXPECT_TRUE(row.is_set(config)) << yaml;
      EXPECT_TRUE(config.problems.empty()) << config.problems[0].message;
      EXPECT_EQ(config.line_of(row.key), 3);
      EXPECT_EQ(config.values.count(row.key), 1U);
    }
  }
}

TEST(ConfigTest, AValueThatIsNotAllowedIsAProblemWithFileAndLineAndTheDefaultStays) {
  for (const ConfigRow& row : config_rows()) {
    for (const char* value : row.refused) {
      SCOPED_TRACE(std::string(row.key) + ": " + value);
      const Config config = parsed_config(in_section(row.key, value));
      ASSERT_EQ(config.problems.size(), 1U);
      EXPECT_EQ(config.problems[0].file, kConfigFile);
      EXPECT_EQ(config.problems[0].line, 3);
      EXPECT_NE(config.problems[0].message.find(row.key), std::string::npos);
      EXPECT_FALSE(row.is_set(config));
      EXPECT_EQ(config.line_of(row.key), 0);
      EXPECT_EQ(config.values.count(row.key), 0U);
    }
  }
}

// B3-31
TEST(ConfigTest, ANumberOutOfItsRangeIsToldWithKeyValueAndRange) {
  for (const ConfigRow& row : continuity_rows()) {
    const std::string range(find_config_key(row.key)->takes);
    if (range.find(" to ") == std::string::npos) continue;
    const Config config = parsed_config(in_section(row.key, "77777"));
    ASSERT_EQ(config.problems.size(), 1U);
    EXPECT_EQ(config.problems[0].message,
              std::string(row.key) + " must be " + range + ", not '77777'");
  }
}

// S3-60: where a person's files lie is that person's word alone.
TEST(ConfigTest, AProjectDoesNotSayWhereAPersonsFilesLie) {
  for (const char* key :
       {"session_persistence.layout", "session_persistence.sessions_dir", "pins.file"}) {
    for (const std::string& yaml :
         {in_section(key, "openclaw"), "# x\n\n" + std::string(key) + ": /elsewhere\n"}) {
      const Config config = parsed_config(yaml);
      ASSERT_EQ(config.problems.size(), 1U) << yaml;
      EXPECT_EQ(config.problems[0].line, 3);
      EXPECT_NE(config.problems[0].message.find(key), std::string::npos);
      EXPECT_NE(config.problems[0].message.find("your own settings file"), std::string::npos);
    }
  }
}

// B0-8: a file of the repository may not switch the gate off for a run nobody has looked at.
TEST(ConfigTest, ANewRunCannotStartDisabled) {
  const Config config = parsed_config("gate:\n  initial_mode: disabled\n");
  EXPECT_TRUE(config.gate_initial_mode.is(model::Mode::coding));
  EXPECT_EQ(config.problems.at(0).message,
            "gate.initial_mode must be analysis, planning or coding, not 'disabled'");
  EXPECT_EQ(config.problems[0].line, 2);
}

TEST(ConfigTest, ABooleanIsSpelledInAnyWayOfYaml) {
  for (const char* yes : {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "1"}) {
    EXPECT_TRUE(parsed_config(in_section("gate.enabled", yes)).gate_enabled) << yes;
    EXPECT_EQ(parsed_config(in_section("protocol.enabled", yes)).protocol_enabled,
              model::ProtocolSwitch::on);
  }
  for (const char* no : {"false", "False", "no", "No", "NO", "off", "OFF", "0", "'false'"}) {
    EXPECT_FALSE(parsed_config(in_section("gate.enabled", no)).gate_enabled) << no;
    EXPECT_EQ(parsed_config(in_section("protocol.enabled", no)).protocol_enabled,
              model::ProtocolSwitch::off);
  }
  EXPECT_EQ(parsed_config(in_section("protocol.enabled", "auto")).protocol_enabled,
            model::ProtocolSwitch::automatic);
}

// B0-32
TEST(ConfigTest, TheListOfReadOnlyToolsCanBeShortenedToNothing) {
  EXPECT_TRUE(parsed_config("gate:\n  readonly_tools: []\n").gate_readonly_tools.empty());
  EXPECT_EQ(parsed_config("gate:\n  readonly_tools: Read\n").gate_readonly_tools,
            std::vector<std::string>{"Read"});
  EXPECT_EQ(parsed_config("gate:\n  readonly_tools:\n    - Read\n    - Grep\n").gate_readonly_tools,
            (std::vector<std::string>{"Read", "Grep"}));
}

// G9
TEST(ConfigTest, ArgumentsOfServersToolsThatAreFilesAreAMapOfLists) {
  const auto config =
      parsed_config("gate:\n  mcp:\n    mcp__fs__put: [where, to]\n    'mcp__x__*': at\n");
  EXPECT_TRUE(config.problems.empty());
  const std::map<std::string, std::vector<std::string>> expected{{"mcp__fs__put", {"where", "to"}},
                                                                 {"mcp__x__*", {"at"}}};
  EXPECT_EQ(config.gate_mcp, expected);
  EXPECT_TRUE(parsed_config("gate:\n  mcp: {}\n").problems.empty());
  for (const char* wrong :
       {"mcp__fs__put", "[mcp__fs__put]", "{mcp__fs__put: {a: b}}", "{mcp__fs__put: [[a]]}"}) {
    const auto refused = parsed_config(std::string("gate:\n  mcp: ") + wrong + "\n");
    EXPECT_EQ(refused.problems.size(), 1U) << wrong;
    EXPECT_TRUE(refused.gate_mcp.empty());
  }
}

TEST(ConfigTest, AnEmptyFileIsTheDefaults) {
  for (const char* yaml : {"", "\n", "# only a comment\n", "---\n", "{}", "~",
                           "gate:\n  # enabled: no\n", "gate: {}\n"}) {
    SCOPED_TRACE(yaml);
    const Config config = parsed_config(yaml);
    EXPECT_TRUE(config.problems.empty()) << config.problems[0].message;
    EXPECT_TRUE(config.values.empty());
    EXPECT_EQ(config.file, kConfigFile);
  }
}

TEST(ConfigTest, EveryLineThatIsNotUnderstoodIsNamed) {
  const Config config = parsed_config(
      "version: 1\n"
      "gate:\n"
      "  enabled: no\n"
      "  abzent: deny\n"
      "gaet:\n"
      "  enabled: no\n"
      "hosts:\n"
      "  codex: 5\n"
      "protocol:\n"
      "  auto_start: true\n"
      "  exclusive: false\n"
      "loose: 1\n"
      "[a]: 1\n");
  std::vector<std::pair<int, std::string>> problems;
  for (const auto& problem : config.problems) problems.emplace_back(problem.line, problem.message);
  EXPECT_EQ(problems, (std::vector<std::pair<int, std::string>>{
                          {4, "'gate.abzent' is not a known key"},
                          {6, "'gaet.enabled' is not a known key"},
                          {7, "'hosts' is not used by this version"},
                          {12, "'loose' is not a known key"},
                          {13, "a key must be a word"},
                      }));
  EXPECT_FALSE(config.gate_enabled) << "What is understood counts.";
}

// S4-91: store/requirement_config reads this section and tells what is wrong in it.
TEST(ConfigTest, TheSectionOfTheRequirementsIsLeftToItsReader) {
  const Config config = parsed_config(
      "requirements:\n"
      "  requirements: {commit_plan: {enabled: true, scoop: x}}\n"
      "  satisfy_on: never\n"
      "gate:\n"
      "  requirements: {}\n");
  ASSERT_EQ(config.problems.size(), 1U);
  EXPECT_EQ(config.problems[0].line, 5);
  EXPECT_TRUE(config.values.empty());
}

// S4-25: a configuration is never a reason to stop.
TEST(ConfigTest, BadYamlIsAProblemAndNeverFatal) {
  using namespace std::string_literals;
  const std::vector<std::string> texts = {
      "gate: [",
      "gate:\n\tenabled: true",
      "a: b: c",
      "- a\n- b",
      "just text",
      "gate: *nobody",
      "%YAML 9.9\n---\ngate: x",
      "gate: !!binary x",
      "'",
      "\"\\x\"",
      "gate: {enabled: true",
      "\xc3(",
      "gate:\n  enabled: \"\xff\"",
      "a: 1\n  b: 2",
      "<<<<<<< HEAD\ngate:\n=======\n>>>>>>> x\n",
      "? {a: b}\n: c",
      "gate: &a [*a]",
      "gate: &a {x: *a}",
      std::string(100'000, '['),
      std::string(100'000, '{'),
      [] {
        std::string deep;
        for (int i = 0; i < 3000; ++i)
          deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
        return deep;
      }(),
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text.substr(0, 40));
    const Config config = parsed_config(text);
    EXPECT_FALSE(config.problems.empty());
    for (const auto& problem : config.problems) {
      EXPECT_EQ(problem.file, kConfigFile);
      EXPECT_GE(problem.line, 0);
      EXPECT_FALSE(problem.message.empty());
    }
    EXPECT_TRUE(config.gate_enabled) << "Nothing here says otherwise.";
  }
  EXPECT_EQ(parsed_config("gate:\n  enabled: [\n").problems.at(0).line, 3);
  static_cast<void>(parsed_config("a\0b: c"s));  // Whatever the library makes of it.
}

TEST(ConfigTest, AMessageRepeatsOnlyTheBeginningOfALongValue) {
  const Config config = parsed_config(in_section("gate.absent", std::string(5000, 'x')));
  EXPECT_LT(config.problems.at(0).message.size(), 200U);
}

}  // namespace
}  // namespace store
