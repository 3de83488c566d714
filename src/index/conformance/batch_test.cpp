// What goes into an index, whichever database has it.
#include <array>

#include "index/event_number.h"
#include "index/test_index.h"

namespace indexing {
namespace {

class BatchTest : public IndexTest {
 protected:
  static constexpr const char* kRun = "11111111-1111-4111-8111-111111111111";

  struct Told {
    std::string run;
    std::uint64_t number = 0;
    std::int64_t millis = 0;
  };
  static void tell(Batch& batch, const Told& told) {
    const std::string hash = told.run + "#" + std::to_string(told.number);
    must(batch.put_event({.number = told.number,
                          .millis = told.millis,
                          .at = kNow,
                          .project_id = kProject,
                          .run_uid = told.run,
                          .kind = "tool",
                          .actor = "hook",
                          .payload = "{}",
                          .prev_hash = {},
                          .hash = hash}));
    must(batch.put_log({.agent_id = told.run, .type = "tool", .tool = hash, .at = kNow}));
    must(batch.put(ViolationRow{.project_id = kProject, .requirement = hash}));
    must(batch.put(ViolationRow{.project_id = kProject, .requirement = hash + "b"}));
  }
};

TEST_F(BatchTest, WithoutACommitNothingIsWritten) {
  const auto index = open();
  {
    auto batch = index->begin();
    ASSERT_TRUE(batch.ok());
    must((*batch)->put(project()));
  }
  EXPECT_TRUE(index->projects()->empty());
  write(*index, [](Batch& batch) { must(batch.put(project())); });
  EXPECT_EQ(index->projects()->size(), 1U);
}

TEST_F(BatchTest, NumbersFollowTimeThenRunAndSequence) {
  const std::uint64_t slot_of_run = run_slot(kRun);
  EXPECT_LT(event_number(1000, slot_of_run, 5), event_number(1001, slot_of_run, 1));
  EXPECT_EQ(event_number(1000, 7, 2) - event_number(1000, 7, 1), kNumbersOfEvent);
  EXPECT_GE(event_number(-5, slot_of_run, 1), 0);
}

TEST_F(BatchTest, TheSameLineManyTimesIsOneEvent) {
  const auto index = open();
  for (int time = 0; time < 2; ++time) {
    write(*index, [](Batch& batch) {
      for (int again = 0; again < 4; ++again) tell(batch, {kRun, 1, 1000});
    });
  }
  EXPECT_EQ(dump(*index, {"events"}).size(), 1U);
  EXPECT_EQ(dump(*index, {"agent_logs"}).size(), 1U);
  EXPECT_EQ(dump(*index, {"violations"}).size(), 2U);
}

TEST_F(BatchTest, AForgottenJournalLeavesOtherRunsAlone) {
  const auto index = open();
  const std::string other = "22222222-2222-4222-8222-222222222222";
  write(*index, [&](Batch& batch) {
    tell(batch, {kRun, 1, 1000});
    tell(batch, {other, 1, 2000});
    must(batch.put(AgentRow{.id = "a", .run_uid = kRun}));
    must(batch.put_event_document({.kind = "prompt",
                                   .project_id = kProject,
                                   .owner = kRun,
                                   .part = "1",
                                   .title = {},
                                   .body = "hello",
                                   .at = kNow}));
    must(batch.forget_journal(kRun));
  });
  for (const char* table : {"events", "agent_logs"}) {
    const auto lines = dump(*index, {table});
    ASSERT_EQ(lines.size(), 1U) << table;
    EXPECT_NE(lines[0].find(other), std::string::npos);
  }
  EXPECT_EQ(dump(*index, {"violations"}).size(), 2U);
  EXPECT_TRUE(dump(*index, {"agents"}).empty());
  EXPECT_TRUE(index->search({.text = "hello"})->empty());
}

// B2-15
TEST_F(BatchTest, OneSlugInTwoProjectsIsTwoRowsAndTakesNoAgentsWithIt) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(project("bbbbbbbbbbbbbbbb")));
    WorkRow row = work("x");
    must(batch.put(row, {}));
    row.project_id = "bbbbbbbbbbbbbbbb";
    row.id = work_id(row.project_id, "x");
    must(batch.put(row, {}));
    must(batch.put(AgentRow{.id = "a", .session_id = row.id, .session_slug = "x"}));
    must(batch.remove_work(row.project_id, "x"));
  });
  EXPECT_EQ(index->work({})->size(), 1U);
  EXPECT_EQ(dump(*index, {"agents"}).size(), 1U);
}

TEST_F(BatchTest, OfOneSlugInTwoWorktreesTheNewestCounts) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(work("x", "2026-01-02T00:00:00.000Z", "/a"), {}));
    must(batch.put(work("x", "2026-01-01T00:00:00.000Z", "/b"), {}));
  });
  EXPECT_EQ((*index->work({}))[0].session_dir, "/a/x");
  write(*index,
        [](Batch& batch) { must(batch.put(work("x", "2026-01-03T00:00:00.000Z", "/b"), {})); });
  EXPECT_EQ((*index->work({}))[0].session_dir, "/b/x");
  // Its own folder may go back in time.
  write(*index,
        [](Batch& batch) { must(batch.put(work("x", "2025-01-01T00:00:00.000Z", "/b"), {})); });
  EXPECT_EQ((*index->work({}))[0].updated_at, "2025-01-01T00:00:00.000Z");
}

TEST_F(BatchTest, AFolderThatBecameAnotherProjectGivesItsPlaceUp) {
  const auto index = open();
  ProjectRow second = project("bbbbbbbbbbbbbbbb");
  second.working_dir = project().working_dir;
  write(*index, [&](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(second));
  });
  EXPECT_EQ((*index->projects())[0].working_dir, "");
  EXPECT_EQ((*index->projects())[1].working_dir, second.working_dir);
}

TEST_F(BatchTest, UsageGoesToAgentsAndItsSumsToWorkSessions) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(work("x"), {}));
    must(batch.put(RunRow{.uid = kRun, .project_id = kProject}));
    for (const char* name : {"", "sub"}) {
      must(batch.put(AgentRow{.id = agent_id(kRun, name), .session_slug = "x", .run_uid = kRun}));
    }
    must(batch.set_usage({{kRun, "", "opus", 10, 20, 0.5}, {kRun, "sub", "haiku", 1, 2, 0.25}}));
    // Again: the same, not twice as much.
    must(batch.set_usage({{kRun, "sub", "haiku", 1, 2, 0.25}}));
  });
  const WorkRow row = (*index->work({}))[0];
  EXPECT_EQ(row.input_tokens, 11);
  EXPECT_EQ(row.output_tokens, 22);
  EXPECT_DOUBLE_EQ(row.cost.value_or(0), 0.75);
  // A later change of the manifest keeps them.
  write(*index, [](Batch& batch) { must(batch.put(work("x"), {})); });
  EXPECT_EQ((*index->work({}))[0].input_tokens, 11);
}

// B2-14
TEST_F(BatchTest, AMissingMarkKeepsItsFirstTimeAndGoesWhenTheFolderIsBack) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(work("x"), {}));
    must(batch.mark_work_missing(kProject, "x", "first"));
    must(batch.mark_work_missing(kProject, "x", "second"));
  });
  EXPECT_EQ((*index->work({}))[0].missing_since, "first");
  EXPECT_EQ(*index->missing_work(kProject), 1);
  write(*index, [](Batch& batch) { must(batch.put(work("x"), {})); });
  EXPECT_EQ(*index->missing_work(kProject), 0);
}

// S2-58
TEST_F(BatchTest, ManyNewWorkSessionsAtOnceAreAsOneByOne) {
  std::vector<WorkRow> rows;
  std::vector<WorkMark> marks;
  for (int i = 0; i < 71; ++i) {
    WorkRow row = work(("slug-" + std::to_string(i)).c_str());
    if (i % 3 == 0) row.title = "Title " + std::to_string(i);
    if (i % 5 == 0) row.current_checkpoint = i;
    marks.push_back({.slug = row.slug, .inode = 1000U + static_cast<unsigned>(i), .size = 7});
    rows.push_back(std::move(row));
  }
  const auto one_by_one = open("one");
  write(*one_by_one, [&](Batch& batch) {
    must(batch.put(project()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      must(batch.put(kProject, "/w", marks[i]));
      must(batch.put(rows[i], {}));
    }
  });
  const auto at_once = open("all");
  write(*at_once, [&](Batch& batch) {
    must(batch.put(project()));
    std::vector<Batch::NewWork> works;
    for (std::size_t i = 0; i < rows.size(); ++i) works.push_back({&rows[i], &marks[i]});
    must(batch.put_new(kProject, "/w", works));
  });
  const std::vector<std::string> tables{"sessions", "index_folders", "search_pending"};
  EXPECT_EQ(dump(*at_once, tables), dump(*one_by_one, tables));
  EXPECT_EQ(dump(*at_once, {"search_pending"}).size(), rows.size());
  // A slug that is there already is refused, and nothing of the transaction stays.
  auto batch = at_once->begin();
  ASSERT_TRUE(batch.ok());
  WorkRow fresh = work("fresh");
  const WorkMark mark{.slug = "fresh"};
  const std::array<Batch::NewWork, 2> some{{{&fresh, &mark}, {&rows[0], &marks[0]}}};
  const auto put = (*batch)->put_new(kProject, "/w", some);
  EXPECT_FALSE(put.ok() && (*batch)->commit().ok());
  batch->reset();
  EXPECT_EQ(dump(*at_once, tables), dump(*one_by_one, tables));
}

}  // namespace
}  // namespace indexing
