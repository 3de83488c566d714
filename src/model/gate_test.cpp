#include "model/gate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "model/config.h"
#include "model/host_event.h"

namespace model {
namespace {

TEST(GateTest, EveryRuleHasANameThatLeadsBackToIt) {
  std::set<std::string_view> names;
  for (int rule = 0; rule <= static_cast<int>(GateRule::none); ++rule) {
    const std::string_view name = name_of(static_cast<GateRule>(rule));
    EXPECT_EQ(gate_rule_from_name(name), static_cast<GateRule>(rule)) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 13U);
  EXPECT_EQ(names.count(""), 0U);
  EXPECT_EQ(gate_rule_from_name("other"), std::nullopt);
}

TEST(GateTest, EveryKindOfEventHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(EventKind::other); ++kind) {
    names.insert(name_of(static_cast<EventKind>(kind)));
  }
  EXPECT_EQ(names.size(), 13U);
  EXPECT_EQ(names.count(""), 0U);
}

TEST(GateTest, ADenialSaysWhatIsMissingWhatToDoAndWhichRuleSpoke) {
  GateDecision decision;
  decision.rule = GateRule::protocol_incomplete;
  decision.message = "Session protocol incomplete";
  EXPECT_EQ(denial_text(decision, ""), "Session protocol incomplete (rule protocol_incomplete)");
  decision.next_step = "Run it.";
  decision.missing = "SESSION_LOG.";
  EXPECT_EQ(denial_text(decision, ""),
            "Session protocol incomplete. SESSION_LOG. Run it. (rule protocol_incomplete)");
  decision.source = {".holdfast/config.yaml", 4};
  EXPECT_EQ(denial_text(decision, "7d1054b6-42"),
            "Session protocol incomplete. SESSION_LOG. Run it. (rule protocol_incomplete, "
            ".holdfast/config.yaml:4; `holdfast why 7d1054b6-42`)");
}

TEST(GateTest, ALongDenialIsCutInItsMiddleAndKeepsTheWayOut) {
  GateDecision decision;
  decision.rule = GateRule::mode_table;
  decision.message = "Blocked.";
  for (int i = 0; i < 400; ++i) decision.missing += "\xc3\xa9";
  decision.next_step = "Run it.";
  const std::string text = denial_text(decision, "7d1054b6-42");
  EXPECT_LE(text.size(), 600U);
  EXPECT_GE(text.size(), 590U);
  EXPECT_TRUE(text.ends_with("Run it. (rule mode_table; `holdfast why 7d1054b6-42`)")) << text;
  decision.source.file = std::string(2000, 'f');
  decision.next_step = std::string(2000, 'n');
  EXPECT_LE(denial_text(decision, "7d1054b6-42").size(), 600U);
}

TEST(GateTest, AGuideFollowsOurOwnWordsAndIsCutAtItsOwnLimit) {
  GateDecision decision;
  decision.rule = GateRule::requirement;
  decision.message = "Requirement plan is not met.";
  decision.guide = "Write the plan first.";
  EXPECT_EQ(denial_text(decision, ""),
            "Requirement plan is not met. (rule requirement)\n\nWrite the plan first.");
  decision.guide = std::string(9000, 'g');
  EXPECT_LE(denial_text(decision, "").size(), 600U + 2 + 4000);
}

// S0-61 and what changes nothing.
TEST(GateTest, TheReadOnlyToolsOfTheDocumentAreThereFromTheStart) {
  const Config config;
  for (const char* tool : {"Read", "Glob", "Grep", "LSP", "WebFetch", "WebSearch"}) {
    EXPECT_EQ(
        std::count(config.gate_readonly_tools.begin(), config.gate_readonly_tools.end(), tool), 1)
        << tool;
  }
  for (const char* tool : {"Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "*", ""}) {
    EXPECT_EQ(
        std::count(config.gate_readonly_tools.begin(), config.gate_readonly_tools.end(), tool), 0)
        << tool;
  }
}

// 4.12
TEST(GateTest, AConfigurationNobodyWroteHasTheDefaultsOfTheSpecification) {
  const Config config;
  EXPECT_TRUE(config.gate_enabled);
  EXPECT_EQ(config.gate_absent, AbsentPolicy::create);
  EXPECT_TRUE(config.gate_initial_mode.is(Mode::coding));
  EXPECT_EQ(config.gate_hook_timeout_ms, 2000);
  EXPECT_EQ(config.protocol_enabled, ProtocolSwitch::automatic);
  EXPECT_EQ(config.protocol_enforcement, Enforcement::report);
  EXPECT_EQ(config.protocol_file, ".agents/SESSION-PROTOCOL.md");
  EXPECT_EQ(config.signing_min_length, 32);
  EXPECT_EQ(config.locking_timeout_ms, 2000);
  EXPECT_EQ(config.locking_max_retries, 3);  // S0-36
  EXPECT_EQ(config.compaction_threshold, 10);
  EXPECT_EQ(config.compaction_keep, 3);  // S0-62, S0-63
  EXPECT_EQ(config.retention_history_notes_days, 30);
  EXPECT_EQ(config.retention_journal_days, 90);
  EXPECT_EQ(config.lease_remote_minutes, 15);
  EXPECT_EQ(config.notes_dir, "");
  EXPECT_EQ(config.line_of("gate.absent"), 0);
}

}  // namespace
}  // namespace model
