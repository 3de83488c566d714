// The questions that an index answers: pages of runs, the last days, words.
#include <set>

#include "index/test_index.h"

namespace indexing {
namespace {

class QueryTest : public IndexTest {
 protected:
  static RunRow run(int number, const char* project_id = kProject) {
    RunRow row;
    row.uid = "run-" + std::to_string(1000 + number);
    row.project_id = project_id;
    row.started_at = "2026-01-" + std::to_string(10 + number % 20) + "T00:00:00.000Z";
    if (number % 2 == 0) row.ended_at = row.started_at;
    return row;
  }
  static DocumentRow text(const char* owner, const char* title, const char* body) {
    return {.kind = "work",
            .project_id = kProject,
            .owner = owner,
            .part = {},
            .title = title,
            .body = body,
            .at = kNow};
  }
};

TEST_F(QueryTest, PagesOfRunsGoOnWhereTheLastOneEnded) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    for (int i = 0; i < 60; ++i) must(batch.put(run(i, i % 3 == 0 ? "other" : kProject)));
  });
  for (const std::optional<std::string>& project :
       {std::optional<std::string>(), std::optional<std::string>(kProject)}) {
    std::set<std::string> seen;
    RunQuery query{.project = project, .limit = 7};
    std::string last = "9";
    while (true) {
      const auto page = index->runs(query);
      ASSERT_TRUE(page.ok()) << page.error().message;
      for (const RunRow& row : *page) {
        EXPECT_TRUE(seen.insert(row.uid).second);
        EXPECT_LE(row.started_at, last);
        last = row.started_at;
      }
      if (page->size() < query.limit) break;
      query.after = RunCursor{page->back().started_at, page->back().uid};
    }
    EXPECT_EQ(seen.size(), project ? 40U : 60U);
  }
}

TEST_F(QueryTest, TheLastDaysHaveOnlyRunsThatEnded) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    for (int i = 0; i < 20; ++i) must(batch.put(run(i, i < 10 ? "other" : kProject)));
  });
  const auto recent = index->recent_runs({.since = "2026-01-20T00:00:00.000Z"});
  ASSERT_TRUE(recent.ok()) << recent.error().message;
  ASSERT_EQ(recent->size(), 5U);
  EXPECT_EQ(recent->front().uid, "run-1018");
  const auto own = index->recent_runs(
      {.project = std::string("other"), .since = "2026-01-12T00:00:00.000Z", .limit = 3});
  ASSERT_EQ(own->size(), 3U);
  EXPECT_EQ(own->front().uid, "run-1008");
}

// S2-61
TEST_F(QueryTest, WorkIsListedByProjectStatusAndPhaseNewestFirst) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(work("a", "2026-01-01T00:00:00.000Z"), {}));
    WorkRow done = work("b", "2026-01-02T00:00:00.000Z");
    done.status = done.phase = "complete";
    must(batch.put(done, {}));
  });
  EXPECT_EQ((*index->work({.project = std::string(kProject)}))[0].slug, "b");
  EXPECT_EQ((*index->work({.project = std::string(kProject)}))[0].project_name, "api");
  EXPECT_EQ(index->work({.project = std::string("other")})->size(), 0U);
  EXPECT_EQ((*index->work({.status = std::string("active")}))[0].slug, "a");
  EXPECT_EQ((*index->work({.phase = std::string("complete")}))[0].slug, "b");
  EXPECT_EQ(index->work({.limit = 1})->size(), 1U);
}

TEST_F(QueryTest, WordsAndPhrasesAreFoundAndMarked) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(text("a", "Dark mode", "A switch for the colours of the page")));
    must(batch.put(text("b", "Rate limits", "The mode of the limiter is dark magic")));
  });
  const auto both = index->search({.text = "dark mode"});
  ASSERT_TRUE(both.ok()) << both.error().message;
  ASSERT_EQ(both->size(), 2U);
  EXPECT_EQ((*both)[0].document.owner, "a");  // In the title.
  const auto phrase = index->search({.text = "\"dark magic\""});
  ASSERT_EQ(phrase->size(), 1U);
  EXPECT_NE((*phrase)[0].document.body.find("\x02"
                                            "dark magic\x03"),
            std::string::npos);
  EXPECT_EQ(index->search({.text = "switching colour"})->size(), 1U);  // Other forms of a word.
  EXPECT_EQ(index->search({.text = "dark", .project = std::string("other")})->size(), 0U);
  EXPECT_EQ(index->search({.text = "dark", .project = std::string(kProject)})->size(), 2U);
}

TEST_F(QueryTest, NoTextThatPeopleTypeIsAnError) {
  const auto index = open();
  write(*index, [](Batch& batch) { must(batch.put(text("a", "x", "NEAR the (end) of col:umn"))); });
  for (const char* typed : {"", "  ", "\"", "\"\"", "(", "a AND", "NOT", "NEAR(", "col:", "*", "^x",
                            "a\"b", "-x", "{x}", "x OR", "\xff\xfe", "'; DROP TABLE runs"}) {
    SCOPED_TRACE(typed);
    const auto found = index->search({.text = typed});
    EXPECT_TRUE(found.ok()) << found.error().message;
  }
  EXPECT_EQ(index->search({.text = "NEAR col:umn"})->size(), 1U);
}

TEST_F(QueryTest, AChangedTextIsFoundByItsNewWordsOnly) {
  const auto index = open();
  write(*index, [](Batch& batch) { must(batch.put(text("a", "Dark mode", "old"))); });
  write(*index, [](Batch& batch) { must(batch.put(text("a", "Light mode", "new"))); });
  EXPECT_EQ(index->search({.text = "dark"})->size(), 0U);
  EXPECT_EQ(index->search({.text = "old"})->size(), 0U);
  EXPECT_EQ(index->search({.text = "light new"})->size(), 1U);
  write(*index, [](Batch& batch) { must(batch.remove_documents("work", kProject, "a")); });
  EXPECT_EQ(index->search({.text = "light"})->size(), 0U);
}

}  // namespace
}  // namespace indexing
