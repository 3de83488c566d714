#include "policy/pending_task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "policy/pin_inheritance.h"
#include "policy/testing_scene.h"

namespace policy {
namespace {

using base::Json;
using model::PendingTask;
using model::Pin;

std::optional<std::vector<PipelineTask>> read_pipeline(std::string_view text) {
  return pipeline_tasks(base::parse_json(text).value());
}

DatedTask dated(std::string id, std::string stage, std::string since, bool flagged = false) {
  DatedTask task;
  task.task.task_id = std::move(id);
  task.task.title = "title at " + since;
  task.task.stage = std::move(stage);
  task.task.flagged_incomplete = flagged;
  task.since = std::move(since);
  return task;
}

// "id:stage" of each.
template <typename Tasks>
std::vector<std::string> stages(const Tasks& tasks) {
  std::vector<std::string> result;
  for (const auto& task : tasks) result.push_back(task.task_id + ":" + task.stage);
  return result;
}
std::vector<std::string> stages(const std::vector<DatedTask>& tasks) {
  std::vector<std::string> result;
  for (const DatedTask& task : tasks) result.push_back(task.task.task_id + ":" + task.task.stage);
  return result;
}

// S3-106
TEST(PendingTaskTest, ThePipelineIsAListOrAnObjectById) {
  const auto list = read_pipeline(R"({"active_tasks": [
    {"task_id": "task-1", "title": "One", "current_stage": "build"},
    {"id": "task-2", "name": "Two", "stage": "done"}]})");
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(stages(*list), (std::vector<std::string>{"task-1:build", "task-2:done"}));
  EXPECT_EQ((*list)[1].title, "Two");
  const auto object =
      read_pipeline(R"({"active_tasks": {"task-3": {"title": "Three", "stage": "verify"}}})");
  ASSERT_TRUE(object.has_value());
  EXPECT_EQ(stages(*object), (std::vector<std::string>{"task-3:verify"}));
}

// S3-118
TEST(PendingTaskTest, AnEntryThatIsNotAsExpectedIsPassedOver) {
  const auto tasks = read_pipeline(R"({"active_tasks": [1, null, "x", [], {}, {"task_id": 7},
    {"task_id": " \n"}, {"task_id": "t\n1", "title": {}, "current_stage": []}]})");
  ASSERT_TRUE(tasks.has_value());
  EXPECT_EQ(stages(*tasks), (std::vector<std::string>{"t 1:"}));
}

// B3-14
TEST(PendingTaskTest, ADocumentWithoutTasksSaysNothingOfAny) {
  for (const char* text : {"[]", "{}", "null", R"("x")", R"({"active_tasks": 3})",
                           R"({"active_tasks": null})", R"({"tasks": []})"}) {
    EXPECT_FALSE(read_pipeline(text).has_value()) << text;
  }
  EXPECT_TRUE(read_pipeline(R"({"active_tasks": []})").has_value());
}

// S3-106, S3-41
TEST(PendingTaskTest, TasksInBuildVerifyAndValidateArePending) {
  const std::vector<PipelineTask> pipeline{{"a", "A", "build"},   {"b", "B", "verify"},
                                           {"c", "", "Validate"}, {"d", "D", "design"},
                                           {"e", "E", "done"},    {"a", "again", "verify"}};
  const auto tasks = pending_tasks(pipeline, {});
  EXPECT_EQ(stages(tasks), (std::vector<std::string>{"a:build", "b:verify", "c:Validate"}));
  EXPECT_FALSE(tasks[0].flagged_incomplete);
  EXPECT_EQ(tasks[2].title, "c");
}

// S3-107
TEST(PendingTaskTest, PinsThatSpeakOfATaskAreFlagged) {
  for (const char* content : {"TODO fix x", "[TASK] fix x", "the parser is incomplete",
                              "fix x (in-progress)", "todo: fix x", "see task-12"}) {
    SCOPED_TRACE(content);
    const std::vector<Pin> pins{pin(content)};
    const auto tasks = pending_tasks({}, pins);
    ASSERT_EQ(tasks.size(), 1U);
    EXPECT_TRUE(tasks[0].flagged_incomplete);
    EXPECT_EQ(tasks[0].title, content);
    EXPECT_EQ(tasks[0].stage, "incomplete");
  }
  for (const char* content : {"a note", "TODOS", "incompletely", "multitask-12", "task-", "task-x",
                              "task-12a", "in progress", "mastodon"}) {
    SCOPED_TRACE(content);
    const std::vector<Pin> pins{pin(content)};
    EXPECT_TRUE(pending_tasks({}, pins).empty());
  }
}

// S3-107
TEST(PendingTaskTest, APinsTaskIsNamedByItsNumberOrItsContent) {
  const std::vector<Pin> pins{pin("Task-004: write", "x"), pin("write", "TODO"), pin("write"),
                              pin("again task-004")};
  const auto tasks = pending_tasks({}, pins);
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].task_id, "task-004");
  EXPECT_EQ(tasks[1].task_id, "pin-" + content_key(pins[1]).substr(0, 8));
}

TEST(PendingTaskTest, WhatThePipelineKnowsOfATaskCountsMoreThanAPin) {
  const std::vector<PipelineTask> pipeline{{"task-1-parser", "Parser", "build"},
                                           {"task-2", "Lexer", "done"},
                                           {"task-3", "Writer", "design"}};
  const std::vector<Pin> pins{pin("TODO task-1"), pin("TODO task-2"), pin("TODO task-3")};
  EXPECT_EQ(stages(pending_tasks(pipeline, pins)),
            (std::vector<std::string>{"task-1-parser:build", "task-3:incomplete"}));
}

// B3-9
TEST(PendingTaskTest, TitlesAreRedactedOnOneLineAndClipped) {
  const std::vector<PipelineTask> pipeline{{"a", "use password=hunter22\nfor it", "build"},
                                           {"b", std::string(1000, 'x'), "build"}};
  const auto tasks = pending_tasks(pipeline, {});
  EXPECT_EQ(tasks[0].title, "use password=[REDACTED] for it");
  EXPECT_EQ(tasks[1].title.size(), 200U);
}

TEST(PendingTaskTest, ThereIsAnEndToThem) {
  std::vector<Pin> pins;
  for (int i = 0; i < 300; ++i) pins.push_back(pin("TODO " + std::to_string(i)));
  EXPECT_EQ(pending_tasks({}, pins).size(), kPendingTasksMax);
}

// S3-108, B3-13, SC-70
TEST(PendingTaskTest, WhatIsDoneOrGoneIsDroppedUnlessAPinSaidIt) {
  const std::vector<DatedTask> tasks{
      dated("done", "build", "2026-02-18T09:00:00Z"),
      dated("gone", "build", "2026-02-18T09:00:00Z"),
      dated("open", "build", "2026-02-18T09:00:00Z"),
      dated("pin-12345678", "incomplete", "2026-02-18T09:00:00Z", true),
      dated("task-9", "incomplete", "2026-02-18T09:00:00Z", true)};
  const std::vector<PipelineTask> pipeline{
      {"done", "", "done"}, {"open", "", "verify"}, {"task-9-x", "", "Done"}};
  EXPECT_EQ(stages(still_pending(tasks, pipeline)),
            (std::vector<std::string>{"open:verify", "pin-12345678:incomplete"}));
}

// B3-14, SC-70
TEST(PendingTaskTest, APipelineThatCannotBeReadDropsNothing) {
  const std::vector<DatedTask> tasks{dated("a", "build", "2026-02-18T09:00:00Z"),
                                     dated("b", "incomplete", "", true)};
  EXPECT_EQ(stages(still_pending(tasks, std::nullopt)),
            (std::vector<std::string>{"a:build", "b:incomplete"}));
}

// B3-17
TEST(PendingTaskTest, OfOneTaskOfSeveralSessionsTheNewestStageWins) {
  const std::vector<DatedTask> tasks{
      dated("a", "build", "2026-02-17T09:00:00Z"),    dated("b", "build", "no time"),
      dated("a", "validate", "2026-02-18T09:00:00Z"), dated("a", "verify", "2026-02-16T09:00:00Z"),
      dated("b", "verify", "2026-02-16T09:00:00Z"),   dated("", "build", "2026-02-16T09:00:00Z")};
  const auto merged = still_pending(tasks, std::nullopt);
  EXPECT_EQ(stages(merged), (std::vector<std::string>{"a:validate", "b:verify"}));
  EXPECT_EQ(merged[0].since, "2026-02-18T09:00:00Z");
  EXPECT_EQ(merged[0].task.title, "title at 2026-02-18T09:00:00Z");
}

}  // namespace
}  // namespace policy
