#include "policy/mode.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "policy/testing_scene.h"
#include "policy/workflow.h"

namespace policy {
namespace {

using model::Mode;
using model::ModeName;

model::Run run_in(Mode mode) {
  model::Run run;
  run.mode = mode;
  return run;
}

TEST(ModeTest, EachModeDeniesWhatItsRowSays) {
  // S0-60, SC-16, B0-31
  struct Row {
    const char* tool;
    bool analysis;
    bool planning;
  };
  const Row rows[] = {
      {"Edit", true, true},         {"Write", true, true},  {"MultiEdit", true, true},
      {"NotebookEdit", true, true}, {"Bash", true, false},  {"Read", false, false},
      {"BashOutput", false, false}, {"Task", false, false}, {"WebFetch", false, false},
      {"mcp__x__y", false, false},  {"", false, false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.tool);
    EXPECT_EQ(mode_denies(Mode::analysis, row.tool), row.analysis);
    EXPECT_EQ(mode_denies(Mode::planning, row.tool), row.planning);
    EXPECT_FALSE(mode_denies(Mode::coding, row.tool));
    EXPECT_FALSE(mode_denies(Mode::disabled, row.tool));
    EXPECT_EQ(mode_denies(ModeName("anlysis"), row.tool), row.analysis);
    EXPECT_EQ(mode_denies(ModeName(), row.tool), row.analysis);
  }
}

TEST(ModeTest, TheStricterOfTwoIsTheSameInBothOrders) {
  // B0-31
  const ModeName in_order[] = {Mode::analysis, Mode::planning, Mode::coding, Mode::disabled};
  for (std::size_t a = 0; a < std::size(in_order); ++a) {
    for (std::size_t b = a; b < std::size(in_order); ++b) {
      EXPECT_EQ(stricter(in_order[a], in_order[b]), in_order[a]);
      EXPECT_EQ(stricter(in_order[b], in_order[a]), in_order[a]);
    }
    EXPECT_EQ(stricter(in_order[a], ModeName("newer")), ModeName(Mode::analysis));
    EXPECT_EQ(stricter(ModeName("newer"), in_order[a]), ModeName(Mode::analysis));
  }
}

const Asker kPerson{.by = model::Author::person, .way = "terminal", .because = {}};
const Asker kAgent{.by = model::Author::agent, .way = "mcp", .because = {}};

ModeChange to(const char* mode, const Asker& asker,
              model::AgentModeChange agents_may = model::AgentModeChange::own) {
  return {.mode = ModeName(mode),
          .reason = "think first",
          .actor = asker.is_person() ? "cli" : "mcp",
          .asker = asker,
          .agents_may = agents_may};
}

TEST(ModeTest, AChangeIsRecordedWithTimeReasonAndWhoAsked) {
  // S0-7, U4
  const auto changed = change_mode(run_in(Mode::coding), to("planning", kAgent), kNow);
  ASSERT_TRUE(changed.ok());
  EXPECT_TRUE(changed->mode.is(Mode::planning));
  ASSERT_EQ(changed->mode_history.size(), 1U);
  const model::ModeHistoryEntry& entry = changed->mode_history[0];
  EXPECT_TRUE(entry.mode.is(Mode::planning));
  EXPECT_EQ(entry.timestamp, "2026-01-18T09:30:00.123Z");
  EXPECT_EQ(entry.reason, "think first");
  EXPECT_EQ(entry.actor, "mcp");
  EXPECT_TRUE(entry.by.is(model::Author::agent));
  EXPECT_EQ(entry.way, "mcp");
}

TEST(ModeTest, TheSameModeAgainChangesNothing) {
  for (const char* mode : {"analysis", "coding", "disabled"}) {
    const auto same = change_mode(run_in(*ModeName(mode).known()), to(mode, kPerson), kNow);
    ASSERT_TRUE(same.ok());
    EXPECT_TRUE(same->mode_history.empty());
  }
}

// A run in which people (P) and the agent (a) set modes in turn: "P:coding a:planning".
model::Run run_after(std::string_view steps) {
  model::Run run;
  for (const std::string_view step : base::split(steps, ' ')) {
    model::ModeHistoryEntry entry;
    entry.mode = ModeName(std::string(step.substr(2)));
    if (step[0] == 'P') entry.by = model::Author::person;
    if (step[0] == 'a') entry.by = model::Author::agent;
    // Of older versions: by MCP came what a model wanted.
    if (step[0] == 'm') entry.actor = "mcp";
    if (step[0] == 'c') entry.actor = "cli";
    // A terminal of which the system did not tell whose it is.
    if (step[0] == 'u') {
      entry.by = model::Author::person;
      entry.way = kByUnknownTerminal;
    }
    run.mode = entry.mode;
    run.mode_history.push_back(entry);
  }
  return run;
}

TEST(ModeTest, WhatAPersonSetOnlyAPersonLoosens) {
  // U1, U4, B0-8
  using enum model::AgentModeChange;
  struct Row {
    const char* before;
    const char* wanted;
    bool by_tighten;
    bool by_own;
    bool by_any;
  };
  const Row rows[] = {
      {"P:coding", "planning", true, true, true},
      {"P:coding", "disabled", false, false, false},
      {"P:planning", "coding", false, false, true},
      {"P:planning", "analysis", true, true, true},
      {"P:analysis", "planning", false, false, true},
      {"P:coding a:planning", "coding", false, true, true},
      {"P:coding a:analysis", "planning", false, true, true},
      {"P:coding a:analysis a:planning", "coding", false, true, true},
      {"P:coding a:planning P:planning", "coding", false, false, true},
      {"P:planning a:analysis", "planning", false, true, true},
      {"P:planning a:analysis", "coding", false, false, true},
      {"P:disabled", "coding", true, true, true},
      {"P:disabled a:coding", "disabled", false, false, false},
      {"P:coding m:planning", "coding", false, true, true},
      {"P:coding c:planning", "coding", false, false, true},
      {"-:planning", "coding", false, false, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.before) + " to " + row.wanted);
    const model::Run run = run_after(row.before);
    const std::pair<model::AgentModeChange, bool> expected[] = {
        {tighten, row.by_tighten}, {own, row.by_own}, {any, row.by_any}};
    for (const auto& [agents_may, passes] : expected) {
      const auto changed = change_mode(run, to(row.wanted, kAgent, agents_may), kNow);
      EXPECT_EQ(changed.ok(), passes);
      EXPECT_EQ(agent_may_set(run, ModeName(row.wanted), agents_may), passes);
      if (!changed.ok()) {
        EXPECT_EQ(changed.error().code, base::Code::mode_forbidden);
      }
    }
    EXPECT_TRUE(change_mode(run, to(row.wanted, kPerson), kNow).ok());
  }
}

TEST(ModeTest, APersonMakesAnAgentsModeBinding) {
  // U4
  const auto bound = change_mode(run_after("P:coding a:planning"), to("planning", kPerson), kNow);
  ASSERT_TRUE(bound.ok());
  EXPECT_EQ(bound->mode_history.size(), 3U);
  EXPECT_EQ(persons_mode(*bound), ModeName(Mode::planning));
  EXPECT_FALSE(change_mode(*bound, to("coding", kAgent), kNow).ok());
}

TEST(ModeTest, AKnownPersonMakesTheModeOfNobodyKnownTheirOwn) {
  const model::Run open = run_after("P:planning u:coding");
  const auto owned = change_mode(open, to("coding", kPerson), kNow);
  ASSERT_TRUE(owned.ok());
  EXPECT_TRUE(loosened_by_nobody_known(*owned, kNow).empty());
  const Asker unknown{
      .by = model::Author::person, .way = std::string(kByUnknownTerminal), .because = {}};
  EXPECT_EQ(change_mode(open, to("coding", unknown), kNow)->mode_history.size(), 2U);
}

// U, the right behaviour: what an agent or nobody known loosened is seen.
TEST(ModeTest, WhatNobodyKnownLoosenedIsTold) {
  struct Row {
    const char* before;
    const char* clause;
  };
  const Row rows[] = {
      {"c:planning", ""},
      {"c:planning P:coding", ""},
      {"c:planning a:coding", "mode set by an agent"},
      {"c:coding a:planning a:coding", ""},
      {"c:coding a:analysis", ""},
      {"P:planning m:coding", "mode set by an agent"},
      {"P:planning u:coding", "mode set at a terminal, not known whose"},
      {"P:coding u:planning", ""},
      {"P:coding u:planning u:coding", ""},
      {"P:planning u:disabled P:disabled", ""},
      {"c:planning u:coding P:planning a:coding", "mode set by an agent"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.before);
    const auto told = loosened_by_nobody_known(run_after(row.before), kNow);
    EXPECT_EQ(base::join(told, "; "), row.clause);
  }
  EXPECT_TRUE(loosened_by_nobody_known(run_in(Mode::coding), kNow).empty());

  model::Run paused = run_after("P:planning a:coding");
  paused.mode_history.back().way = "mcp";
  paused.pause = model::Pause{.until = base::to_iso(kNow + std::chrono::minutes(1)),
                              .by = model::Author::person,
                              .way = std::string(kByUnknownTerminal)};
  EXPECT_EQ(base::join(loosened_by_nobody_known(paused, kNow), "; "),
            "mode set by an agent (mcp); pause set at a terminal, not known whose");
  EXPECT_EQ(loosened_by_nobody_known(paused, kNow + std::chrono::minutes(2)).size(), 1U);
  paused.pause->way = kByTerminal;
  EXPECT_EQ(loosened_by_nobody_known(paused, kNow).size(), 1U);
  paused.pause->by = model::Author::agent;
  EXPECT_EQ(loosened_by_nobody_known(paused, kNow)[1], "pause set by an agent (terminal)");
}

TEST(ModeTest, AModeNobodyKnowsIsRefusedWithTheListOfThoseThereAre) {
  // SC-16, B0-25, B0-31
  for (const char* name : {"anlysis", "", "Coding", "disabled "}) {
    const auto refused = change_mode(run_in(Mode::coding), to(name, kPerson), kNow);
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, base::Code::invalid_value);
    EXPECT_EQ(refused.error().message.find("currentMode: "), 0U);
    EXPECT_NE(refused.error().message.find("analysis, planning, coding, disabled"),
              std::string::npos);
  }
}

TEST(ModeTest, AReasonBeyondTheLimitIsRefused) {
  // B0-26
  ModeChange change = to("planning", kAgent);
  change.reason = std::string(kTextBytesMax, 'r');
  EXPECT_TRUE(change_mode(run_in(Mode::coding), change, kNow).ok());
  change.reason += 'r';
  const auto refused = change_mode(run_in(Mode::coding), change, kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::too_large);
}

}  // namespace
}  // namespace policy
