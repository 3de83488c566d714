// Built with the thread sanitizer too: see tests/CMakeLists.txt.
#include "engine/live_follower.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/live_folders.h"
#include "os/fake.h"
#include "os/fake_folder_watcher.h"
#include "os/real.h"
#include "os/test_support.h"
#include "store/journal_line.h"
#include "store/project_registry.h"

namespace engine {
namespace {

// Keeps what it hears; for any thread.
class Ear final : public LiveListener {
 public:
  void activity(const LiveActivity& activity) override {
    const std::lock_guard lock(mutex_);
    heard_.push_back(activity.project_name + " " + activity.run.brief() + " " +
                     std::to_string(activity.event.seq));
    changed_.notify_all();
  }
  void changed(const LiveChange&) override {}

  std::vector<std::string> heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  bool await(std::size_t count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30),
                             [&] { return heard_.size() >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> heard_;
};

// Projects on a real disk, with a home of their own.
class LiveFollowerTest : public ::testing::Test {
 protected:
  static constexpr const char* kRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kOtherRun = "00000000-2839-4e27-bcef-43e6e47ca4b4";

  LiveFollowerTest() {
    environment.set("HOME", (folder / "home").native());
    environment.set_user(real.system().environment.user_id());
    std::filesystem::create_directories(state() / "projects");
    make_project("api");
  }

  os::System system() {
    const os::System doors = real.system();
    return {doors.files, doors.clock, doors.random, doors.processes, environment};
  }
  os::Path state() const { return folder / "home/.local/state/holdfast"; }
  os::Path journals(const std::string& project = "api") const {
    return folder / (project + "/.git/holdfast/journal");
  }

  void put(const os::Path& path, std::string_view bytes) {
    std::filesystem::create_directories(path.parent_path());
    ASSERT_TRUE(system().files.replace(path, bytes, {.sync = false}).ok());
  }
  void make_project(const std::string& name) {
    put(folder / (name + "/.git/HEAD"), "ref: refs/heads/main\n");
    put(folder / (name + "/.holdfast/config.yaml"), "");
    const auto project = find_identified_project(system(), folder / name);
    ASSERT_TRUE(project.ok() && remember_project(system(), *project).ok());
  }
  // As a hook does it.
  void journal(std::uint64_t seq, const std::string& run = kRun, const std::string& project = "api",
               const std::string& kind = "gate") {
    model::JournalEvent event;
    event.seq = seq;
    event.at = base::to_iso(system().clock.now());
    event.kind = kind;
    event.actor = "hook";
    event.payload = base::JsonBox(base::Json::object());
    event.prev = store::kNoHash;
    std::filesystem::create_directories(journals(project));
    const auto file =
        system().files.open(journals(project) / (run + ".jsonl"), {.append = true, .create = true});
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE((*file)->write(store::journal_line(event, nullptr) + "\n").ok());
  }

  void follow(std::unique_ptr<os::FolderWatcher> watcher) {
    follower = std::make_unique<LiveFollower>(
        LiveFollower::Options{system(), std::move(watcher), ear, [this](const LiveTouch& touch) {
                                const std::lock_guard lock(mutex);
                                touches.push_back(touch);
                              }});
  }
  // One that is told by the test, and stepped by hand.
  os::FakeFolderWatcher& follow_by_hand() {
    auto watcher = std::make_unique<os::FakeFolderWatcher>(system().files);
    os::FakeFolderWatcher& hand = *watcher;
    follow(std::move(watcher));
    return hand;
  }
  LiveParts touched(const std::string& run) {
    const std::lock_guard lock(mutex);
    LiveParts parts;
    for (const LiveTouch& touch : touches) {
      if (touch.run == run) parts.add(touch.parts);
    }
    return parts;
  }
  using Lines = std::vector<std::string>;

  os::RealSystem real;
  os::FakeEnvironment environment;
  os::TemporaryFolder folder;
  Ear ear;
  std::mutex mutex;
  std::vector<LiveTouch> touches;
  std::unique_ptr<LiveFollower> follower;  // Last: it uses the others.
};

TEST_F(LiveFollowerTest, NewLinesAreHeardAndOldOnesAreNot) {
  journal(1);
  os::FakeFolderWatcher& watcher = follow_by_hand();
  follower->begin();
  journal(2);
  journal(1, kOtherRun, "api", "work");
  watcher.tell(journals(), std::string(kRun) + ".jsonl");
  watcher.tell(journals(), std::string(kOtherRun) + ".jsonl");
  watcher.tell(journals(), "archive");
  follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard(), (Lines{"api 7d1054b6 2", "api 00000000 1"}));
  EXPECT_EQ(touched(kRun), LiveParts{LivePart::runs});
  EXPECT_EQ(touched(kOtherRun), (LiveParts{LivePart::runs, LivePart::work}));
}

TEST_F(LiveFollowerTest, NotesRequirementsAndMirrorsAreTouched) {
  const os::Path notes = folder / "api/.git/holdfast/notes/sessions";
  const os::Path requirements = folder / "api/.git/requirements";
  const os::Path mirrors = folder / "home/.local/share/holdfast/sessions";
  for (const os::Path& path : {notes, requirements, mirrors}) {
    std::filesystem::create_directories(path);
  }
  os::FakeFolderWatcher& watcher = follow_by_hand();
  follower->begin();
  watcher.tell(notes, std::string("session-") + kRun + ".json");
  watcher.tell(notes, ".tmp-abcdef");
  follower->step(base::Millis{0});
  EXPECT_EQ(touched(kRun), LiveParts{LivePart::runs});
  EXPECT_EQ(touches.size(), 1U);
  watcher.tell(requirements, "main.json");
  watcher.tell(mirrors, "x.json");
  follower->step(base::Millis{0});
  EXPECT_EQ(touched(""), (LiveParts{LivePart::requirements, LivePart::continuity}));
  EXPECT_TRUE(ear.heard().empty());
}

TEST_F(LiveFollowerTest, AfterAnOverflowEverythingIsLookedAt) {
  journal(1);
  os::FakeFolderWatcher& watcher = follow_by_hand();
  follower->begin();
  journal(2);
  journal(1, kOtherRun);
  watcher.overflow();
  follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard(), (Lines{"api 00000000 1", "api 7d1054b6 2"}));
  EXPECT_EQ(touched(""), LiveParts::all());
  watcher.overflow();
  follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard().size(), 2U);
}

TEST_F(LiveFollowerTest, WhereTheSystemWatchesNoMoreTheFoldersAreLookedAt) {
  journal(1);
  os::FakeFolderWatcher& watcher = follow_by_hand();
  watcher.refuse(base::Error{base::Code::unavailable, "no space left on device", ""});
  follower->begin();
  journal(2);
  follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard(), (Lines{"api 7d1054b6 2"}));
  make_project("web");
  follower->step(base::Millis{0});
  journal(1, kOtherRun, "web");
  for (int i = 0; i < 3; ++i) follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard(), (Lines{"api 7d1054b6 2", "web 00000000 1"}));
}

TEST_F(LiveFollowerTest, AJournalFolderThatComesLaterOrGoesIsFollowed) {
  os::FakeFolderWatcher& watcher = follow_by_hand();
  follower->begin();
  EXPECT_FALSE(watcher.is_watched(journals()));
  EXPECT_TRUE(watcher.is_watched(folder / "api/.git"));
  journal(1);
  watcher.tell(folder / "api/.git", "holdfast");
  follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard(), (Lines{"api 7d1054b6 1"}));
  EXPECT_TRUE(watcher.is_watched(journals()));
  std::filesystem::remove_all(folder / "api/.git/holdfast");
  watcher.tell(journals(), "");
  follower->step(base::Millis{0});
  EXPECT_TRUE(watcher.is_watched(folder / "api/.git"));
  journal(1, kOtherRun);
  watcher.tell(folder / "api/.git", "holdfast");
  follower->step(base::Millis{0});
  EXPECT_EQ(ear.heard(), (Lines{"api 7d1054b6 1", "api 00000000 1"}));
}

TEST_F(LiveFollowerTest, AProjectThatIsForgottenIsFollowedNoMore) {
  journal(1);
  os::FakeFolderWatcher& watcher = follow_by_hand();
  follower->begin();
  EXPECT_TRUE(watcher.is_watched(journals()));
  for (const auto& file : std::filesystem::directory_iterator(state() / "projects")) {
    std::filesystem::remove(file.path());
  }
  watcher.tell(state() / "projects", "x.json");
  follower->step(base::Millis{0});
  EXPECT_FALSE(watcher.is_watched(journals()));
}

// The thread, and the system's own watcher.
TEST_F(LiveFollowerTest, ManyWritersAreHeardWhileProjectsComeAndTheEndIsPrompt) {
  journal(1);
  follow(std::move(*os::open_folder_watcher()));
  follower->start();
  // Only what is written behind the begin counts, and that is told by nothing else.
  std::uint64_t number = 2;
  const auto begins = [&] {
    for (int i = 0; i < 300 && ear.heard().empty(); ++i) {
      journal(number++, kOtherRun);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return !ear.heard().empty();
  };
  ASSERT_TRUE(begins());
  constexpr std::uint64_t kLines = 200;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      const std::string run =
          "0000000" + std::to_string(writer + 1) + "-2839-4e27-bcef-43e6e47ca4b4";
      for (std::uint64_t seq = 1; seq <= kLines; ++seq) journal(seq, run);
    });
  }
  for (std::thread& writer : writers) writer.join();
  make_project("web");
  journal(1, kRun, "web");
  ASSERT_TRUE(ear.await(3 * kLines + 1));
  std::set<std::string> once;
  std::size_t of_writers = 0;
  for (int i = 0; i < 300 && of_writers < 3 * kLines + 1; ++i) {
    of_writers = 0;
    once.clear();
    for (const std::string& line : ear.heard()) {
      EXPECT_TRUE(once.insert(line).second) << line << " came twice";
      if (line.find(" 00000000 ") == std::string::npos) ++of_writers;
    }
    if (of_writers < 3 * kLines + 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(of_writers, 3 * kLines + 1);
  EXPECT_TRUE(once.contains("web 7d1054b6 1"));
  follower->stop();
  follower.reset();
}

}  // namespace
}  // namespace engine
