#include "engine/live_folders.h"

#include <algorithm>

namespace engine {
namespace {

// How far above a missing folder its coming is awaited: <git>/holdfast/notes/sessions.
constexpr int kLevelsMax = 3;

}  // namespace

bool LiveFolders::listen_to(const os::Path& folder) {
  const auto watched = watcher_->add(folder);
  if (watched.ok()) return true;
  if (watched.error().code == base::Code::not_found) return false;
  return looking_.add(folder).ok();
}

void LiveFolders::stop_listening(const os::Path& folder) {
  watcher_->remove(folder);
  looking_.remove(folder);
}

bool LiveFolders::want(const os::Path& folder, const FolderUse& use) {
  Wanted& wanted = wanted_[folder];
  const bool is_new = std::find(wanted.uses.begin(), wanted.uses.end(), use) == wanted.uses.end();
  if (is_new) wanted.uses.push_back(use);
  if (!wanted.is_there) wanted.is_there = listen_to(folder);
  if (!wanted.is_there) await_missing();
  return wanted.is_there;
}

void LiveFolders::drop(const std::string& project_id) {
  for (auto wanted = wanted_.begin(); wanted != wanted_.end();) {
    std::erase_if(wanted->second.uses,
                  [&](const FolderUse& use) { return use.project_id == project_id; });
    if (!wanted->second.uses.empty()) {
      ++wanted;
      continue;
    }
    if (!awaiting_.contains(wanted->first)) stop_listening(wanted->first);
    wanted = wanted_.erase(wanted);
  }
  await_missing();
}

// Listens to the nearest folder above each missing one, and to no other.
void LiveFolders::await_missing() {
  std::set<os::Path> above;
  is_something_missing_ = false;
  for (const auto& [folder, wanted] : wanted_) {
    if (wanted.is_there) continue;
    is_something_missing_ = true;
    os::Path parent = folder;
    for (int level = 0; level < kLevelsMax && parent.has_relative_path(); ++level) {
      parent = parent.parent_path();
      if (!listen_to(parent)) continue;
      above.insert(parent);
      break;
    }
  }
  for (const os::Path& folder : awaiting_) {
    if (!above.contains(folder) && !wanted_.contains(folder)) stop_listening(folder);
  }
  awaiting_ = std::move(above);
}

void LiveFolders::find_missing(News& news) {
  bool has_found = false;
  for (auto& [folder, wanted] : wanted_) {
    if (wanted.is_there) continue;
    wanted.is_there = listen_to(folder);
    if (!wanted.is_there) continue;
    has_found = true;
    for (const FolderUse& use : wanted.uses) news.list.push_back({use, ""});
  }
  if (has_found) await_missing();
}

void LiveFolders::take(const os::FolderChange& change, News& news) {
  const auto found = wanted_.find(change.folder);
  if (found == wanted_.end()) return;
  if (change.name.empty()) found->second.is_there = false;
  for (const FolderUse& use : found->second.uses) news.list.push_back({use, change.name});
}

LiveFolders::News LiveFolders::wait(base::Millis timeout) {
  if (!looking_.is_empty()) timeout = std::min(timeout, kLookEvery);
  if (is_something_missing_) timeout = std::min(timeout, kMissingEvery);
  os::FolderChanges changes = watcher_->wait(timeout);
  for (os::FolderChange& change : looking_.look()) changes.list.push_back(std::move(change));
  News news{.is_all = changes.overflowed};
  bool is_folder_gone = false;
  for (const os::FolderChange& change : changes.list) {
    is_folder_gone |= change.name.empty();
    take(change, news);
  }
  // What is there by now, and what went: a folder may have been replaced by another one.
  if (is_folder_gone) is_something_missing_ = true;
  if (is_something_missing_) {
    find_missing(news);
    // Twice, since one may have come before its parent was listened to.
    await_missing();
    find_missing(news);
  }
  return news;
}

}  // namespace engine
