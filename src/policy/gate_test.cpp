#include "policy/gate.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "policy/gate_test_scene.h"
#include "policy/mode.h"

namespace policy {
namespace {

using model::GateDecision;
using model::GateRule;
using model::Mode;
using Health = GateState::Health;

class Denying : public RequirementCheck {
 public:
  std::optional<GateDecision> check(const GateInput&) override {
    ++asked;
    if (!denies) return std::nullopt;
    GateDecision denial;
    denial.allowed = false;
    denial.message = "commit_plan is not satisfied";
    denial.source = {"/repo/.claude/requirements.yaml", 12};
    denial.missing = "A plan.";
    denial.next_step = "Run `holdfast req satisfy commit_plan`.";
    return denial;
  }
  bool denies = true;
  int asked = 0;
};

TEST(GateTest, Row0SwitchedOffAllowsEverythingSilently) {
  // SC-15
  Scene scene;
  scene.target("/repo/.holdfast/config.yaml");
  scene.switched_off = true;
  GateDecision decision = scene.decide("Write");
  expect_allowed(decision, GateRule::switched_off, "off");
  EXPECT_EQ(decision.source.line, 0);
  EXPECT_EQ(decision.warning, "");
  scene.switched_off = false;
  scene.config.gate_enabled = false;
  decision = scene.decide("Write");
  expect_allowed(decision, GateRule::switched_off, "off");
  EXPECT_EQ(decision.source.file, "/repo/.holdfast/config.yaml");
  EXPECT_EQ(decision.source.line, 3);
  scene.config.gate_enabled = true;
  EXPECT_FALSE(scene.decide("Write").allowed);
  scene.fault(base::Code::not_opted_in);
  expect_allowed(scene.decide("Write"), GateRule::not_opted_in, "off");
}

TEST(GateTest, Row1AnInputThatCannotBeReadDeniesWhatIsNotReadOnly) {
  Scene scene;
  scene.readable = false;
  expect_denied(scene.decide("Write"), GateRule::unreadable_input,
                "Hook input could not be read. Blocking Write.", "unknown");
  for (const char* tool : {"", "Read", "mcp__session-state__session_start"}) {
    const GateDecision decision = scene.decide(tool);
    expect_allowed(decision, GateRule::unreadable_input, "unknown");
    EXPECT_NE(decision.warning.find("cut off"), std::string::npos);
  }
}

TEST(GateTest, Row2GuardedFilesAreDeniedInEveryModeAndState) {
  // C-20, SC-53
  for (const char* tool : {"Write", "Edit", "MultiEdit", "NotebookEdit"}) {
    for (const char* mode : {"analysis", "planning", "coding", "disabled", "newer"}) {
      for (const bool paused : {false, true}) {
        for (const Health health : {Health::ok, Health::absent, Health::faulty}) {
          Scene scene;
          scene.target("/repo/.git/holdfast/notes/sessions/session-x.json");
          scene.state.mode = model::ModeName(mode);
          scene.state.paused = paused;
          scene.state.health = health;
          const GateDecision decision = scene.decide(tool);
          EXPECT_FALSE(decision.allowed) << tool << mode;
          EXPECT_EQ(name_of(decision.rule), "guarded_file");
          EXPECT_NE(decision.next_step.find("holdfast session set-state"), std::string::npos);
        }
      }
    }
  }
}

TEST(GateTest, Row2CountsWhereLinksLeadAndEveryTarget) {
  Scene scene;
  scene.targets = {{"/repo/a.txt", "/repo/a.txt"}, {"/repo/b.txt", "/repo/.holdfast/config.yaml"}};
  expect_denied(scene.decide("MultiEdit"), GateRule::guarded_file,
                "/repo/b.txt is the project's Holdfast configuration. Blocking MultiEdit.",
                "coding");
  scene.targets = {{"/repo/.holdfast/link", "/elsewhere/x"}};
  EXPECT_FALSE(scene.decide("Write").allowed);
  EXPECT_TRUE(scene.decide("Read").allowed);
  scene.target("/repo/a.txt");
  expect_allowed(scene.decide("Write"), GateRule::none, "coding");
}

// G9
TEST(GateTest, Row2HoldsForToolsOfServersButNotForThoseThatOnlyLook) {
  Scene scene;
  scene.target("/repo/.holdfast/config.yaml");
  for (const char* tool : {"mcp__fs__write_file", "mcp__fs__frob", "mcp__serena__replace_content",
                           "mcp__brain__delete_note", "mcp__fs__find_and_replace"}) {
    EXPECT_EQ(name_of(scene.decide(tool).rule), "guarded_file") << tool;
  }
  scene.config.gate_readonly_tools = {"mcp__docs__*"};
  for (const char* tool :
       {"mcp__fs__read_file", "mcp__docs__fetch", "mcp__brain__session_get", "Read", "Grep"}) {
    EXPECT_TRUE(scene.decide(tool).allowed) << tool;
  }
  scene.target("/repo/src/a.cpp");
  EXPECT_TRUE(scene.decide("mcp__fs__write_file").allowed);
}

// U5
TEST(GateTest, Row2KeepsKeysFromEveryToolThatReads) {
  for (const char* mode : {"analysis", "coding", "disabled"}) {
    Scene scene;
    scene.roots.config_home = "/home/u/.config/holdfast";
    scene.state.mode = model::ModeName(mode);
    scene.state.paused = true;
    scene.target("/home/u/.config/holdfast/secret");
    for (const char* tool : {"Read", "Grep", "Glob", "mcp__fs__read_file", "Bash"}) {
      const GateDecision decision = scene.decide(tool);
      EXPECT_EQ(name_of(decision.rule), "guarded_file") << tool << mode;
      EXPECT_FALSE(decision.allowed);
    }
    EXPECT_THAT(scene.decide("Read").missing, ::testing::HasSubstr("never read by an agent"));
    scene.target("/home/u/.config/holdfast/config.yaml");
    EXPECT_TRUE(scene.decide("Read").allowed) << mode;
    scene.targets.clear();
    scene.reads = {{"/home/u/.config/holdfast/operator", "/home/u/.config/holdfast/operator"}};
    EXPECT_FALSE(scene.decide("Bash").allowed) << mode;
  }
}

// U6
TEST(GateTest, Rows3And4AnotherServersToolDoesNotPassUnderOurServersName) {
  Scene scene;
  scene.fault(base::Code::signature_invalid, "the reason.");
  EXPECT_FALSE(scene.decide("mcp__brain__delete_note").allowed);
  EXPECT_TRUE(scene.decide("mcp__brain__get_blocked_reason").allowed);
}

// G1: in every mode and in a pause, before any other guard.
TEST(GateTest, Row2KeepsWhatLetsAHostAskUs) {
  for (const char* tool : {"Write", "Bash", "mcp__files__write_file"}) {
    for (const char* mode : {"analysis", "planning", "coding", "disabled"}) {
      Scene scene;
      scene.target("/repo/.holdfast/config.yaml");
      scene.state.mode = model::ModeName(mode);
      scene.state.paused = true;
      scene.guarded_entry = GuardedFile{"x.json would lose our hook", "Edit passes."};
      const GateDecision decision = scene.decide(tool);
      const std::string message = "x.json would lose our hook. Blocking " + std::string(tool) + ".";
      expect_denied(decision, GateRule::guarded_file, message, mode);
      EXPECT_EQ(decision.next_step, "Edit passes.");
    }
  }
  Scene scene;
  scene.guarded_entry = GuardedFile{"x.json would lose our hook", "Edit passes."};
  scene.switched_off = true;
  EXPECT_TRUE(scene.decide("Write").allowed);
}

TEST(GateTest, Row2GuardsTheSessionsMemories) {
  Scene scene;
  scene.call.memories = {"notes", "session-history"};
  for (const char* tool : {"mcp__serena__write_memory", "mcp__serena__edit_memory",
                           "mcp__serena__delete_memory", "mcp__serena__rename_memory"}) {
    const GateDecision decision = scene.decide(tool);
    EXPECT_FALSE(decision.allowed);
    EXPECT_EQ(name_of(decision.rule), "guarded_memory");
  }
  EXPECT_TRUE(scene.decide("mcp__serena__read_memory").allowed);
  scene.call.memories = {"notes"};
  EXPECT_TRUE(scene.decide("mcp__serena__write_memory").allowed);
}

TEST(GateTest, Rows3And4EachFaultInItsOwnWords) {
  // S0-55, S0-56, S0-57, S0-76, S0-77, S0-92, S0-93, B0-6, B0-12
  using base::Code;
  struct Row {
    Code code;
    const char* message;
    const char* repair;
  };
  const char* const unavailable = "Session state unavailable. Blocking Edit.";
  const Row rows[] = {
      {Code::parse_error, "Failed to parse session state", "holdfast session recover"},
      {Code::signature_invalid, "Session state signature invalid for 6f1d2c3b",
       "holdfast session recover"},
      {Code::state_rollback,
       "Session state rolled back for 6f1d2c3b: an older state stands in its place",
       "holdfast session recover"},
      {Code::note_missing, unavailable, "holdfast session recover"},
      {Code::no_secret, unavailable, "holdfast init"},
      {Code::unavailable, unavailable, "holdfast doctor --fix"},
      {Code::io, unavailable, "holdfast doctor --fix"},
      {Code::lock_timeout, unavailable, "holdfast doctor --fix"},
      {Code::failed, unavailable, "holdfast doctor --fix"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(base::code_name(row.code));
    Scene scene;
    scene.fault(row.code, "the reason.");
    scene.state.paused = true;  // A pause does not lift this row.
    const GateDecision denied = scene.decide("Edit");
    expect_denied(denied, GateRule::state_not_ok, row.message, "unknown");
    EXPECT_NE(denied.missing.find(base::code_name(row.code)), std::string::npos);
    EXPECT_TRUE(denied.missing.ends_with(", the reason.")) << denied.missing;
    EXPECT_NE(denied.next_step.find(row.repair), std::string::npos);
    EXPECT_FALSE(scene.decide("mcp__serena__read_memory").allowed);
    for (const char* tool : {"Read", "WebFetch", "mcp__session-state__get_blocked_reason"}) {
      const GateDecision allowed = scene.decide(tool);
      expect_allowed(allowed, GateRule::state_not_ok, "unknown");
      EXPECT_NE(allowed.warning.find(base::code_name(row.code)), std::string::npos);
      EXPECT_NE(allowed.warning.find(row.repair), std::string::npos);
    }
  }
}

TEST(GateTest, AnAbsentStateIsDeniedOrBegunAsTheConfigurationSays) {
  // SC-14, S0-55, S0-56, S0-61, S0-92
  Scene scene;
  scene.state = {};
  scene.state.health = Health::absent;
  scene.config.gate_absent = model::AbsentPolicy::deny;
  for (const char* tool : {"Read", "Glob", "Grep", "LSP", "WebFetch", "WebSearch"}) {
    expect_allowed(scene.decide(tool), GateRule::state_not_ok, "unknown");
  }
  for (const std::string tool : {"Write", "Bash", "mcp__x__y"}) {
    const GateDecision decision = scene.decide(tool);
    expect_denied(decision, GateRule::state_not_ok,
                  "Session state unavailable. Blocking " + tool + ".", "unknown");
    EXPECT_EQ(decision.source.line, 4);
  }
  scene.config.gate_absent = model::AbsentPolicy::create;
  expect_allowed(scene.decide("Write"), GateRule::none, "coding");
  scene.config.gate_initial_mode = Mode::analysis;
  scene.config.lines["gate.initial_mode"] = 6;
  const GateDecision decision = scene.decide("Write");
  expect_denied(decision, GateRule::mode_table,
                "[BLOCKED] Tool 'Write' is not allowed in analysis mode.", "analysis");
  EXPECT_EQ(decision.source.line, 6);
}

TEST(GateTest, Row5DisabledPassesProtocolAndModeAndRecordsRequirements) {
  // S0-58, SC-17, C-20
  Scene scene;
  scene.state.mode = Mode::disabled;
  scene.state.protocol_start_complete = false;
  scene.protocol_enabled = true;
  Denying requirements;
  const GateDecision decision = scene.decide("Write", &requirements);
  expect_allowed(decision, GateRule::mode_disabled, "disabled");
  EXPECT_EQ(decision.bypassed, std::vector<GateRule>{GateRule::requirement});
  requirements.denies = false;
  EXPECT_TRUE(scene.decide("Write", &requirements).bypassed.empty());
}

TEST(GateTest, Row6WhatTheProtocolNeedsIsAllowedWhileItIsIncomplete) {
  // B0-11, B1-9
  Scene scene;
  scene.protocol_enabled = true;
  scene.state.protocol_start_complete = false;
  scene.state.mode = Mode::analysis;  // The strict profile: row 6 comes before row 8.
  Denying requirements;
  for (const char* tool : {"Read", "TodoWrite", "mcp__serena__activate_project",
                           "mcp__session-state__record_evidence"}) {
    expect_allowed(scene.decide(tool, &requirements), GateRule::protocol_incomplete, "analysis");
  }
  scene.call.command = "git status --short";
  expect_allowed(scene.decide("Bash", &requirements), GateRule::protocol_incomplete, "analysis");
  scene.target("/repo/.agents/sessions/2026-01-18-session-01.md");
  for (const char* tool : {"Write", "Edit"}) {
    expect_allowed(scene.decide(tool, &requirements), GateRule::protocol_incomplete, "analysis");
  }
  scene.targets = {{"/linked/x.md", "/repo/.agents/sessions/x.md"}};
  EXPECT_TRUE(scene.decide("Write").allowed);
  scene.log_folder += "/";
  EXPECT_TRUE(scene.decide("Write").allowed);
  EXPECT_EQ(requirements.asked, 0);
}

TEST(GateTest, Row7EverythingElseWaitsForTheProtocol) {
  // S0-59, SC-19, B0-11
  Scene scene;
  scene.protocol_enabled = true;
  scene.state.protocol_start_complete = false;
  const std::string message = "Session protocol incomplete";
  const auto expect_waits = [&](const char* tool) {
    expect_denied(scene.decide(tool), GateRule::protocol_incomplete, message, "blocked");
  };
  scene.call.command = "git commit -m x";
  for (const char* tool : {"Bash", "Write", "NotebookEdit", "mcp__x__y"}) expect_waits(tool);
  scene.call.command = "git status";
  expect_waits("Shell");  // The command counts only where it is a shell's for certain.
  for (const GateTarget& target : std::vector<GateTarget>{
           {"/repo/.agents/sessions/sub/x.md", "/repo/.agents/sessions/sub/x.md"},
           {"/repo/.agents/sessions/x.txt", "/repo/.agents/sessions/x.txt"},
           {"/repo/.agents/sessions/.md", "/repo/.agents/sessions/.md"},
           {"/repo/.agents/sessions/x.md", "/repo/src/x.md"},
           {"/repo/.agents/sessionsx/x.md", ""},
           {"x.md", ""}}) {
    SCOPED_TRACE(target.path);
    scene.targets = {target};
    expect_waits("Write");
    scene.targets.push_back({"/repo/.agents/sessions/x.md", "/repo/.agents/sessions/x.md"});
    expect_waits("MultiEdit");
  }
  scene.target("/repo/.agents/sessions/x.md");
  scene.log_folder = "";
  expect_waits("Write");
  scene.target("/x.md");
  scene.log_folder = "/";
  expect_waits("Write");
}

TEST(GateTest, Row7NamesTheLineThatSwitchesTheProtocolOn) {
  Scene scene;
  scene.protocol_enabled = true;
  scene.state.protocol_start_complete = false;
  EXPECT_EQ(scene.decide("Write").source.line, 0);
  scene.config.protocol_enabled = model::ProtocolSwitch::on;
  EXPECT_EQ(scene.decide("Write").source.line, 8);
  scene.state.protocol_start_complete = true;
  expect_allowed(scene.decide("Write"), GateRule::none, "coding");
  scene.protocol_enabled = false;
  scene.state.protocol_start_complete = false;
  expect_allowed(scene.decide("Write"), GateRule::none, "coding");
}

TEST(GateTest, Row8TheModesTableDecidesForEachRunByItsOwnMode) {
  // S0-54, S0-60, SC-16, SC-18, B0-31
  const std::string tools[] = {"Edit", "Write", "MultiEdit", "NotebookEdit",
                               "Bash", "Read",  "mcp__x__y", "Task"};
  for (const std::string mode : {"analysis", "planning", "coding", "anlysis", ""}) {
    for (const std::string& tool : tools) {
      SCOPED_TRACE(testing::Message() << mode << " " << tool);
      Scene scene;
      scene.state.mode = model::ModeName(mode);
      const std::string shown = mode.empty() ? "unknown" : mode;
      const GateDecision decision = scene.decide(tool);
      if (mode_denies(scene.state.mode, tool)) {
        expect_denied(decision, GateRule::mode_table,
                      fmt::format("[BLOCKED] Tool '{}' is not allowed in {} mode.", tool, shown),
                      shown);
      } else {
        expect_allowed(decision, GateRule::none, shown);
      }
    }
  }
}

TEST(GateTest, Row9RequirementsAreAskedLastAndNotAboutOurOwnTools) {
  // C-1
  Scene scene;
  Denying requirements;
  const GateDecision decision = scene.decide("Write", &requirements);
  expect_denied(decision, GateRule::requirement, "commit_plan is not satisfied", "coding");
  EXPECT_EQ(decision.source.line, 12);
  EXPECT_EQ(decision.tool, "Write");
  EXPECT_TRUE(scene.decide("mcp__session-state__requirement_satisfy", &requirements).allowed);
  EXPECT_EQ(requirements.asked, 1);
  scene.state.mode = Mode::planning;
  EXPECT_EQ(name_of(scene.decide("Write", &requirements).rule), "mode_table");
  EXPECT_EQ(requirements.asked, 1);
  requirements.denies = false;
  expect_allowed(scene.decide("Bash", &requirements), GateRule::none, "planning");
}

TEST(GateTest, APauseLiftsRowsSevenToNineAndRecordsEach) {
  Scene scene;
  scene.protocol_enabled = true;
  scene.state.protocol_start_complete = false;
  scene.state.mode = Mode::analysis;
  scene.state.paused = true;
  Denying requirements;
  const GateDecision decision = scene.decide("Write", &requirements);
  expect_allowed(decision, GateRule::none, "analysis");
  const std::vector<GateRule> lifted{GateRule::protocol_incomplete, GateRule::mode_table,
                                     GateRule::requirement};
  EXPECT_EQ(decision.bypassed, lifted);
  EXPECT_TRUE(scene.decide("Read").bypassed.empty());
}

TEST(GateTest, WebToolsUnderAFaultFollowTheConfiguredList) {
  // B0-32, B0-30
  Scene scene;
  scene.fault(base::Code::signature_invalid);
  EXPECT_TRUE(scene.decide("WebFetch").allowed);
  scene.config.gate_readonly_tools = {"mcp__docs__*"};
  EXPECT_FALSE(scene.decide("WebFetch").allowed);
  EXPECT_TRUE(scene.decide("mcp__docs__page").allowed);
  EXPECT_TRUE(scene.decide("Read").allowed);
}

}  // namespace
}  // namespace policy
