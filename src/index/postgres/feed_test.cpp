// Feeding: each row once, whatever is cut and whatever is in it.
#include "index/postgres/test_feed.h"

namespace indexing {
namespace {

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

TEST_F(FeedTest, AServerThatDiesInABatchIsSaidToBeAway) {
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

// Four machines with two processes each, which all write the same months for the first time.
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

// A few rows are a statement's values, many are copied in.
TEST_F(FeedTest, AFewRowsAndManyComeOutAlike) {
  const auto index = open();
  constexpr int kFew = 10;
  constexpr int kMany = 2000;
  const auto tell = [&](const std::string& run, int lines) {
    auto batch = index->begin();
    for (int line = 1; line <= lines; ++line) {
      const std::string odd = "a\tb\\N\n\"{},NULL\r" + std::to_string(line);
      must((*batch)->put_event({.number = static_cast<std::uint64_t>(line),
                                .millis = kStartMs + line,
                                .at = "2026-01-18T09:30:00.000Z",
                                .project_id = kProject,
                                .run_uid = run,
                                .kind = "prompt",
                                .actor = odd,
                                .payload = odd,
                                .prev_hash = {},
                                .hash = odd}));
      must((*batch)->put_log({.type = "prompt", .content = odd, .at = "x", .duration_ms = line}));
      must((*batch)->put_event_document({.kind = "prompt",
                                         .project_id = kProject,
                                         .owner = run,
                                         .part = std::to_string(line),
                                         .title = {},
                                         .body = odd,
                                         .at = "x"}));
    }
    must((*batch)->commit());
  };
  for (const int lines : {kFew, kMany}) {
    SCOPED_TRACE(lines);
    const std::string run = "run-" + std::to_string(lines);
    tell(run, lines);
    const auto count = [&](const std::string& table, const std::string& text) {
      return database_.value("SELECT count(DISTINCT " + text + ") FROM " + table + " WHERE '" +
                             run + "' IN (run) AND starts_with(" + text +
                             ", E'a\\tb\\\\N\\n\"{},NULL\\r')");
    };
    const std::string all = std::to_string(lines);
    EXPECT_EQ(count("(SELECT *, run_uid AS run FROM events WHERE prev_hash IS NULL) e", "hash"),
              all);
    EXPECT_EQ(count("(SELECT *, run_uid AS run FROM events WHERE actor=payload) e", "payload"),
              all);
    EXPECT_EQ(count("(SELECT *, run_uid AS run FROM agent_logs WHERE agent_id IS NULL AND "
                    "right(content, 1)=right(duration_ms::text, 1)) l",
                    "content"),
              all);
    EXPECT_EQ(count("(SELECT *, owner AS run FROM search_documents WHERE title IS NULL) d", "body"),
              all);
  }
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

}  // namespace
}  // namespace indexing
