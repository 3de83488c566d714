// Feeding: each row once, whatever is cut, whoever else writes.
#include <algorithm>
#include <mutex>
#include <thread>

#include "index/event_number.h"
#include "index/postgres/test_postgres.h"

namespace indexing {
namespace {

constexpr const char* kProject = "aaaaaaaaaaaaaaaa";
constexpr std::int64_t kStartMs = 1'768'728'600'000;  // 2026-01-18

class FeedTest : public ::testing::Test {
 protected:
  static void must(const base::Result<void>& result) {
    ASSERT_TRUE(result.ok()) << result.error().message;
  }
  std::unique_ptr<Index> open(const std::string& machine = "machine-1") {
    auto index = open_postgres_index(database_.options(machine));
    EXPECT_TRUE(index.ok()) << (index.ok() ? "" : index.error().message);
    return index.ok() ? *std::move(index) : nullptr;
  }
  // The whole of a journal of one run, in the calls that the engine makes; false at the first
  // error.
  static bool feed(
      Batch& batch, const std::string& run, int first, int last,
      const std::function<void()>& between = [] {}) {
    const auto ok = [&](const base::Result<void>& result) {
      between();
      return result.ok();
    };
    if (!ok(batch.put(ProjectRow{.id = kProject, .root = "/r", .name = "api"}))) return false;
    if (!ok(batch.put_journal_only({.uid = run,
                                    .project_id = kProject,
                                    .started_at = "2026-01-18",
                                    .heartbeat_at = "2026-01-18",
                                    .trust = std::string(kJournalOnly)}))) {
      return false;
    }
    for (int line = first; line <= last; ++line) {
      const std::string hash = run + std::to_string(line);
      if (!ok(batch.put_event({.number = static_cast<std::uint64_t>(line),
                               .millis = kStartMs + line * 1000,
                               .at = "2026-01-18T09:30:00.000Z",
                               .project_id = kProject,
                               .run_uid = run,
                               .kind = "tool",
                               .actor = "hook",
                               .payload = "{}",
                               .prev_hash = {},
                               .hash = hash}))) {
        return false;
      }
      if (!ok(batch.put_log({.agent_id = run, .type = "tool", .at = "x"}))) return false;
      if (!ok(batch.put(DenialRow{
              .project_id = kProject, .run_uid = run, .line = static_cast<std::uint64_t>(line)}))) {
        return false;
      }
    }
    if (!ok(batch.put_activity(run, LastToolRow{.tool = "Edit", .at = "2026"}))) return false;
    return ok(batch.put(FileMark{.project_id = kProject,
                                 .kind = "journal",
                                 .name = run,
                                 .offset = static_cast<std::uint64_t>(last)}));
  }
  // What is there of a machine: events, logs, denials, and what was counted.
  std::string state(const std::string& machine = "machine-1") {
    return database_.value(
        "SELECT (SELECT count(*) FROM events WHERE machine='" + machine +
        "') || ' ' || (SELECT count(*) FROM agent_logs WHERE machine='" + machine +
        "') || ' ' || (SELECT count(*) FROM denials WHERE machine='" + machine +
        "') || ' ' || (SELECT coalesce(sum(denials), 0) FROM run_activity WHERE machine='" +
        machine + "')");
  }

  TestDatabase database_;
};

TEST_F(FeedTest, ACutAtAnyCallLeavesNothingAndTheNextFeedLeavesEachRowOnce) {
  auto index = open();
  // Calls of one feed of three lines, the commit behind them.
  constexpr int kCalls = 13;
  for (int cut = 0; cut <= kCalls; ++cut) {
    SCOPED_TRACE(cut);
    const std::string run = "run-" + std::to_string(cut);
    const std::string before = state();
    {
      auto batch = index->begin();
      ASSERT_TRUE(batch.ok()) << batch.error().message;
      int calls = 0;
      const bool is_told = feed(**batch, run, 1, 3, [&] {
        if (calls++ == cut) database_.cut();
      });
      if (cut == kCalls) database_.cut();
      const auto committed = is_told
                                 ? (*batch)->commit()
                                 : base::Result<void>(base::Error{base::Code::unavailable, "", ""});
      ASSERT_FALSE(committed.ok());
      EXPECT_EQ(committed.error().code, base::Code::unavailable);
    }
    EXPECT_EQ(state(), before);
    index = open();
    EXPECT_FALSE(*index->mark(kProject, "journal", run));
    // Twice, as one does whose answer was lost.
    for (int time = 0; time < 2; ++time) {
      auto batch = index->begin();
      ASSERT_TRUE(batch.ok()) << batch.error().message;
      EXPECT_TRUE(feed(**batch, run, 1, 3));
      must((*batch)->commit());
    }
    const std::string rows = std::to_string(3 * (cut + 1));
    EXPECT_EQ(state(), rows + " " + rows + " " + rows + " " + rows);
    EXPECT_EQ((*index->mark(kProject, "journal", run))->offset, 3U);
  }
}

TEST_F(FeedTest, WhatWasCommittedOutlivesAServerThatDies) {
  auto server = std::make_unique<TestServer>();
  OpenPostgres options = database_.options();
  options.url = server->url();
  auto index = open_postgres_index(options);
  ASSERT_TRUE(index.ok()) << index.error().message;
  auto batch = (*index)->begin();
  ASSERT_TRUE(batch.ok());
  EXPECT_TRUE(feed(**batch, "run", 1, 3));
  must((*batch)->commit());
  batch = (*index)->begin();
  ASSERT_TRUE(batch.ok());
  EXPECT_TRUE(feed(**batch, "run", 4, 6));
  server->stop("immediate");
  const auto committed = (*batch)->commit();
  ASSERT_FALSE(committed.ok());
  EXPECT_EQ(committed.error().code, base::Code::unavailable);
  const auto runs = (*index)->runs({});
  ASSERT_FALSE(runs.ok());
  EXPECT_EQ(runs.error().code, base::Code::unavailable);
  EXPECT_FALSE(runs.error().hint.empty());
}

TEST_F(FeedTest, AConnectionThatWasLostIsMadeAnewByTheNextCall) {
  const auto index = open();
  const auto lists = *open_postgres_lists(database_.options());
  for (int time = 1; time <= 2; ++time) {
    auto batch = index->begin();
    ASSERT_TRUE(batch.ok()) << batch.error().message;
    EXPECT_TRUE(feed(**batch, "run", 1, 3 * time));
    must((*batch)->commit());
    batch->reset();
    database_.cut();
    EXPECT_FALSE(lists->runs({}).ok());
    EXPECT_EQ(lists->runs({})->size(), 1U);
    EXPECT_FALSE(index->begin().ok());
  }
  EXPECT_EQ(state(), "6 6 6 6");
  // But never in the middle of a batch: half of it would be a whole one.
  auto batch = index->begin();
  ASSERT_TRUE(batch.ok());
  EXPECT_TRUE(feed(**batch, "other", 1, 3));
  database_.cut();
  EXPECT_FALSE((*batch)->agent("a").ok());
  EXPECT_FALSE((*batch)->put(ProjectRow{.id = "p"}).ok());
  EXPECT_FALSE((*batch)->commit().ok());
  batch->reset();
  EXPECT_EQ(state(), "6 6 6 6");
}

TEST_F(FeedTest, TwoMachinesWithTheSameIdsDoNotDisturbEachOther) {
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

TEST_F(FeedTest, AllMachinesAreReadTogetherAndEachRowSaysWhose) {
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

// Four machines with two processes each, which all write the same months for the first time.
TEST_F(FeedTest, EightWritersAtOnceLoseAndDoubleNothing) {
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

TEST_F(FeedTest, ASecondWriterOfAMachineWaitsAndGetsALockTimeout) {
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

TEST_F(FeedTest, ABatchOfManyRowsGoesInPartsAndIsStillAllOrNothing) {
  const auto index = open();
  const std::string payload(4000, 'x');
  const auto tell = [&](Batch& batch) {
    for (int line = 1; line <= 6000; ++line) {
      const std::string hash = std::to_string(line);
      must(batch.put_event({.number = static_cast<std::uint64_t>(line),
                            .millis = kStartMs + line,
                            .at = "x",
                            .project_id = kProject,
                            .run_uid = "run",
                            .kind = "tool",
                            .actor = "hook",
                            .payload = payload,
                            .prev_hash = {},
                            .hash = hash}));
    }
  };
  tell(**index->begin());
  EXPECT_EQ(state(), "0 0 0 0");
  auto batch = index->begin();
  tell(**batch);
  must((*batch)->commit());
  EXPECT_EQ(state(), "6000 0 0 0");
}

// PostgreSQL takes neither a zero byte nor what is no UTF-8.
TEST_F(FeedTest, TextsThatTheServerWouldRefuseAreMended) {
  const auto index = open();
  constexpr char kOdd[] = "a\0b\xff\xc3 \xed\xa0\x80 \\N\t\r\n\\. \"q' \xf0\x9f\x98\x80";
  const std::string odd(kOdd, sizeof(kOdd) - 1);
  {
    auto batch = index->begin();
    must((*batch)->put(ProjectRow{.id = kProject, .root = odd, .name = odd}));
    must((*batch)->put_event({.number = 1,
                              .millis = kStartMs,
                              .at = "x",
                              .project_id = kProject,
                              .run_uid = "run",
                              .kind = "tool",
                              .actor = odd,
                              .payload = odd,
                              .prev_hash = {},
                              .hash = "h"}));
    must((*batch)->put(FileMark{.project_id = kProject, .kind = "branch", .name = odd}));
    must((*batch)->put(DocumentRow{.kind = "spec",
                                   .project_id = kProject,
                                   .owner = odd,
                                   .part = {},
                                   .title = odd,
                                   .body = odd + " wombat",
                                   .at = {}}));
    must((*batch)->commit());
  }
  const std::string mended = "a\uFFFDb\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \\N\t\r\n\\. \"q' \U0001F600";
  EXPECT_EQ(index->projects()->front().name, mended);
  EXPECT_EQ(database_.value("SELECT payload FROM events"), mended);
  EXPECT_TRUE(*index->mark(kProject, "branch", odd));
  ASSERT_EQ(index->search({.text = "wombat"})->size(), 1U);
  EXPECT_TRUE(index->search({.text = odd}).ok());
}

TEST_F(FeedTest, ALongTextIsNoErrorAndFoundByItsBeginning) {
  const auto index = open();
  std::string body = "wombat ";
  for (int i = 0; body.size() < 3'000'000; ++i) body += "w" + std::to_string(i) + " ";
  auto batch = index->begin();
  must((*batch)->put(DocumentRow{.kind = "spec",
                                 .project_id = kProject,
                                 .owner = "x",
                                 .part = {},
                                 .title = {},
                                 .body = body + std::string(5000, 'y'),
                                 .at = {}}));
  must((*batch)->commit());
  EXPECT_EQ(index->search({.text = "wombat w77"})->size(), 1U);
}

TEST_F(FeedTest, EachMonthHasAPartitionAndNonsenseTimesHaveTheirs) {
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

TEST_F(FeedTest, EventsOfOldMonthsAreDroppedWithWhatTheyMeant) {
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

TEST_F(FeedTest, WhoListensHearsOfEachBatch) {
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
