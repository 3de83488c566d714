#include "engine/index_follow.h"

#include <fstream>
#include <mutex>

#include "engine/index_keeper.h"
#include "engine/known_projects.h"
#include "engine/test_index_scene.h"
#include "engine/workflow.h"
#include "index/sqlite/sqlite_index.h"

namespace engine {
namespace {

using model::EventKind;

class IndexKeeperTest : public IndexScene {
 protected:
  std::string project() { return find_identified_project(system(), at("api"))->id.text; }
  os::Path index() { return *index_path(system()); }
  void take_in_all() {
    const auto done = keeper.take_in_all({});
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  void take_in_runs(const std::vector<std::string>& runs) {
    const auto done = keeper.take_in_runs(project(), runs);
    ASSERT_TRUE(done.ok()) << done.error().message;
  }

  std::atomic<bool> is_stopped = false;
  IndexKeeper keeper{system(), is_stopped};
};

TEST_F(IndexKeeperTest, ARunAloneGivesWhatEverythingGives) {
  tell(EventKind::session_start, kRun);
  take_in_all();
  tell(EventKind::prompt, kRun, "", "", "please mend the parser");
  tell(EventKind::after_tool, kRun, "Edit", "agent-1");
  tell(EventKind::session_start, kOtherRun);
  take_in_runs({kRun, kOtherRun});
  ASSERT_TRUE(keeper.take_in_mirrors().ok());
  for (const char* table : {"runs", "events", "agents", "agent_logs"}) {
    const auto grown = dump({table});
    EXPECT_FALSE(grown.empty()) << table;
    updated();
    EXPECT_EQ(dump({table}), grown) << table;
  }
  std::filesystem::remove(
      at(std::string("api/.git/holdfast/notes/sessions/session-") + kOtherRun + ".json"));
  take_in_runs({kOtherRun});
  EXPECT_FALSE(has_line(dump({"runs"}), kOtherRun)) << "it is marked as missing";
}

TEST_F(IndexKeeperTest, AProjectThatIsNewIsTakenInAsAWhole) {
  put_work("api", "dark-mode", "Dark mode");
  tell(EventKind::session_start, kRun);
  take_in_runs({kRun});
  EXPECT_TRUE(has_line(dump({"sessions"}), "dark-mode"));
  EXPECT_TRUE(has_line(dump({"runs"}), kRun));
  put_work("api", "login", "Login");
  const auto done = keeper.take_in_project(project());
  ASSERT_TRUE(done.ok());
  EXPECT_TRUE(has_line(dump({"sessions"}), "login"));
  EXPECT_TRUE(keeper.take_in_project("0123456789abcdef").ok()) << "nobody knows it";
  EXPECT_TRUE(keeper.take_in_mirrors().ok());
  EXPECT_FALSE(*keeper.take_in_costs()) << "no transcript was ever read";
}

TEST_F(IndexKeeperTest, AnIndexThatIsRemovedReplacedOrDamagedIsWhole) {
  tell(EventKind::session_start, kRun);
  take_in_all();
  tell(EventKind::session_start, kOtherRun);
  take_in_runs({kOtherRun});
  ASSERT_TRUE(keeper.take_in_mirrors().ok());
  const auto whole = dump({"runs", "events"});
  // Removed.
  for (const os::Path& file : index_files(index())) std::filesystem::remove(file);
  take_in_runs({kOtherRun});
  EXPECT_EQ(dump({"runs", "events"}), whole);
  // Another process has made it anew.
  take_in_runs({kOtherRun});
  rebuilt();
  tell(EventKind::prompt, kOtherRun, "", "", "more");
  take_in_runs({kOtherRun});
  EXPECT_GT(dump({"events"}).size(), 0U);
  EXPECT_TRUE(has_line(dump({"events"}), "more"));
  // Damaged.
  keeper.close();
  for (const os::Path& file : index_files(index())) std::filesystem::remove(file);
  put("home/.local/share/holdfast/holdfast.db", std::string(8192, 'x'));
  take_in_all();
  EXPECT_TRUE(has_line(dump({"runs"}), kRun));
  ASSERT_FALSE(keeper.problems().empty());
  EXPECT_NE(keeper.problems().front().find("damaged"), std::string::npos);
}

// Everything at once: times that a test can wait for.
constexpr IndexTimes kQuick{.gather = base::Millis{1},
                            .between = base::Millis{5},
                            .project = base::Millis{10},
                            .all = base::Millis{60'000},
                            .costs = base::Millis{60'000},
                            .retry = base::Millis{10},
                            .idle = base::Millis{20}};

class IndexFollowTest : public IndexScene {
 protected:
  std::string project() { return find_identified_project(system(), at("api"))->id.text; }

  static bool comes_true(const std::function<bool()>& condition) {
    for (int i = 0; i < 3000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  bool is_caught_up() { return !follow.state().is_catching_up; }
  LiveParts told(const std::optional<std::string>& id) {
    const std::lock_guard lock(mutex);
    LiveParts parts;
    for (const LiveChange& change : changes) {
      if (change.project_id == id) parts.add(change.parts);
    }
    return parts;
  }
  void forget() {
    const std::lock_guard lock(mutex);
    changes.clear();
  }

  std::mutex mutex;
  std::vector<LiveChange> changes;
  IndexFollow follow{system(),
                     [this](const LiveChange& change) {
                       const std::lock_guard lock(mutex);
                       changes.push_back(change);
                     },
                     kQuick};
};

TEST_F(IndexFollowTest, AtFirstEverythingThenWhatIsTouched) {
  tell(EventKind::session_start, kRun);
  EXPECT_TRUE(follow.state().is_catching_up);
  follow.start();
  ASSERT_TRUE(comes_true([&] { return is_caught_up(); }));
  EXPECT_TRUE(has_line(dump({"runs"}), kRun));
  EXPECT_EQ(follow.state().behind_bytes, 0U);
  EXPECT_TRUE(follow.state().problems.empty());
  ASSERT_TRUE(comes_true([&] { return told(std::nullopt) == LiveParts::all(); }));
  forget();
  tell(EventKind::session_start, kOtherRun);
  follow.touch({project(), kOtherRun, {LivePart::runs}});
  // Told behind the taking in.
  ASSERT_TRUE(comes_true([&] { return told(project()).has(LivePart::runs); }));
  EXPECT_TRUE(has_line(dump({"runs"}), kOtherRun));
  put_work("api", "dark-mode", "Dark mode");
  follow.touch({project(), kOtherRun, {LivePart::runs, LivePart::work}});
  EXPECT_TRUE(comes_true([&] { return has_line(dump({"sessions"}), "dark-mode"); }));
}

TEST_F(IndexFollowTest, WhatStandsInTheWayIsToldAndTriedAgain) {
  tell(EventKind::session_start, kRun);
  const os::Path folder = index_path(system())->parent_path();
  // A folder where the file should be: no index can be made.
  std::filesystem::create_directories(*index_path(system()) / "x");
  follow.start();
  ASSERT_TRUE(comes_true([&] { return !follow.state().problems.empty(); }));
  EXPECT_TRUE(follow.state().is_catching_up);
  std::filesystem::remove_all(*index_path(system()));
  ASSERT_TRUE(comes_true([&] { return is_caught_up(); }));
  EXPECT_TRUE(follow.state().problems.empty());
  EXPECT_TRUE(has_line(dump({"runs"}), kRun));
}

TEST_F(IndexFollowTest, AnotherWriterIsWaitedFor) {
  tell(EventKind::session_start, kRun);
  follow.start();
  ASSERT_TRUE(comes_true([&] { return is_caught_up(); }));
  forget();
  auto other = open_existing_index(system(), *index_path(system()));
  ASSERT_TRUE(other.ok());
  {
    const auto batch = (*other)->begin();
    ASSERT_TRUE(batch.ok());
    tell(EventKind::session_start, kOtherRun);
    follow.touch({project(), kOtherRun, {LivePart::runs}});
    ASSERT_TRUE(comes_true([&] { return !follow.state().problems.empty(); }));
    // People hear of it nevertheless: not every page asks the index.
    EXPECT_TRUE(comes_true([&] { return told(project()).has(LivePart::runs); }));
  }
  EXPECT_TRUE(comes_true([&] { return has_line(dump({"runs"}), kOtherRun); }));
  EXPECT_TRUE(comes_true([&] { return follow.state().problems.empty(); }));
}

TEST_F(IndexFollowTest, TheEndComesAtAnyTime) {
  for (int i = 0; i < 5; ++i) {
    IndexFollow one(
        system(), [](const LiveChange&) {}, kQuick);
    one.start();
    one.touch({project(), kRun, {LivePart::runs}});
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
    one.stop();
  }
}

}  // namespace
}  // namespace engine
