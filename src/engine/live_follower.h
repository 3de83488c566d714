// Follows the journals, notes and requirements of all known projects while they change, on a thread
// of its own. A project that opts in meanwhile is followed too.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "engine/known_projects.h"
#include "engine/live.h"
#include "os/folder_watcher.h"
#include "os/system.h"

namespace engine {

class JournalTails;
class LiveFolders;
struct FolderNews;

class LiveFollower {
 public:
  // The doors and the listener outlive this. `touched` hears of every run and project that is not
  // what it was; it must not wait.
  struct Options {
    os::System system;
    std::unique_ptr<os::FolderWatcher> watcher;
    LiveListener& listener;
    std::function<void(const LiveTouch& touch)> touched;
    // Called about every five seconds where nothing happens; for what can wait.
    std::function<void()> is_quiet = [] {};
  };
  explicit LiveFollower(Options options);
  LiveFollower(const LiveFollower&) = delete;
  LiveFollower& operator=(const LiveFollower&) = delete;
  ~LiveFollower();  // Stops, and waits for the thread.

  void start();
  // Does not wait. From any thread.
  void stop();

  // What the thread does, for tests: first the one, then the other again and again.
  void begin();
  void step(base::Millis timeout);

 private:
  struct Project {
    KnownProject known;
    std::unique_ptr<JournalTails> tails;
  };
  enum class Finding { at_the_start, later };

  void run();
  void refresh_projects(Finding finding);
  void add_project(const KnownProject& known, Finding finding);
  void take(const FolderNews& news);
  void look_at_everything();
  void look_at_journals(Project& project, const std::string& name);
  void touch(const Project& project, const std::string& run, LiveParts parts);

  Options options_;
  base::Instant since_{};
  std::unique_ptr<LiveFolders> folders_;
  std::map<std::string, Project> projects_;
  std::chrono::microseconds refresh_at_{0};
  std::atomic<bool> is_stopped_ = false;
  std::thread thread_;  // Last: it uses the others.
};

}  // namespace engine
