#include "store/config.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "store/config_keys.h"

namespace store {
namespace {

using model::Config;

constexpr const char* kFile = "/w/p/.holdfast/config.yaml";

Config parsed(const std::string& yaml) { return parse_config(yaml, kFile); }

// "gate.absent" and "deny" as people write it: a section, and the key in it on line 3.
std::string nested(const std::string& key, const std::string& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) return "# x\n\n" + key + ": " + value + "\n";
  return "# x\n" + key.substr(0, dot) + ":\n  " + key.substr(dot + 1) + ": " + value + "\n";
}

struct Row {
  const char* key;
  const char* value;
  std::function<bool(const Config&)> is_set;
  std::vector<const char*> refused;
};

template <typename Member>
std::function<bool(const Config&)> equals(Member Config::*member, Member value) {
  return [member, value](const Config& config) { return config.*member == value; };
}

std::vector<Row> rows() {
  using Number = std::int64_t;
  return {
      {"gate.enabled", "false", equals(&Config::gate_enabled, false), {"maybe", "2", "''", "~"}},
      {"gate.absent",
       "deny",
       equals(&Config::gate_absent, model::AbsentPolicy::deny),
       {"Deny", "allow", "true", "[deny]"}},
      {"gate.readonly_tools",
       "[Read, 'mcp__*__read_*']",
       equals(&Config::gate_readonly_tools, {"Read", "mcp__*__read_*"}),
       {"[[Read]]", "[{a: b}]", "{a: b}"}},
      {"gate.initial_mode",
       "analysis",
       [](const Config& config) { return config.gate_initial_mode.is(model::Mode::analysis); },
       {"disabled", "anlysis", "Coding", "''"}},
      {"gate.hook_timeout_ms",
       "8000",
       equals(&Config::gate_hook_timeout_ms, Number{8000}),
       {"49", "8001", "-1", "1.5", "2s", "0x50"}},
      {"protocol.enabled",
       "true",
       equals(&Config::protocol_enabled, model::ProtocolSwitch::on),
       {"sometimes", "2"}},
      {"protocol.enforcement",
       "enforce",
       equals(&Config::protocol_enforcement, model::Enforcement::enforce),
       {"strict", "true"}},
      {"protocol.file",
       "docs/protocol.md",
       equals(&Config::protocol_file, std::string("docs/protocol.md")),
       {"/etc/passwd", "../x", "a/../../x", "..", "''"}},
      {"protocol.exclusive", "no", equals(&Config::protocol_exclusive, false), {"one"}},
      {"protocol.auto_start", "no", equals(&Config::protocol_auto_start, false), {"one"}},
      {"protocol.orphan_hours",
       "8760",
       equals(&Config::protocol_orphan_hours, Number{8760}),
       {"0", "8761"}},
      {"protocol.history_size",
       "5",
       equals(&Config::protocol_history_size, Number{5}),
       {"0", "1001"}},
      {"protocol.skills_dir",
       "''",
       equals(&Config::protocol_skills_dir, std::string()),
       {"/usr", "../skills"}},
      {"protocol.qa_dir",
       "qa",
       equals(&Config::protocol_qa_dir, std::string("qa")),
       {"/tmp", "..", "''"}},
      {"protocol.handoff",
       "HANDOFF.md",
       equals(&Config::protocol_handoff, std::string("HANDOFF.md")),
       {"/etc/passwd", "../x"}},
      {"protocol.lint_command",
       "[make, lint]",
       equals(&Config::protocol_lint_command, {"make", "lint"}),
       {"[[make]]", "{a: b}"}},
      {"protocol.docs_globs",
       "['*.adoc']",
       equals(&Config::protocol_docs_globs, {"*.adoc"}),
       {"{a: b}"}},
      {"protocol.date", "local", equals(&Config::protocol_local_date, true), {"gmt", "''"}},
      {"work.root",
       "planning/sessions",
       equals<std::string>(&Config::work_root, "planning/sessions"),
       {"/abs", "../up", "''"}},
      {"work.touch_debounce_s",
       "0",
       equals(&Config::work_touch_debounce_s, Number{0}),
       {"-1", "86401", "1m"}},
      {"work.add_commits", "false", equals(&Config::work_add_commits, false), {"maybe", "[a]"}},
      {"mcp.tools", "all", equals(&Config::mcp_tools, model::ToolSet::all), {"none", "[all]"}},
      {"memory.backend",
       "basic-memory",
       equals(&Config::memory_backend, model::MemoryBackend::basic_memory),
       {"redis", "''"}},
      {"memory.command",
       "[serena, start-mcp-server]",
       equals(&Config::memory_command, {"serena", "start-mcp-server"}),
       {"{a: b}"}},
      {"memory.url",
       "http://127.0.0.1:9121/mcp",
       equals(&Config::memory_url, std::string("http://127.0.0.1:9121/mcp")),
       {"[a]"}},
      {"memory.project", "main", equals(&Config::memory_project, std::string("main")), {"[a]"}},
      {"signing.min_length",
       "64",
       equals(&Config::signing_min_length, Number{64}),
       {"31", "0", "1025"}},
      {"locking.timeout_ms", "10", equals(&Config::locking_timeout_ms, Number{10}), {"9", "60001"}},
      {"locking.max_retries",
       "100",
       equals(&Config::locking_max_retries, Number{100}),
       {"0", "101"}},
      {"compaction.threshold",
       "1",
       equals(&Config::compaction_threshold, Number{1}),
       {"0", "10001"}},
      {"compaction.keep", "0", equals(&Config::compaction_keep, Number{0}), {"-1", "10001"}},
      {"retention.history_notes_days",
       "36500",
       equals(&Config::retention_history_notes_days, Number{36500}),
       {"0", "36501"}},
      {"retention.journal_days",
       "1",
       equals(&Config::retention_journal_days, Number{1}),
       {"0", "99999999999999999999"}},
      {"continuity.lease_remote_minutes",
       "100000",
       equals(&Config::lease_remote_minutes, Number{100000}),
       {"0", "100001"}},
      {"notes.dir",
       "state/notes",
       equals(&Config::notes_dir, std::string("state/notes")),
       {"/tmp", "../notes", "a/..", "a/../b"}},
      {"track_subagents", "off", equals(&Config::track_subagents, false), {"none", "[]"}},
  };
}

TEST(ConfigTest, TheTableOfTheTestsIsThatOfTheProgram) {
  std::vector<std::string_view> tested;
  for (const Row& row : rows()) tested.emplace_back(row.key);
  std::vector<std::string_view> known;
  for (const ConfigKey& key : config_keys()) known.push_back(key.name);
  EXPECT_EQ(tested, known);
}

// 4.12
TEST(ConfigTest, EveryKeyIsReadFromItsSectionAndByItsWholeName) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.key);
    EXPECT_FALSE(row.is_set(Config())) << "The row would prove nothing.";
    for (const std::string& yaml :
         {nested(row.key, row.value), "# x\n\n" + std::string(row.key) + ": " + row.value + "\n"}) {
      const Config config = parsed(yaml);
      EXPECT_TRUE(row.is_set(config)) << yaml;
      EXPECT_TRUE(config.problems.empty()) << config.problems[0].message;
      EXPECT_EQ(config.line_of(row.key), 3);
      EXPECT_EQ(config.values.count(row.key), 1U);
    }
  }
}

TEST(ConfigTest, AValueThatIsNotAllowedIsAProblemWithFileAndLineAndTheDefaultStays) {
  for (const Row& row : rows()) {
    for (const char* value : row.refused) {
      SCOPED_TRACE(std::string(row.key) + ": " + value);
      const Config config = parsed(nested(row.key, value));
      ASSERT_EQ(config.problems.size(), 1U);
      EXPECT_EQ(config.problems[0].file, kFile);
      EXPECT_EQ(config.problems[0].line, 3);
      EXPECT_NE(config.problems[0].message.find(row.key), std::string::npos);
      EXPECT_FALSE(row.is_set(config));
      EXPECT_EQ(config.line_of(row.key), 0);
      EXPECT_EQ(config.values.count(row.key), 0U);
    }
  }
}

// B0-8: a file of the repository may not switch the gate off for a run nobody has looked at.
TEST(ConfigTest, ANewRunCannotStartDisabled) {
  const Config config = parsed("gate:\n  initial_mode: disabled\n");
  EXPECT_TRUE(config.gate_initial_mode.is(model::Mode::coding));
  EXPECT_EQ(config.problems.at(0).message,
            "gate.initial_mode must be analysis, planning or coding, not 'disabled'");
  EXPECT_EQ(config.problems[0].line, 2);
}

TEST(ConfigTest, ABooleanIsSpelledInAnyWayOfYaml) {
  for (const char* yes : {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "1"}) {
    EXPECT_TRUE(parsed(nested("gate.enabled", yes)).gate_enabled) << yes;
    EXPECT_EQ(parsed(nested("protocol.enabled", yes)).protocol_enabled, model::ProtocolSwitch::on);
  }
  for (const char* no : {"false", "False", "no", "No", "NO", "off", "OFF", "0", "'false'"}) {
    EXPECT_FALSE(parsed(nested("gate.enabled", no)).gate_enabled) << no;
    EXPECT_EQ(parsed(nested("protocol.enabled", no)).protocol_enabled, model::ProtocolSwitch::off);
  }
  EXPECT_EQ(parsed(nested("protocol.enabled", "auto")).protocol_enabled,
            model::ProtocolSwitch::automatic);
}

// B0-32
TEST(ConfigTest, TheListOfReadOnlyToolsCanBeShortenedToNothing) {
  EXPECT_TRUE(parsed("gate:\n  readonly_tools: []\n").gate_readonly_tools.empty());
  EXPECT_EQ(parsed("gate:\n  readonly_tools: Read\n").gate_readonly_tools,
            std::vector<std::string>{"Read"});
  EXPECT_EQ(parsed("gate:\n  readonly_tools:\n    - Read\n    - Grep\n").gate_readonly_tools,
            (std::vector<std::string>{"Read", "Grep"}));
}

TEST(ConfigTest, AnEmptyFileIsTheDefaults) {
  for (const char* yaml : {"", "\n", "# only a comment\n", "---\n", "{}", "~",
                           "gate:\n  # enabled: no\n", "gate: {}\n"}) {
    SCOPED_TRACE(yaml);
    const Config config = parsed(yaml);
    EXPECT_TRUE(config.problems.empty()) << config.problems[0].message;
    EXPECT_TRUE(config.values.empty());
    EXPECT_EQ(config.file, kFile);
  }
}

TEST(ConfigTest, EveryLineThatIsNotUnderstoodIsNamed) {
  const Config config = parsed(
      "version: 1\n"
      "gate:\n"
      "  enabled: no\n"
      "  abzent: deny\n"
      "gaet:\n"
      "  enabled: no\n"
      "pins:\n"
      "  cap: 5\n"
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
                          {7, "'pins' is not used by this version"},
                          {12, "'loose' is not a known key"},
                          {13, "a key must be a word"},
                      }));
  EXPECT_FALSE(config.gate_enabled) << "What is understood counts.";
}

// S4-91: store/requirement_config reads this section and tells what is wrong in it.
TEST(ConfigTest, TheSectionOfTheRequirementsIsLeftToItsReader) {
  const Config config = parsed(
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
    const Config config = parsed(text);
    EXPECT_FALSE(config.problems.empty());
    for (const auto& problem : config.problems) {
      EXPECT_EQ(problem.file, kFile);
      EXPECT_GE(problem.line, 0);
      EXPECT_FALSE(problem.message.empty());
    }
    EXPECT_TRUE(config.gate_enabled) << "Nothing here says otherwise.";
  }
  EXPECT_EQ(parsed("gate:\n  enabled: [\n").problems.at(0).line, 3);
  static_cast<void>(parsed("a\0b: c"s));  // Whatever the library makes of it.
}

TEST(ConfigTest, AMessageRepeatsOnlyTheBeginningOfALongValue) {
  const Config config = parsed(nested("gate.absent", std::string(5000, 'x')));
  EXPECT_LT(config.problems.at(0).message.size(), 200U);
}

}  // namespace
}  // namespace store
