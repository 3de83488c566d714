#include "policy/loosened_config.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

using model::Config;
using Keys = std::vector<std::string>;

// G2
TEST(LoosenedConfigTest, EachKeyHasItsLooserSide) {
  struct Change {
    const char* key;
    void (*make)(Config& config);
  };
  const Change changes[] = {
      {"gate.enabled", [](Config& config) { config.gate_enabled = false; }},
      {"gate.absent", [](Config& config) { config.gate_absent = model::AbsentPolicy::create; }},
      {"gate.initial_mode", [](Config& config) { config.gate_initial_mode = model::Mode::coding; }},
      {"gate.agent_mode_change",
       [](Config& config) { config.gate_agent_mode_change = model::AgentModeChange::any; }},
      {"gate.readonly_tools", [](Config& config) { config.gate_readonly_tools.push_back("*"); }},
      {"gate.mcp", [](Config& config) { config.gate_mcp["mcp__fs__put"] = {"there"}; }},
      {"gate.hook_timeout_ms", [](Config& config) { config.gate_hook_timeout_ms = 8000; }},
      {"protocol.enabled",
       [](Config& config) { config.protocol_enabled = model::ProtocolSwitch::off; }},
      {"protocol.enforcement",
       [](Config& config) { config.protocol_enforcement = model::Enforcement::report; }},
      {"protocol.lint_command", [](Config& config) { config.protocol_lint_command = {"true"}; }},
      {"memory.command", [](Config& config) { config.memory_command = {"curl"}; }},
      {"notes.dir", [](Config& config) { config.notes_dir = "elsewhere"; }},
      {"work.root", [](Config& config) { config.work_root = "elsewhere"; }},
      {"signing.min_length", [](Config& config) { config.signing_min_length = 32; }},
      {"track_subagents", [](Config& config) { config.track_subagents = false; }},
  };
  Config strict;
  strict.gate_absent = model::AbsentPolicy::deny;
  strict.gate_initial_mode = model::Mode::planning;
  strict.gate_agent_mode_change = model::AgentModeChange::tighten;
  strict.gate_mcp["mcp__fs__put"] = {"where"};
  strict.protocol_enabled = model::ProtocolSwitch::on;
  strict.protocol_enforcement = model::Enforcement::enforce;
  strict.signing_min_length = 64;
  EXPECT_EQ(loosened_keys(strict, strict), Keys());
  for (const Change& change : changes) {
    Config after = strict;
    change.make(after);
    EXPECT_EQ(loosened_keys(strict, after), Keys{change.key});
  }
}

TEST(LoosenedConfigTest, TheStricterSideAndWhatProtectsNothingAreNoLoosening) {
  Config strict;
  strict.gate_initial_mode = model::Mode::analysis;
  strict.gate_absent = model::AbsentPolicy::deny;
  strict.gate_readonly_tools = {"Read"};
  strict.gate_agent_mode_change = model::AgentModeChange::tighten;
  strict.gate_hook_timeout_ms = 100;
  strict.protocol_enabled = model::ProtocolSwitch::on;
  strict.protocol_enforcement = model::Enforcement::enforce;
  strict.retention_journal_days = 1;
  strict.work_touch_debounce_s = 5;
  strict.gate_mcp["mcp__fs__put"] = {"where"};
  EXPECT_EQ(loosened_keys(Config(), strict), Keys());
}

}  // namespace
}  // namespace policy
