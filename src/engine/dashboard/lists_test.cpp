// Lists of the dashboard over real projects and a real index.
#include <thread>

#include "engine/dashboard/costs.h"
#include "engine/dashboard/denials.h"
#include "engine/dashboard/faults.h"
#include "engine/dashboard/now.h"
#include "engine/dashboard/parts.h"
#include "engine/dashboard/places.h"
#include "engine/dashboard/projects.h"
#include "engine/dashboard/runs.h"
#include "engine/dashboard/search.h"
#include "engine/dashboard/violations.h"
#include "engine/dashboard/work_list.h"
#include "engine/session.h"
#include "engine/test_index_scene.h"
#include "os/fake.h"

namespace engine::dashboard {
namespace {

using model::EventKind;

class DashboardListsTest : public IndexScene {
 protected:
  static std::string run_of(unsigned number) {
    return std::string("7d1054b6-2839-4e27-bcef-43e6e47ca4b") + std::to_string(number);
  }
  std::vector<RunSummary> runs(const RunsQuestion& question = {}) {
    auto page = list_runs(dashboard(), question);
    EXPECT_TRUE(page.ok()) << (page.ok() ? "" : page.error().message);
    return page.ok() ? page->items : std::vector<RunSummary>{};
  }
  Dashboard& dashboard() {
    if (!dashboard_)
      dashboard_ = std::make_unique<Dashboard>(system(), std::vector<HostIntegration*>{});
    return *dashboard_;
  }
  void tell_write(const std::string& run) {
    model::HostEvent event;
    event.kind = EventKind::before_tool;
    event.host = "claude-code";
    event.host_id = run;
    event.folder = at("api").native();
    event.call.tool = "Write";
    event.call.targets = {at("api/a.cpp").native()};
    handle_event(system(), event);
  }
  std::string note_of(const std::string& run) {
    return "api/.git/holdfast/notes/sessions/session-" + run + ".json";
  }

  std::unique_ptr<Dashboard> dashboard_;
};

TEST_F(DashboardListsTest, WithoutAnIndexListsAreEmptyAndSayWhy) {
  EXPECT_TRUE(runs().empty());
  EXPECT_EQ(dashboard().index_problem(), "there is no index yet");
  EXPECT_TRUE(now(dashboard()).ok());
  EXPECT_TRUE(list_denials(dashboard(), {})->items.empty());
  EXPECT_TRUE(list_work(dashboard(), {})->items.empty());
  EXPECT_TRUE(list_violations(dashboard(), {})->items.empty());
  EXPECT_TRUE(list_faults(dashboard(), {})->empty());
  EXPECT_TRUE(search(dashboard(), {.text = "x"})->empty());
  EXPECT_EQ(run_summary(dashboard(), kRun).error().code, base::Code::not_found);
}

TEST_F(DashboardListsTest, ADamagedIndexGivesEmptyListsAndAProblem) {
  tell(EventKind::session_start, kRun);
  updated();
  const os::Path index = *index_path(system());
  std::filesystem::remove(index);
  std::filesystem::create_directories(index.parent_path());
  std::filesystem::copy_file("/proc/self/exe", index);
  EXPECT_TRUE(runs().empty());
  EXPECT_NE(dashboard().index_problem().find("not a database"), std::string::npos)
      << dashboard().index_problem();
  EXPECT_TRUE(now(dashboard()).ok());
}

TEST_F(DashboardListsTest, AReplacedIndexIsNoticed) {
  tell(EventKind::session_start, run_of(1));
  updated();
  EXPECT_EQ(runs().size(), 1U);
  EXPECT_EQ(dashboard().parts().index.kept(), 1U);
  tell(EventKind::session_start, run_of(2));
  rebuilt();
  EXPECT_EQ(runs().size(), 2U);
  std::filesystem::remove(*index_path(system()));
  EXPECT_EQ(runs().size(), 0U);
  EXPECT_EQ(dashboard().parts().index.kept(), 1U);  // Let go of when there is another one.
  EXPECT_EQ(dashboard().index_problem(), "there is no index yet");
  updated();
  EXPECT_EQ(runs().size(), 2U);
  EXPECT_EQ(dashboard().index_problem(), "");
}

TEST_F(DashboardListsTest, SeveralThreadsAskAtOnceAndFewIndexesAreKept) {
  for (unsigned i = 0; i < 5; ++i) tell(EventKind::session_start, run_of(i));
  updated();
  dashboard();
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const auto page = list_runs(*dashboard_, {});
        if (!page.ok() || page->items.size() != 5) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(dashboard().parts().index.kept(), 4U);
}

TEST_F(DashboardListsTest, AnIndexThatNobodyAsksForAWhileIsClosed) {
  tell(EventKind::session_start, kRun);
  updated();
  os::FakeClock clock;
  const os::System real = system();
  Dashboard dashboard({real.files, clock, real.random, real.processes, real.environment}, {});
  EXPECT_EQ(list_runs(dashboard, {})->items.size(), 1U);
  dashboard.rest();
  EXPECT_EQ(dashboard.parts().index.kept(), 1U);
  clock.advance(std::chrono::seconds(11));
  dashboard.rest();
  EXPECT_EQ(dashboard.parts().index.kept(), 0U);
  EXPECT_EQ(list_runs(dashboard, {})->items.size(), 1U);
}

TEST_F(DashboardListsTest, RunsAreListedNewestFirstPageByPage) {
  for (unsigned i = 0; i < 5; ++i) tell(EventKind::session_start, run_of(i));
  tell(EventKind::session_end, run_of(0));
  updated();
  std::vector<std::string> seen;
  RunsQuestion question{.page = {.limit = 2}};
  for (int page = 0; page < 3; ++page) {
    const auto part = list_runs(dashboard(), question);
    ASSERT_TRUE(part.ok()) << part.error().message;
    for (const RunSummary& run : part->items) seen.push_back(run.id);
    EXPECT_EQ(part->next.has_value(), page < 2);
    question.page.cursor = part->next;
  }
  EXPECT_EQ(seen,
            (std::vector<std::string>{run_of(4), run_of(3), run_of(2), run_of(1), run_of(0)}));
  EXPECT_EQ(runs({.health = RunHealth::ended}).size(), 1U);
  EXPECT_EQ(runs({.health = RunHealth::broken}).size(), 0U);
  EXPECT_EQ(runs({.health = RunHealth::live}).size() + runs({.health = RunHealth::idle}).size(),
            4U);
  EXPECT_EQ(runs({.project = "api"}).size(), 5U);
  EXPECT_EQ(list_runs(dashboard(), {.project = "other"}).error().code, base::Code::not_found);
}

TEST_F(DashboardListsTest, ACursorThatNoListGaveIsRefused) {
  for (const char* cursor : {"x", "nonsense", "!!", "cnVucw", "", "AAAA"}) {
    SCOPED_TRACE(cursor);
    const PageQuestion page{.cursor = cursor};
    EXPECT_EQ(list_runs(dashboard(), {.page = page}).error().code, base::Code::invalid_params);
    EXPECT_EQ(list_denials(dashboard(), {.page = page}).error().code, base::Code::invalid_params);
    EXPECT_EQ(list_work(dashboard(), {.page = page}).error().code, base::Code::invalid_params);
    EXPECT_EQ(list_violations(dashboard(), {.page = page}).error().code,
              base::Code::invalid_params);
  }
  const std::string of_work = make_cursor("work", {"a", "b"});
  EXPECT_FALSE(list_runs(dashboard(), {.page = {.cursor = of_work}}).ok());
  EXPECT_TRUE(list_work(dashboard(), {.page = {.cursor = of_work}}).ok());
}

TEST_F(DashboardListsTest, ARunSaysItsLastToolItsDenialsAndWhatIsAmiss) {
  put("api/.holdfast/config.yaml", "gate:\n  initial_mode: planning\n");
  tell(EventKind::session_start, kRun);
  tell_write(kRun);
  updated();
  auto run = run_summary(dashboard(), kRun);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run->project_name, "api");
  EXPECT_EQ(run->short_id, "7d1054b6");
  EXPECT_EQ(run->host, "claude-code");
  EXPECT_EQ(run->denials, 1);
  ASSERT_TRUE(run->last_tool);
  EXPECT_EQ(run->last_tool->tool, "Write");
  EXPECT_FALSE(run->last_tool->allowed);
  EXPECT_TRUE(run->last_tool->summary.starts_with("denied Write")) << run->last_tool->summary;
  EXPECT_TRUE(run->degraded.empty());

  const auto denials = list_denials(dashboard(), {.run = "7d1054b6"});
  ASSERT_TRUE(denials.ok()) << denials.error().message;
  ASSERT_EQ(denials->items.size(), 1U);
  EXPECT_TRUE(denials->items[0].id.starts_with("7d1054b6-")) << denials->items[0].id;
  EXPECT_EQ(denials->items[0].tool, "Write");
  const auto today = now(dashboard());
  EXPECT_EQ(today->recent_denials.size(), 1U);
  EXPECT_EQ(today->today.denials, 1);
  EXPECT_EQ(today->today.runs, 1);
  EXPECT_EQ(today->runs.size(), 1U);

  auto workspace = Workspace::open(system(), at("api"));
  give_operator_token();
  ASSERT_TRUE(pause_run(*workspace, {kRun}, {.reason = "x"}, {}).ok());
  updated();
  run = run_summary(dashboard(), kRun);
  ASSERT_EQ(run->degraded.size(), 1U);
  EXPECT_TRUE(run->degraded[0].starts_with("paused until 2")) << run->degraded[0];
}

TEST_F(DashboardListsTest, ARunWhoseNoteIsBadOrGoneIsStillListed) {
  tell(EventKind::session_start, kRun);
  updated();
  const std::string started = runs().at(0).started_at;
  put(note_of(kRun), "forged");
  updated();
  const auto broken = runs();
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(broken[0].health, RunHealth::broken);
  EXPECT_FALSE(broken[0].started_at.empty());
  ASSERT_EQ(broken[0].degraded.size(), 1U);
  EXPECT_TRUE(broken[0].degraded[0].starts_with("note not trusted")) << broken[0].degraded[0];
  EXPECT_EQ(runs({.health = RunHealth::broken}).size(), 1U);
  std::filesystem::remove(at(note_of(kRun)));
  updated();
  const auto missing = runs();
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_NE(std::find(missing[0].degraded.begin(), missing[0].degraded.end(), "note missing"),
            missing[0].degraded.end());
}

TEST_F(DashboardListsTest, ARunIsFoundByItsIdItsBeginningAndItsAlias) {
  tell(EventKind::session_start, kRun);
  put(std::string("api/.git/holdfast/notes/aliases/custom-mine"), std::string(kRun) + "\n");
  for (const bool has_index : {false, true}) {
    SCOPED_TRACE(has_index);
    if (has_index) updated();
    for (const char* name : {kRun, "7d1054b6", "7D1054B6-2839-4E27-BCEF-43E6E47CA4B4", "mine"}) {
      SCOPED_TRACE(name);
      const auto place = find_run_place(dashboard(), name);
      ASSERT_TRUE(place.ok()) << place.error().message;
      EXPECT_EQ(place->run.text, kRun);
      EXPECT_EQ(place->project.name, "api");
    }
    for (const char* name : {"", "nobody", "../../etc", "%", "7d1054b7"}) {
      EXPECT_EQ(find_run_place(dashboard(), name).error().code, base::Code::not_found) << name;
    }
  }
  tell(EventKind::session_start, run_of(9));
  updated();
  EXPECT_EQ(find_run_place(dashboard(), "7d1054b6").error().code, base::Code::ambiguous_id);
}

TEST_F(DashboardListsTest, WorkIsListedWithItsProjectAndFoundByItsWords) {
  put_work("api", "dark-mode", "Dark mode", "2026-02-14T10:00:00Z");
  put_work("api", "rate-limits", "Rate limits", "2026-02-15T10:00:00Z");
  updated();
  const auto work = list_work(dashboard(), {.page = {.limit = 1}});
  ASSERT_TRUE(work.ok()) << work.error().message;
  ASSERT_EQ(work->items.size(), 1U);
  EXPECT_EQ(work->items[0].slug, "rate-limits");
  EXPECT_EQ(work->items[0].checkpoints_completed, 2);
  const auto next = list_work(dashboard(), {.page = {.cursor = work->next, .limit = 1}});
  EXPECT_EQ(next->items.at(0).slug, "dark-mode");
  EXPECT_FALSE(next->next);
  EXPECT_EQ(list_work(dashboard(), {.phase = "plan"})->items.size(), 0U);
  EXPECT_EQ(work_summary(dashboard(), work->items[0].project, "dark-mode")->title, "Dark mode");
  const auto hits = search(dashboard(), {.text = "dark"});
  ASSERT_TRUE(hits.ok()) << hits.error().message;
  ASSERT_EQ(hits->size(), 1U);
  EXPECT_EQ(hits->at(0).project, work->items[0].project);
  bool is_marked = false;
  for (const SearchPart& part : hits->at(0).excerpt) {
    EXPECT_EQ(part.text.find('\x02'), std::string::npos);
    is_marked |= part.is_match;
  }
  EXPECT_TRUE(is_marked);
  const auto projects = *list_projects(dashboard());
  ASSERT_EQ(projects.size(), 1U);
  EXPECT_EQ(projects[0].name, "api");
  EXPECT_TRUE(projects[0].is_here);
}

}  // namespace
}  // namespace engine::dashboard
