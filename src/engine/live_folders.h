// The folders that the live side wants to hear of, also where they are not there yet, and where the
// system watches no more: then they are looked at. Private to the engine.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "os/folder_look.h"
#include "os/folder_watcher.h"

namespace engine {

struct FolderUse {
  enum class Kind { registry, mirrors, journals, notes, requirements };
  Kind kind = Kind::registry;
  std::string project_id;  // Empty for what belongs to none.
  bool operator==(const FolderUse&) const = default;
};

struct FolderNews {
  FolderUse use;
  std::string name;  // Empty: the folder has come or gone, and anything in it may be new.
};

class LiveFolders {
 public:
  // `files` outlives this.
  LiveFolders(os::FileSystem& files, std::unique_ptr<os::FolderWatcher> watcher)
      : watcher_(std::move(watcher)), looking_(files) {}

  // From now on; what is there is no news. Whether it is there.
  bool want(const os::Path& folder, const FolderUse& use);
  void drop(const std::string& project_id);

  struct News {
    std::vector<FolderNews> list;
    bool is_all = false;  // Something was lost: everything may have changed.
  };
  News wait(base::Millis timeout);
  // Ends a wait. From any thread.
  void wake() { watcher_->wake(); }

  // How often folders are looked at that are not watched, and missing ones searched for.
  static constexpr base::Millis kLookEvery{200};
  static constexpr base::Millis kMissingEvery{2000};

 private:
  struct Wanted {
    std::vector<FolderUse> uses;
    bool is_there = false;
  };

  bool listen_to(const os::Path& folder);
  void stop_listening(const os::Path& folder);
  void find_missing(News& news);
  void await_missing();
  void take(const os::FolderChange& change, News& news);

  std::unique_ptr<os::FolderWatcher> watcher_;
  os::FolderLook looking_;
  std::map<os::Path, Wanted> wanted_;
  std::set<os::Path> awaiting_;  // Folders above missing ones, in which these may come to be.
  bool is_something_missing_ = false;
};

}  // namespace engine
