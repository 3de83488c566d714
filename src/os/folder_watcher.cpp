#include "os/folder_watcher.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "os/system_call.h"

namespace os {
namespace {

constexpr std::uint32_t kWatched = IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE |
                                   IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;
constexpr std::size_t kReadBytes = 64UL * 1024;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int get() const { return number_; }

 private:
  int number_;
};

class RealFolderWatcher final : public FolderWatcher {
 public:
  RealFolderWatcher(int inotify, int wakes) : inotify_(inotify), wakes_(wakes) {}

  base::Result<void> add(const Path& folder) override;
  void remove(const Path& folder) override;
  FolderChanges wait(base::Millis timeout) override;
  void wake() override {
    const std::uint64_t one = 1;
    // A counter that is full wakes as well.
    [[maybe_unused]] const ssize_t written = ::write(wakes_.get(), &one, sizeof one);
  }

 private:
  void read_changes(FolderChanges& changes);
  void take(const inotify_event& event, std::string_view name, FolderChanges& changes);
  void tell(FolderChange change, FolderChanges& changes);
  void forget(int watch);

  Descriptor inotify_;
  Descriptor wakes_;
  // A folder may have several names (links); the system watches it once.
  std::map<int, std::vector<Path>> folders_;
  std::map<Path, int> watches_;
  std::set<std::pair<Path, std::string>> told_;  // In the wait that goes on.
};

base::Result<void> RealFolderWatcher::add(const Path& folder) {
  if (watches_.contains(folder)) return {};
  const int watch = ::inotify_add_watch(inotify_.get(), folder.c_str(), kWatched);
  if (watch == -1) {
    base::Error error = system_error(errno, folder.native());
    if (error.code != base::Code::not_found) error.code = base::Code::unavailable;
    return error;
  }
  watches_.emplace(folder, watch);
  folders_[watch].push_back(folder);
  return {};
}

void RealFolderWatcher::remove(const Path& folder) {
  const auto found = watches_.find(folder);
  if (found == watches_.end()) return;
  const int watch = found->second;
  watches_.erase(found);
  std::vector<Path>& names = folders_[watch];
  std::erase(names, folder);
  if (!names.empty()) return;
  folders_.erase(watch);
  ::inotify_rm_watch(inotify_.get(), watch);
}

FolderChanges RealFolderWatcher::wait(base::Millis timeout) {
  FolderChanges changes;
  // poll(2) passes over a descriptor of -1.
  std::array<pollfd, 2> waited{{{inotify_.get(), POLLIN, 0}, {wakes_.get(), POLLIN, 0}}};
  constexpr base::Millis kLongest{3'600'000};
  const auto milliseconds = std::clamp(timeout, base::Millis{0}, kLongest).count();
  if (::poll(waited.data(), waited.size(), static_cast<int>(milliseconds)) <= 0) return changes;
  if ((waited[1].revents & POLLIN) != 0) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t read = ::read(wakes_.get(), &count, sizeof count);
  }
  if ((waited[0].revents & POLLIN) != 0) read_changes(changes);
  told_.clear();
  return changes;
}

void RealFolderWatcher::read_changes(FolderChanges& changes) {
  alignas(inotify_event) std::array<char, kReadBytes> bytes;
  const ssize_t count = retried([&] { return ::read(inotify_.get(), bytes.data(), bytes.size()); });
  if (count <= 0) return;
  std::size_t at = 0;
  while (at + sizeof(inotify_event) <= static_cast<std::size_t>(count)) {
    inotify_event event;
    std::memcpy(&event, &bytes[at], sizeof event);
    at += sizeof event;
    // The name is followed by zeros up to a round length.
    const char* const name = &bytes[0] + at;
    take(event, {name, ::strnlen(name, event.len)}, changes);
    at += event.len;
  }
}

void RealFolderWatcher::take(const inotify_event& event, std::string_view name,
                             FolderChanges& changes) {
  if ((event.mask & IN_Q_OVERFLOW) != 0) {
    changes.overflowed = true;
    return;
  }
  const auto found = folders_.find(event.wd);
  if (found == folders_.end()) return;  // It was removed in the meantime.
  const std::vector<Path> folders = found->second;
  const bool is_gone =
      (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) != 0;
  if (is_gone) {
    // What was moved away is watched on elsewhere, which is nobody's wish.
    if ((event.mask & IN_MOVE_SELF) != 0) ::inotify_rm_watch(inotify_.get(), event.wd);
    forget(event.wd);
  } else if (name.empty()) {
    return;
  }
  for (const Path& folder : folders) {
    tell({folder, is_gone ? std::string() : std::string(name)}, changes);
  }
}

void RealFolderWatcher::tell(FolderChange change, FolderChanges& changes) {
  if (told_.emplace(change.folder, change.name).second) changes.list.push_back(std::move(change));
}

void RealFolderWatcher::forget(int watch) {
  for (const Path& folder : folders_[watch]) watches_.erase(folder);
  folders_.erase(watch);
}

}  // namespace

base::Result<std::unique_ptr<FolderWatcher>> open_folder_watcher() {
  const int wakes = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wakes == -1) {
    base::Error error = system_error(errno, "eventfd");
    error.code = base::Code::unavailable;
    return error;
  }
  const int inotify = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return std::unique_ptr<FolderWatcher>(std::make_unique<RealFolderWatcher>(inotify, wakes));
}

}  // namespace os
