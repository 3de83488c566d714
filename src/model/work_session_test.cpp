#include "model/work_session.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace model {
namespace {

using base::Json;

// The document's own example (S2-19 to S2-33), and the form that the other tool writes.
constexpr const char* kDocument = R"({
  "$schema": "Session state manifest v2 - programmatic updates only",
  "session_id": "2026-02-14_feature-dark-mode_a1b2c3",
  "topic": "Implement dark mode",
  "description": "Add dark mode toggle with system preference detection",
  "session_type": "full",
  "created_at": "2026-02-14T10:00:00Z",
  "updated_at": "2026-02-14T14:30:00.123456+00:00",
  "current_phase": "build",
  "status": "active",
  "phase_history": {
    "spec_started_at": "2026-02-14T10:00:00Z",
    "spec_completed_at": "2026-02-14T11:30:00Z",
    "plan_started_at": "2026-02-14T11:30:00Z",
    "plan_completed_at": "2026-02-14T12:00:00Z",
    "build_started_at": "2026-02-14T12:00:00Z",
    "build_completed_at": null,
    "docs_started_at": null,
    "docs_completed_at": null
  },
  "build_progress": {
    "checkpoints_total": 5,
    "checkpoints_completed": [
      1,
      2
    ],
    "current_checkpoint": 3
  },
  "git": {
    "branch": "feature/dark-mode",
    "worktree": null,
    "base_branch": "main"
  },
  "commits": [
    {
      "sha": "abc1234",
      "message": "feat: add theme provider component",
      "checkpoint": 1,
      "created_at": "2026-02-14T13:00:00Z"
    }
  ],
  "artifacts": {
    "spec": "spec.md",
    "plan": "plan.json",
    "plan_readable": "plan.md"
  }
}
)";

Json document() { return Json::parse(kDocument); }

// S2-19, S2-20, S2-21, S2-22, S2-23, S2-24, S2-25, S2-26, S2-27, S2-28, S2-30, S2-31, S2-32, S2-33,
// S2-63, S2-114, S2-115
TEST(WorkSessionTest, WhatIsReadIsWrittenInTheDocumentsOrder) {
  const auto session = work_session_from_json(document());
  ASSERT_TRUE(session.ok()) << session.error().message;
  EXPECT_EQ(base::dump_pretty(to_json(*session)), kDocument);
  EXPECT_TRUE(session->phase.is(WorkPhase::build));
  EXPECT_EQ(session->times(WorkPhase::plan).completed_at, "2026-02-14T12:00:00Z");
  EXPECT_EQ(session->build.completed, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(session->commits.front().checkpoint, 1);
}

// S2-73
TEST(WorkSessionTest, WhatOtherToolsLeaveOutOrAddIsTolerated) {
  Json json = document();
  for (const char* const key : {"$schema", "topic", "created_at", "git", "commits", "artifacts",
                                "phase_history", "build_progress", "session_type"}) {
    json.erase(key);
  }
  json["description"] = nullptr;
  json["granularity"] = "feature";
  json["current_phase"] = "review";
  json["status"] = "archived";
  const auto session = work_session_from_json(json);
  ASSERT_TRUE(session.ok()) << session.error().message;
  EXPECT_EQ(session->description, "");
  EXPECT_FALSE(session->phase.known().has_value());
  EXPECT_EQ(session->status.text(), "archived");
  EXPECT_EQ(session->artifacts, WorkArtifacts{});
}

TEST(WorkSessionTest, ATotalOfNullIsNone) {
  Json json = document();
  json["build_progress"]["checkpoints_total"] = nullptr;
  json["build_progress"]["current_checkpoint"] = nullptr;
  const auto session = work_session_from_json(json);
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->build.total, 0);
  EXPECT_EQ(session->build.current, std::nullopt);
}

TEST(WorkSessionTest, AMemberOfAnotherTypeIsNamed) {
  struct Row {
    const char* pointer;
    Json value;
    const char* named;
  };
  const std::vector<Row> rows{
      {"/session_id", 1, "session_id"},
      {"/topic", Json::array(), "topic"},
      {"/current_phase", nullptr, "current_phase"},
      {"/status", 3, "status"},
      {"/phase_history", "x", "phase_history"},
      {"/phase_history/docs_started_at", 5, "phase_history.docs_started_at"},
      {"/build_progress/checkpoints_total", "5", "build_progress.checkpoints_total"},
      {"/build_progress/checkpoints_total", -5, "build_progress.checkpoints_total"},
      {"/build_progress/checkpoints_completed", 5, "build_progress.checkpoints_completed"},
      {"/build_progress/checkpoints_completed/0", 1.5, "build_progress.checkpoints_completed"},
      {"/commits", Json::object(), "commits"},
      {"/commits/0", "abc1234", "commits[0]"},
      {"/commits/0/sha", nullptr, "commits[0].sha"},
      {"/commits/0/checkpoint", "1", "commits[0].checkpoint"},
      {"/git/branch", 1, "git.branch"},
      {"/artifacts/plan", false, "artifacts.plan"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.pointer);
    Json json = document();
    json[Json::json_pointer(row.pointer)] = row.value;
    const auto session = work_session_from_json(json);
    ASSERT_FALSE(session.ok());
    EXPECT_EQ(session.error().code, base::Code::parse_error);
    EXPECT_TRUE(session.error().message.starts_with(row.named)) << session.error().message;
  }
  for (const char* const key : {"session_id", "current_phase", "status"}) {
    Json json = document();
    json.erase(key);
    ASSERT_FALSE(work_session_from_json(json).ok()) << key;
  }
  EXPECT_FALSE(work_session_from_json(Json::array()).ok());
}

}  // namespace
}  // namespace model
