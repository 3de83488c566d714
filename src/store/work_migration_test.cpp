#include <nlohmann/json.hpp>

#include "store/test_work.h"
#include "store/work_text.h"

namespace store {
namespace {

using base::Code;
using base::Json;

class WorkMigrationTest : public ::testing::Test {
 protected:
  base::Result<WorkStore::Migration> migrate() {
    return machine_.store().migrate(machine_.folder(), kWorkNow);
  }
  std::string spec() { return machine_.files.peek(kWorkRoot / kSlug / "spec.md").value_or(""); }

  WorkMachine machine_;
};

TEST_F(WorkMigrationTest, AnOlderManifestIsReadableButNotChanged) {
  machine_.put(kV1State);
  const auto work = machine_.store().read(machine_.folder());
  ASSERT_TRUE(work.ok()) << work.error().message;
  EXPECT_TRUE(work->is_v1);
  EXPECT_TRUE(work->session.phase.is(model::WorkPhase::build));
  EXPECT_EQ(work->session.build.completed, (std::vector<std::int64_t>{1, 2}));
  const auto refused = machine_.store().update(machine_.folder(), {}, add_commit("abc1234"));
  EXPECT_EQ(refused.error().code, Code::unavailable);
  EXPECT_NE(refused.error().hint.find("holdfast work migrate " + kSlug), std::string::npos);
  EXPECT_EQ(machine_.state(), kV1State);
}

// S2-14, S2-74, S2-115, B2-26, SC-57
TEST_F(WorkMigrationTest, TwiceIsOnce) {
  machine_.put(kV1State);
  machine_.files.poke(kWorkRoot / kSlug / "spec.md", "# Spec\n\nMine.\n");
  const auto done = migrate();
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_TRUE(done->migrated);
  EXPECT_EQ(done->spec_sections,
            (std::vector<std::string>{"Goals", "Open Questions", "Key Decisions"}));
  EXPECT_EQ(done->backup, kWorkRoot / kSlug / "state.v1.json");
  EXPECT_EQ(machine_.files.peek(done->backup), kV1State);
  const std::string state = machine_.state();
  const std::string text = spec();
  const auto again = migrate();
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->migrated);
  EXPECT_EQ(machine_.state(), state);
  EXPECT_EQ(spec(), text);
}

// S2-28, S2-30, S2-32, S2-74
TEST_F(WorkMigrationTest, WhatBothSchemasHaveKeepsItsMeaning) {
  machine_.put(kV1State);
  ASSERT_TRUE(migrate().ok());
  const auto work = machine_.store().read(machine_.folder());
  ASSERT_TRUE(work.ok());
  EXPECT_FALSE(work->is_v1);
  const model::WorkSession& session = work->session;
  EXPECT_EQ(session.session_id, kSlug);
  EXPECT_TRUE(session.type.is(model::WorkType::full));
  EXPECT_TRUE(session.status.is(model::WorkStatus::active));
  EXPECT_EQ(session.times(model::WorkPhase::spec).completed_at, "2026-01-12T00:11:00Z");
  EXPECT_EQ(session.times(model::WorkPhase::build).started_at, "2026-01-14T01:00:00Z");
  EXPECT_EQ(session.build.total, 6);
  EXPECT_EQ(session.build.current, 3);
  ASSERT_EQ(session.commits.size(), 1U);
  EXPECT_EQ(session.commits[0].checkpoint, 1);
  EXPECT_EQ(session.updated_at, kWorkNow);
  EXPECT_TRUE(machine_.store().update(machine_.folder(), {}, add_commit("abc1234")).ok());
}

// S2-19, S2-73, S2-115
TEST_F(WorkMigrationTest, WhatV2HasNoPlaceForStaysBehindItsOwnMembers) {
  machine_.put(kV1State);
  ASSERT_TRUE(migrate().ok());
  const Json json = Json::parse(machine_.state());
  EXPECT_EQ(json.begin().key(), "$schema");
  EXPECT_EQ(json["granularity"], "feature");
  EXPECT_TRUE(json["prior_session"].is_null());
  EXPECT_NE(machine_.state().find("\"x-number\": 1.50"), std::string::npos);
  for (const char* const key : {"goals", "open_questions", "key_decisions"}) {
    EXPECT_FALSE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["phases"], Json::parse(R"({"plan": {"reviewer": "nobody"}})"));
  EXPECT_EQ(json["plan_state"], Json::parse(R"({"status": "complete", "current_task": null})"));
  EXPECT_EQ(json["commits"][0]["author"], "x");
  EXPECT_FALSE(json["commits"][0].contains("checkpoint_id"));
}

// S2-35, S2-36, S2-37, S2-38, B2-26
TEST_F(WorkMigrationTest, GoalsQuestionsAndDecisionsGoToTheSpec) {
  machine_.put(kV1State);
  ASSERT_TRUE(migrate().ok());
  EXPECT_EQ(spec(),
            "# Spec: Dark mode\n\n"
            "## Goals\n\n### High-Level Goals\n\n- Work at night\n\n"
            "### Mid-Level Goals\n\n- A provider wraps the application\n\n"
            "### Implementation Goals\n\n- A switch in the header\n\n"
            "## Open Questions\n\n- [ ] Which colours?\n- [x] Per device? → Yes\n\n"
            "## Key Decisions\n\n### Variables of CSS\n\n"
            "**Rationale**: They change at run time\n**Made**: 2026-01-12\n");
  const WorkSpec content = read_work_spec(spec());
  EXPECT_EQ(content.mid_level_goals, std::vector<std::string>{"A provider wraps the application"});
  EXPECT_EQ(content.questions[1].answer, "Yes");
  EXPECT_EQ(content.decisions[0].made, "2026-01-12");
}

// B2-26
TEST_F(WorkMigrationTest, WhatTheSpecSaysAlreadyIsNotSaidAgain) {
  machine_.put(kV1State);
  const std::string before =
      "# Spec\r\n\r\n## Goals\r\n\r\n- Work at\r\n  night\r\n\r\n## Key Decisions\r\n\r\n"
      "### Variables of CSS\r\n";
  machine_.files.poke(kWorkRoot / kSlug / "spec.md", before);
  const auto done = migrate();
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->spec_sections, (std::vector<std::string>{"Goals", "Open Questions"}));
  EXPECT_TRUE(spec().starts_with(before));
  EXPECT_NE(spec().find("## Goals (from state.json v1)\n"), std::string::npos);
  EXPECT_EQ(spec().find("- Work at night"), std::string::npos);
  EXPECT_NE(spec().find("\n## Open Questions\n"), std::string::npos);
}

// B2-5
TEST_F(WorkMigrationTest, CommentsAreTakenOut) {
  const std::string plain =
      "{\n  \"session_id\": \"s // no comment \\\" // either\",\n"
      "  \"current_phase\": \"spec\",\n  \"status\": \"active\",\n  \"phase_history\": {}\n}\n";
  std::string commented = plain;
  commented.insert(commented.find("  \"current"), "\n  // ─── State ───\n");
  commented.insert(commented.find("\n  \"status\""), " // one of five");
  machine_.put(commented);
  const auto done = migrate();
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_TRUE(done->migrated);
  EXPECT_EQ(machine_.files.peek(done->backup), commented);
  std::string expected = plain;
  expected.insert(expected.find("  \"current"), "\n");
  EXPECT_EQ(machine_.state(), expected);
  EXPECT_FALSE(migrate()->migrated);
}

TEST_F(WorkMigrationTest, AnotherSchemaIsReportedAndLeft) {
  for (
      const std::string bytes :
      {R"({"id":"r1","request":"x","phase":"synthesis","subtasks":[],"goals":{"high_level":["a"]}})",
       "[]", "{", "<<<<<<< a\n{}\n>>>>>>> b\n"}) {
    machine_.put(bytes);
    EXPECT_FALSE(migrate().ok()) << bytes;
    EXPECT_EQ(machine_.state(), bytes);
    EXPECT_EQ(spec(), "");
    EXPECT_FALSE(machine_.files.exists(kWorkRoot / kSlug / "state.v1.json"));
  }
}

TEST_F(WorkMigrationTest, WhatIsBeyondTheLimitsIsReportedAndLeft) {
  std::string goals;
  std::string members;
  for (int number = 0; number < 1100; ++number) {
    goals += (number == 0 ? "\"" : ",\"") + std::to_string(number) + "\"";
    members += ",\"k" + std::to_string(number) + "\":0";
  }
  for (const std::string& bytes :
       {R"({"phases":{},"goals":[)" + goals + "]}", R"({"phases":{})" + members + "}"}) {
    machine_.put(bytes);
    EXPECT_EQ(migrate().error().code, Code::too_large);
    EXPECT_EQ(machine_.state(), bytes);
    EXPECT_EQ(spec(), "");
  }
}

TEST_F(WorkMigrationTest, AnEarlierBackupIsKept) {
  machine_.put(kV1State);
  machine_.files.poke(kWorkRoot / kSlug / "state.v1.json", "of another time");
  const auto done = migrate();
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->backup, kWorkRoot / kSlug / "state.v1-2.json");
  EXPECT_EQ(machine_.files.peek(kWorkRoot / kSlug / "state.v1.json"), "of another time");
}

// B2-18
TEST_F(WorkMigrationTest, ASpecThatIsALinkIsRefusedBeforeAnythingIsWritten) {
  machine_.put(kV1State);
  machine_.files.poke("/w/secret", "a secret");
  machine_.files.make_link(kWorkRoot / kSlug / "spec.md", "/w/secret");
  EXPECT_EQ(migrate().error().code, Code::refused);
  EXPECT_EQ(machine_.files.peek("/w/secret"), "a secret");
  EXPECT_EQ(machine_.state(), kV1State);
}

// Whatever an older file has in odd places, it is migrated or refused, and never lost.
TEST_F(WorkMigrationTest, OddMembersAreKeptWhereTheyAre) {
  machine_.put(
      R"({"phases": 5, "plan_state": {"checkpoints_completed": 2, "checkpoints_total": -1},
          "goals": "one", "open_questions": [7], "key_decisions": {}, "commits": [{"sha": 5}, 3],
          "git": [], "current_phase": "completed", "session_type": ""})");
  const auto done = migrate();
  ASSERT_TRUE(done.ok()) << done.error().message;
  const Json json = Json::parse(machine_.state());
  EXPECT_EQ(json["session_id"], kSlug);
  EXPECT_EQ(json["status"], "complete");
  EXPECT_EQ(json["build_progress"]["checkpoints_completed"], Json::array({1, 2}));
  EXPECT_EQ(json["phases"], 5);
  EXPECT_EQ(json["goals"], "one");
  EXPECT_EQ(json["open_questions"], Json::array({7}));
  EXPECT_EQ(json["key_decisions"], Json::object());
}

}  // namespace
}  // namespace store
