// Many machines: whose rows are whose, writers at once, months, and hearing of each other.
#include <algorithm>
#include <mutex>
#include <thread>

#include "index/postgres/test_feed.h"

namespace indexing {
namespace {

class FleetTest : public FeedTest {};

TEST_F(FleetTest, TwoMachinesWithTheSameIdsDoNotDisturbEachOther) {
  const auto first = open("machine-1");
  const auto second = open("machine-2");
  for (const auto& [index, lines] : {std::pair(first.get(), 3), std::pair(second.get(), 5)}) {
    auto batch = index->begin();
    ASSERT_TRUE(batch.ok());
    EXPECT_TRUE(feed(**batch, "run", 1, lines));
    must((*batch)->put(WorkRow{.id = work_id(kProject, "x"),
                               .project_id = kProject,
                               .slug = "x",
                               .title = "lines " + std::to_string(lines)},
                       {}));
    must((*batch)->commit());
  }
  EXPECT_EQ(state("machine-1"), "3 3 3 3");
  EXPECT_EQ(state("machine-2"), "5 5 5 5");
  {
    auto batch = first->begin();
    must((*batch)->forget_journal("run"));
    must((*batch)->remove_work(kProject, "x"));
    must((*batch)->commit());
  }
  EXPECT_EQ(state("machine-1"), "0 0 0 0");
  EXPECT_EQ(state("machine-2"), "5 5 5 5");
  EXPECT_EQ(first->work({})->size(), 0U);
  EXPECT_EQ(second->work({})->size(), 1U);
}

TEST_F(FleetTest, AllMachinesAreReadTogetherAndEachRowSaysWhose) {
  for (const char* machine : {"machine-1", "machine-2", "machine-3"}) {
    const auto index = open(machine);
    auto batch = index->begin();
    EXPECT_TRUE(feed(**batch, "run", 1, 2));
    must((*batch)->put(DocumentRow{.kind = "spec",
                                   .project_id = kProject,
                                   .owner = "x",
                                   .part = {},
                                   .title = "Wombats",
                                   .body = "dig",
                                   .at = {}}));
    must((*batch)->commit());
  }
  OpenPostgres options = database_.options("machine-2");
  options.reads = OpenPostgres::Reads::all;
  const auto lists = *open_postgres_lists(options);
  std::vector<std::string> machines;
  RunListQuery query{.limit = 1};
  while (true) {
    const auto page = lists->runs(query);
    ASSERT_TRUE(page.ok()) << page.error().message;
    if (page->empty()) break;
    machines.push_back(page->front().machine);
    query.after = RunCursor{page->front().started_at, page->front().uid, page->front().machine};
  }
  EXPECT_EQ(machines, (std::vector<std::string>{"machine-3", "", "machine-1"}));
  EXPECT_EQ(lists->denials({})->size(), 6U);
  EXPECT_EQ(lists->projects()->size(), 3U);
  EXPECT_EQ(lists->projects_named("api")->size(), 1U);
  EXPECT_EQ(lists->runs_named("run")->size(), 3U);
  const auto hits = *lists->search({.text = "wombat"});
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(std::count_if(hits.begin(), hits.end(),
                          [](const DocumentHit& hit) { return hit.machine.empty(); }),
            1);
  // Marks are this machine's, whatever is read.
  const auto index = *open_postgres_index(options);
  EXPECT_EQ(index->marks(kProject)->size(), 1U);
  const auto fleet = *open_postgres_fleet(options);
  const auto known = *fleet->machines();
  ASSERT_EQ(known.size(), 3U);
  EXPECT_EQ(known[1].name, "name of machine-2");
  EXPECT_FALSE(known[1].seen_at.empty());
}

TEST_F(FleetTest, EightWritersAtOnceLoseAndDoubleNothing) {
  constexpr int kWriters = 8;
  constexpr int kBatches = 6;
  open();
  std::mutex mutex;
  std::vector<std::string> failures;
  const auto fail = [&](const std::string& said) {
    const std::lock_guard guard(mutex);
    failures.push_back(said);
  };
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      OpenPostgres options = database_.options("machine-" + std::to_string(writer / 2));
      options.lock_timeout_ms = 60'000;
      auto index = open_postgres_index(options);
      if (!index.ok()) return fail(index.error().message);
      for (int i = 0; i < kBatches; ++i) {
        auto batch = (*index)->begin();
        // Both of a machine tell the same lines.
        if (!batch.ok()) return fail(batch.error().message);
        if (!feed(**batch, "run-" + std::to_string(i), 1, 40)) return fail("not told");
        if (const auto done = (*batch)->commit(); !done.ok()) return fail(done.error().message);
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(failures, std::vector<std::string>());
  for (int machine = 0; machine < kWriters / 2; ++machine) {
    EXPECT_EQ(state("machine-" + std::to_string(machine)), "240 240 240 240");
  }
}

TEST_F(FleetTest, ASecondWriterOfAMachineWaitsAndGetsALockTimeout) {
  OpenPostgres options = database_.options();
  options.lock_timeout_ms = 100;
  const auto first = *open_postgres_index(options);
  const auto second = *open_postgres_index(options);
  const auto held = first->begin();
  ASSERT_TRUE(held.ok());
  const auto batch = second->begin();
  ASSERT_FALSE(batch.ok());
  EXPECT_EQ(batch.error().code, base::Code::lock_timeout);
  // Another machine does not wait.
  options.machine = "machine-2";
  EXPECT_TRUE((*open_postgres_index(options))->begin().ok());
}

TEST_F(FleetTest, EachMonthHasAPartitionAndNonsenseTimesHaveTheirs) {
  const auto index = open();
  auto batch = index->begin();
  constexpr std::int64_t kMonthMs = 31LL * 24 * 3600 * 1000;
  int line = 0;
  for (const std::int64_t millis :
       {kStartMs, kStartMs + kMonthMs, kStartMs + 2 * kMonthMs, std::int64_t{0}, std::int64_t{-7},
        std::int64_t{1'577'836'799'999}, std::int64_t{1'577'836'800'000},
        std::int64_t{4'102'444'799'999}, std::int64_t{4'102'444'800'000},
        std::int64_t{4'398'046'511'103}}) {
    must((*batch)->put_event({.number = static_cast<std::uint64_t>(++line),
                              .millis = millis,
                              .at = "x",
                              .project_id = kProject,
                              .run_uid = "run",
                              .kind = "tool",
                              .actor = "hook",
                              .payload = "{}",
                              .prev_hash = {},
                              .hash = "h"}));
  }
  must((*batch)->commit());
  EXPECT_EQ(
      database_.value("SELECT string_agg(n, ' ' ORDER BY n) FROM (SELECT tableoid::regclass || "
                      "':' || count(*) AS n FROM events GROUP BY tableoid) t"),
      "events_2020_01:1 events_2026_01:1 events_2026_02:1 events_2026_03:1 "
      "events_2099_12:1 events_early:3 events_late:2");
}

TEST_F(FleetTest, AMonthThatIsMadeWhileABatchGoesOnTakesItsEvents) {
  // Whoever made it: this batch's own machine, or another one in the meantime.
  const auto index = open();
  OpenPostgres options = database_.options();
  options.machine = "machine-2";
  const auto other = std::move(*open_postgres_index(options));
  const auto put = [](Batch& batch, std::int64_t month) {
    must(batch.put_event({.number = static_cast<std::uint64_t>(month + 1),
                          .millis = kStartMs + month * 31LL * 24 * 3600 * 1000,
                          .at = "x",
                          .project_id = kProject,
                          .run_uid = "run-" + std::to_string(month),
                          .kind = "tool",
                          .actor = "hook",
                          .payload = "{}",
                          .prev_hash = {},
                          .hash = "h"}));
  };
  auto batch = index->begin();
  for (int month = 0; month < 6; ++month) {
    if (month % 2 == 0) {
      auto meanwhile = other->begin();
      put(**meanwhile, month);
      must((*meanwhile)->commit());
    }
    put(**batch, month);
    must((*batch)->forget_journal("another run"));
  }
  must((*batch)->commit());
  EXPECT_EQ(database_.value("SELECT count(*) FROM events"), "9");
}

TEST_F(FleetTest, EventsOfOldMonthsAreDroppedWithWhatTheyMeant) {
  const auto index = open();
  {
    auto batch = index->begin();
    EXPECT_TRUE(feed(**batch, "run", 1, 5));
    must((*batch)->put_event({.number = 9,
                              .millis = kStartMs + 40LL * 24 * 3600 * 1000,
                              .at = "x",
                              .project_id = kProject,
                              .run_uid = "run",
                              .kind = "tool",
                              .actor = "hook",
                              .payload = "{}",
                              .prev_hash = {},
                              .hash = "h"}));
    must((*batch)->put_log({.agent_id = "a", .type = "tool", .at = "x"}));
    must((*batch)->commit());
  }
  const auto fleet = *open_postgres_fleet(database_.options());
  const auto at = [](const char* text) { return *base::instant_from_iso(text); };
  // A month that is not over stays as a whole.
  EXPECT_TRUE(fleet->drop_events_before(at("2026-01-31T23:59:59Z"))->partitions.empty());
  EXPECT_EQ(state(), "6 6 5 5");
  const auto dropped = fleet->drop_events_before(at("2026-02-10T00:00:00Z"));
  ASSERT_TRUE(dropped.ok()) << dropped.error().message;
  EXPECT_EQ(dropped->partitions, std::vector<std::string>{"events_2026_01"});
  EXPECT_EQ(dropped->rows, 10);
  EXPECT_EQ(state(), "1 1 0 5");
  EXPECT_EQ(index->runs({})->size(), 1U);
  EXPECT_EQ(fleet->drop_events_before(at("2026-02-10T00:00:00Z"))->rows, 0);
  // The month comes back where it is told again, at the latest when it is tried again.
  for (int time = 0; time < 2; ++time) {
    auto batch = index->begin();
    ASSERT_TRUE(batch.ok());
    EXPECT_TRUE(feed(**batch, "run", 1, 5));
    const auto committed = (*batch)->commit();
    EXPECT_TRUE(time == 0 || committed.ok()) << committed.error().message;
  }
  EXPECT_EQ(state(), "6 6 5 5");
}

TEST_F(FleetTest, WhatAllMachinesSpentIsSummedAndNoneCanSpoilTheSum) {
  const auto spend = [&](const char* machine, double cost) {
    auto index = *open_postgres_index(database_.options(machine));
    auto batch = index->begin();
    must((*batch)->put(RunRow{.uid = "run", .started_at = "2026-01-18T10:00:00.000Z"}));
    must((*batch)->put(AgentRow{.id = agent_id("run", ""), .run_uid = "run"}));
    must((*batch)->set_usage({{"run", "", "opus", 100, 10, cost}}));
    must((*batch)->commit());
  };
  spend("machine-1", 1.5);
  spend("machine-2", 2.5);
  spend("machine-3", 1);
  database_.value(
      "UPDATE agents SET cost='Infinity', input_tokens=9223372036854775807, output_tokens=-5 WHERE "
      "machine='machine-3' RETURNING id");
  OpenPostgres options = database_.options();
  options.reads = OpenPostgres::Reads::all;
  const auto lists = *open_postgres_lists(options);
  const auto machines = lists->spent({.by = SpentBy::machine});
  ASSERT_TRUE(machines.ok()) << machines.error().message;
  ASSERT_EQ(machines->size(), 3U);
  EXPECT_EQ(machines->at(0).key, "machine-2");
  EXPECT_EQ(machines->at(1).key, "");  // This one.
  EXPECT_FALSE(machines->at(2).cost);
  const auto days = lists->spent({});
  ASSERT_TRUE(days.ok()) << days.error().message;
  ASSERT_EQ(days->size(), 1U);
  EXPECT_EQ(days->at(0).cost, 4.0);
  EXPECT_EQ(days->at(0).output_tokens, 20);
  const auto sessions = lists->spent({.by = SpentBy::session});
  EXPECT_EQ(sessions->size(), 3U);
  EXPECT_EQ(sessions->at(0).machine, "machine-2");
  options.reads = OpenPostgres::Reads::own;
  EXPECT_EQ((*open_postgres_lists(options))->spent({})->at(0).cost, 1.5);
}

TEST_F(FleetTest, WhoListensHearsOfEachBatch) {
  const auto index = open();
  const auto listener = *open_postgres_listener(database_.options());
  EXPECT_FALSE(*listener->wait(base::Millis(10)));
  {
    auto batch = index->begin();
    EXPECT_TRUE(feed(**batch, "run", 1, 3));
    must((*batch)->commit());
  }
  const auto heard = listener->wait(base::Millis(5000));
  ASSERT_TRUE(heard.ok() && *heard);
  EXPECT_EQ((*heard)->machine, "machine-1");
  EXPECT_EQ((*heard)->runs, std::vector<std::string>{"run"});
  {
    auto batch = index->begin();
    for (int i = 0; i < 400; ++i) {
      must((*batch)->put(RunRow{.uid = "run-" + std::to_string(i), .started_at = "2026"}));
    }
    must((*batch)->commit());
  }
  const auto many = listener->wait(base::Millis(5000));
  ASSERT_TRUE(many.ok() && *many);
  EXPECT_TRUE((*many)->runs.empty());
  // Anybody can say anything there.
  database_.value("SELECT pg_notify('holdfast', 'no JSON')::text");
  EXPECT_TRUE(*listener->wait(base::Millis(5000)));
}

}  // namespace
}  // namespace indexing
