// Lists as pages: each a walk from where it begins, and together the whole.
#include "index/lists.h"

#include <set>

#include "index/test_index.h"

namespace indexing {
namespace {

class ListsTest : public IndexTest {
 protected:
  static RunRow run(const std::string& uid, const std::string& started,
                    const char* project_id = kProject) {
    RunRow row;
    row.uid = uid;
    row.project_id = project_id;
    row.started_at = started;
    row.trust = "verified";
    return row;
  }

  static void put_denial(Batch& batch, const std::string& run, std::uint64_t line,
                         std::int64_t millis) {
    const std::string hash = run + std::to_string(line);
    must(batch.put_event({.number = line,
                          .millis = millis,
                          .at = "2026-01-18T09:30:00.000Z",
                          .project_id = kProject,
                          .run_uid = run,
                          .kind = "gate",
                          .actor = "hook",
                          .payload = "{}",
                          .prev_hash = "",
                          .hash = hash}));
    must(batch.put(DenialRow{.project_id = kProject,
                             .run_uid = run,
                             .line = line,
                             .at = "2026-01-18T09:30:00.000Z",
                             .tool = "Write",
                             .rule = "mode_table",
                             .message = "No.",
                             .next_step = {}}));
  }

  // All runs of a question, by pages of `limit`.
  static std::vector<std::string> walked(Lists& lists, RunListQuery query, std::size_t limit) {
    query.limit = limit;
    std::vector<std::string> uids;
    while (true) {
      const auto page = lists.runs(query);
      EXPECT_TRUE(page.ok()) << page.error().message;
      if (!page.ok() || page->empty()) return uids;
      for (const RunListRow& row : *page) uids.push_back(row.uid);
      if (page->size() < limit) return uids;
      query.after = RunCursor{page->back().started_at, page->back().uid};
    }
  }
};

TEST_F(ListsTest, PagesLoseAndDoubleNothingWhereTimesAreEqualOrMissing) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    for (int i = 0; i < 40; ++i) {
      RunRow row = run("run-" + std::to_string(100 + i),
                       i % 5 == 0 ? "" : "2026-01-1" + std::to_string(i % 3) + "T00:00:00.000Z",
                       i % 2 == 0 ? kProject : "other");
      if (i % 4 == 0) row.ended_at = row.started_at.empty() ? "x" : row.started_at;
      if (i % 7 == 0) row.trust = "signature_invalid";
      must(batch.put(row));
    }
  });
  const auto reader = lists();
  const std::optional<RunStanding> standings[] = {
      {}, RunStanding::open, RunStanding::ended, RunStanding::broken};
  for (const std::optional<std::string>& of :
       {std::optional<std::string>(), std::optional<std::string>(kProject)}) {
    std::size_t parts = 0;
    for (const auto& standing : standings) {
      const RunListQuery query{.project = of, .standing = standing};
      const auto whole = walked(*reader, query, 200);
      for (const std::size_t limit : {1U, 2U, 7U}) {
        EXPECT_EQ(walked(*reader, query, limit), whole) << limit;
      }
      EXPECT_EQ(std::set<std::string>(whole.begin(), whole.end()).size(), whole.size());
      if (standing) {
        parts += whole.size();
      } else {
        EXPECT_EQ(whole.size(), of ? 20U : 40U);
      }
    }
    EXPECT_EQ(parts, of ? 20U : 40U);
  }
}

TEST_F(ListsTest, ARowSaysWhatIndexAndJournalKnow) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    RunRow row = run("r1", kNow);
    row.work_slug = "dark-mode";
    row.boot_id = "boot";
    row.channel = "claude-code";
    row.heartbeat_at = kNow;
    row.paused_until = "2026-01-18T10:00:00.000Z";
    must(batch.put(row));
    put_denial(batch, "r1", 1, 1000);
    put_denial(batch, "r1", 2, 2000);
    AgentRow agent;
    agent.id = agent_id("r1", "");
    agent.run_uid = "r1";
    must(batch.put(agent));
    must(batch.set_usage({{.run_uid = "r1", .agent = "", .model = "", .cost = 1.5}}));
    must(batch.put_activity(
        "r1", LastToolRow{
                  .tool = "Write", .at = kNow, .allowed = false, .summary = "denied Write a.cpp"}));
  });
  const auto reader = lists();
  const auto row = *reader->run("r1");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->project_name, "api");
  EXPECT_EQ(row->channel, "claude-code");
  EXPECT_EQ(row->last_tool, "Write");
  EXPECT_FALSE(row->last_allowed);
  EXPECT_EQ(row->last_summary, "denied Write a.cpp");
  EXPECT_EQ(row->denials, 2);
  EXPECT_EQ(row->cost, 1.5);
  EXPECT_EQ(row->paused_until, "2026-01-18T10:00:00.000Z");
  EXPECT_EQ(reader->runs_of_work(kProject, "dark-mode", 5)->size(), 1U);
  EXPECT_EQ(reader->held_runs({.boot_id = "boot", .since = "2026-01-01"})->size(), 1U);
  EXPECT_EQ(reader->held_runs({.boot_id = "other", .since = "2027"})->size(), 0U);
  EXPECT_EQ(reader->open_runs(5)->size(), 1U);
  EXPECT_FALSE(*reader->run("r2"));
  // A journal that was rewritten takes back what it told; what the note told stays.
  write(*index, [](Batch& batch) { must(batch.forget_journal("r1")); });
  const auto after = *reader->run("r1");
  EXPECT_EQ(after->denials, 0);
  EXPECT_EQ(after->last_tool, "");
  EXPECT_EQ(after->paused_until, "2026-01-18T10:00:00.000Z");
  write(*index, [](Batch& batch) { must(batch.put(run("r1", kNow))); });
  EXPECT_EQ(dump(*index, {"run_activity"}).size(), 0U);
}

TEST_F(ListsTest, DenialsArePagedNewestFirstByProjectAndRun) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    for (int i = 1; i <= 30; ++i) {
      // Three in each millisecond: they push each other to other numbers.
      put_denial(batch, i % 2 == 0 ? "even" : "odd", static_cast<std::uint64_t>(i), i / 3);
    }
  });
  const auto reader = lists();
  for (const DenialListQuery& asked :
       {DenialListQuery{}, DenialListQuery{.project = std::string(kProject)},
        DenialListQuery{.run = std::string("odd")}}) {
    DenialListQuery query = asked;
    query.limit = 4;
    std::vector<std::uint64_t> lines;
    while (true) {
      const auto page = reader->denials(query);
      ASSERT_TRUE(page.ok()) << page.error().message;
      if (page->empty()) break;
      for (const DenialListRow& row : *page) lines.push_back(row.line);
      query.before = page->back().number;
    }
    EXPECT_EQ(lines.size(), asked.run ? 15U : 30U);
    EXPECT_EQ(std::set<std::uint64_t>(lines.begin(), lines.end()).size(), lines.size());
    EXPECT_GE(lines.front(), 29U);
  }
  EXPECT_EQ(reader->denials({.project = std::string("other")})->size(), 0U);
  const auto since = reader->counts_since(base::Instant(base::Millis(5)));
  ASSERT_TRUE(since.ok()) << since.error().message;
  EXPECT_EQ(since->denials, 16);
}

TEST_F(ListsTest, WorkIsPagedLastChangedFirstAndFiltered) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    for (int i = 0; i < 25; ++i) {
      WorkRow row = work(("w" + std::to_string(10 + i)).c_str(), i % 4 == 0   ? ""
                                                                 : i % 4 == 1 ? "2026-01-02"
                                                                              : "2026-01-01");
      row.phase = i % 2 == 0 ? "build" : "plan";
      row.status = i % 3 == 0 ? "complete" : "active";
      must(batch.put(row, {}));
    }
  });
  const auto reader = lists();
  const auto pages = [&](WorkPageQuery query, std::size_t limit) {
    query.limit = limit;
    std::vector<std::string> slugs;
    while (true) {
      const auto page = reader->work(query);
      EXPECT_TRUE(page.ok()) << page.error().message;
      if (!page.ok() || page->empty()) return slugs;
      for (const WorkRow& row : *page) slugs.push_back(row.slug);
      query.after = WorkCursor{page->back().updated_at, page->back().id};
    }
  };
  const std::optional<std::string> none;
  for (const auto& of : {none, std::optional<std::string>(kProject)}) {
    EXPECT_EQ(pages({.project = of}, 200).size(), 25U);
    EXPECT_EQ(pages({.project = of}, 2), pages({.project = of}, 200));
    const WorkPageQuery both{.project = of, .status = "complete", .phase = "build"};
    EXPECT_EQ(pages(both, 1), pages(both, 200));
    EXPECT_EQ(pages(both, 200).size(), 5U);
  }
  EXPECT_EQ(pages({.project = std::string("other")}, 5).size(), 0U);
}

TEST_F(ListsTest, NamesAreFoundAndHostileOnesFindNothing) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(run("0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234", kNow)));
    must(batch.put(run("0b9a1d52-aaaa-4f60-8a2b-5d6e7f801234", kNow)));
    must(batch.put(AliasRow{kProject, "custom", "mine", "0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234"}));
  });
  const auto reader = lists();
  EXPECT_EQ(reader->runs_named("0B9A1D52-7c3e-4f60-8a2b-5d6e7f801234")->size(), 1U);
  EXPECT_EQ(reader->runs_named("mine")->at(0).project_id, kProject);
  EXPECT_EQ(reader->runs_named("0b9a1d52")->size(), 2U);
  EXPECT_EQ(reader->runs_named("0b9a")->size(), 0U);  // Too short to be meant.
  EXPECT_EQ(reader->projects_named("api")->size(), 1U);
  EXPECT_EQ(reader->projects_named(kProject)->size(), 1U);
  for (const char* text : {"", "'", "' OR 1=1 --", "%", "*", "\xff\xfe", "~", "0b9a1d52%"}) {
    SCOPED_TRACE(text);
    for (const auto& found : {reader->runs_named(text)}) {
      ASSERT_TRUE(found.ok()) << found.error().message;
      EXPECT_TRUE(found->empty());
    }
    EXPECT_TRUE(reader->projects_named(text)->empty());
    EXPECT_TRUE(reader->runs({.project = std::string(text)})->empty());
    EXPECT_TRUE(reader->work({.status = std::string(text), .phase = std::string("x")})->empty());
    EXPECT_TRUE(reader->runs({.after = RunCursor{text, text}, .limit = 1}).ok());
  }
  const auto projects = reader->projects();
  ASSERT_EQ(projects->size(), 1U);
  EXPECT_EQ(projects->at(0).last_run_at, kNow);
}

TEST_F(ListsTest, WhatWasSpentIsSummedByTheDayOnWhichARunBegan) {
  const auto index = open();
  write(*index, [](Batch& batch) {
    must(batch.put(project()));
    const auto put = [&](const std::string& uid, const char* started, const char* project_id) {
      must(batch.put(run(uid, started, project_id)));
      for (const char* agent : {"", "helper"}) {
        AgentRow row;
        row.id = agent_id(uid, agent);
        row.run_uid = uid;
        must(batch.put(row));
      }
    };
    put("r1", "2026-01-01T23:59:59.999Z", kProject);
    put("r2", "2026-01-02T00:00:00.000Z", kProject);
    put("r3", "2026-01-02T10:00:00.000Z", "other");
    put("undated", "", kProject);
    must(batch.set_usage({{"r1", "", "opus", 100, 10, 1.5},
                          {"r1", "helper", "haiku", 7, 1, {}},
                          {"r2", "", "opus", 200, 20, 2.5},
                          {"r3", "", "haiku", 1000, 100, 0.25},
                          {"undated", "", "opus", 5, 5, 5.0}}));
  });
  const auto reader = lists();
  // "key cost input+output", and a "?" where some of it has no price.
  const auto told = [&](const SpentQuery& query) {
    const auto rows = reader->spent(query);
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : rows.error().message);
    std::string all;
    if (!rows.ok()) return all;
    for (const SpentRow& row : *rows) {
      all += row.key + " " + std::to_string(row.cost.value_or(-1)).substr(0, 4) + " " +
             std::to_string(row.input_tokens) + "+" + std::to_string(row.output_tokens) +
             (row.has_unpriced ? "?; " : "; ");
    }
    return all;
  };
  EXPECT_EQ(told({}), "2026-01-01 1.50 107+11?; 2026-01-02 2.75 1200+120; ");
  EXPECT_EQ(told({.by = SpentBy::model}), "opus 4.00 300+30; haiku 0.25 1007+101?; ");
  EXPECT_EQ(told({.by = SpentBy::project}),
            std::string(kProject) + " 4.00 307+31?; other 0.25 1000+100; ");
  EXPECT_EQ(told({.by = SpentBy::session}), "r2 2.50 200+20; r1 1.50 107+11?; r3 0.25 1000+100; ");
  EXPECT_EQ(told({.by = SpentBy::machine}), " 4.25 1307+131?; ");
  EXPECT_EQ(told({.since = "2026-01-02"}), "2026-01-02 2.75 1200+120; ");
  EXPECT_EQ(told({.until = "2026-01-02"}), "2026-01-01 1.50 107+11?; ");
  EXPECT_EQ(told({.since = "2026-01-02", .until = "2026-01-02"}), "");
  EXPECT_EQ(told({.project = "other"}), "2026-01-02 0.25 1000+100; ");
  EXPECT_EQ(told({.project = "' OR 1=1 --"}), "");
  EXPECT_EQ(told({.by = SpentBy::session, .limit = 1}), "r2 2.50 200+20; ");
  EXPECT_EQ(reader->spent({.by = SpentBy::project})->at(0).detail, "api");
}

}  // namespace
}  // namespace indexing
