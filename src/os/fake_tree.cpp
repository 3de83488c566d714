#include "os/fake_tree.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <set>

#include "base/check.h"
#include "os/system_call.h"

namespace os {
namespace {

constexpr int kLinksMax = 40;
constexpr std::uint64_t kDevice = 1;
constexpr std::uint32_t kOwner = 1000;                              // FakeEnvironment's user.
constexpr std::int64_t kFirstChangeNs = 1'768'728'600'000'000'000;  // FakeClock's start.
constexpr std::int64_t kChangeStepNs = 1'000'000;

using Parts = std::deque<std::string>;

void put_in_front(Parts& parts, const Path& path) {
  Parts front;
  for (const Path& part : path.relative_path()) {
    if (!part.empty() && part != ".") front.push_back(part.native());
  }
  parts.insert(parts.begin(), front.begin(), front.end());
}

// One walk from the root, with the folders passed so far, since ".." leaves a folder by the way it
// was really entered.
class Walk {
 public:
  Walk(FakeInodePtr root, const Path& path, LastLink last_link)
      : root_(std::move(root)), path_(path), last_link_(last_link), folders_{{root_, "/"}} {
    put_in_front(parts_, path);
  }

  base::Result<FakePlace> go() {
    if (path_.empty()) return system_error(ENOENT, "");
    FakePlace place = here();
    while (!parts_.empty()) {
      TRY_ASSIGN(place, step());
    }
    return place;
  }

 private:
  struct Folder {
    FakeInodePtr inode;
    Path real;
  };

  FakePlace here() const {
    const Folder& folder = folders_.back();
    const FakeInodePtr above = folders_.size() > 1 ? folders_[folders_.size() - 2].inode : root_;
    return {above, folder.real.filename().native(), folder.inode, folder.real};
  }

  base::Result<FakePlace> step() {
    const std::string part = std::move(parts_.front());
    parts_.pop_front();
    if (part == "..") {
      if (folders_.size() > 1) folders_.pop_back();
      return here();
    }
    const Folder& folder = folders_.back();
    const auto found = folder.inode->names.find(part);
    const bool is_last = parts_.empty();
    FakePlace place{folder.inode, part, nullptr, folder.real / part};
    if (found == folder.inode->names.end()) {
      if (!is_last) return system_error(ENOENT, path_.native());
      return place;
    }
    place.inode = found->second;
    if (place.inode->kind == FileKind::link && (!is_last || last_link_ == LastLink::followed)) {
      return follow(place.inode->bytes);
    }
    if (place.inode->kind == FileKind::folder) {
      folders_.push_back({place.inode, place.real});
    } else if (!is_last) {
      return system_error(ENOTDIR, path_.native());
    }
    return place;
  }

  base::Result<FakePlace> follow(const Path& target) {
    if (++links_ > kLinksMax) return system_error(ELOOP, path_.native());
    if (target.is_absolute()) folders_.resize(1);
    put_in_front(parts_, target);
    return here();
  }

  FakeInodePtr root_;
  const Path& path_;
  LastLink last_link_;
  std::vector<Folder> folders_;
  Parts parts_;
  int links_ = 0;
};

void forget_below(FakeInode& inode, std::set<const FakeInode*>& seen) {
  if (!seen.insert(&inode).second) return;
  inode.bytes = inode.durable_bytes;
  inode.names = inode.durable_names;
  for (const auto& [name, below] : inode.names) forget_below(*below, seen);
}

void collect_below(const FakeInode& inode, const Path& path, std::vector<Path>& files) {
  for (const auto& [name, below] : inode.names) {
    if (below->kind == FileKind::regular) files.push_back(path / name);
    collect_below(*below, path / name, files);
  }
}

}  // namespace

FakeTree::FakeTree() : root_(std::make_shared<FakeInode>()) {
  root_->kind = FileKind::folder;
  root_->number = ++last_number_;
  root_->mode = 0755;
  touch(*root_);
}

base::Result<FakePlace> FakeTree::find(const Path& path, LastLink last_link) const {
  return Walk(root_, path, last_link).go();
}

base::Result<FakePlace> FakeTree::find_existing(const Path& path, LastLink last_link) const {
  TRY_ASSIGN(FakePlace place, find(path, last_link));
  if (place.inode == nullptr) return system_error(ENOENT, path.native());
  return place;
}

FakeInodePtr FakeTree::add(const FakePlace& place, FileKind kind, std::uint32_t mode) {
  auto inode = std::make_shared<FakeInode>();
  inode->kind = kind;
  inode->number = ++last_number_;
  inode->mode = mode;
  touch(*inode);
  place.folder->names[place.name] = inode;
  touch(*place.folder);
  return inode;
}

void FakeTree::remove(const FakePlace& place) {
  place.folder->names.erase(place.name);
  touch(*place.folder);
}

void FakeTree::exchange(const FakePlace& one, const FakePlace& other) {
  one.folder->names[one.name] = other.inode;
  other.folder->names[other.name] = one.inode;
  touch(*one.folder);
  touch(*other.folder);
}

void FakeTree::rename(const FakePlace& from, const FakePlace& to) {
  to.folder->names[to.name] = from.inode;
  from.folder->names.erase(from.name);
  touch(*from.folder);
  touch(*to.folder);
}

void FakeTree::touch(FakeInode& inode) {
  inode.mtime_ns = kFirstChangeNs + ++last_change_ * kChangeStepNs;
}

void FakeTree::make_folders(const Path& path) {
  Path at = "/";
  for (const Path& part : path.relative_path()) {
    at /= part;
    base::Result<FakePlace> place = find(at, LastLink::followed);
    CHECK(place.ok());
    if (place->inode == nullptr) place->inode = add(*place, FileKind::folder, 0700);
    CHECK(place->inode->kind == FileKind::folder);
    if (place->inode != root_) place->folder->durable_names[place->name] = place->inode;
  }
}

void FakeTree::keep(const FakePlace& place) {
  place.folder->durable_names[place.name] = place.inode;
  place.inode->durable_bytes = place.inode->bytes;
}

void FakeTree::forget_unsynced() {
  std::set<const FakeInode*> seen;
  forget_below(*root_, seen);
}

std::vector<Path> FakeTree::regular_files() const {
  std::vector<Path> files;
  collect_below(*root_, "/", files);
  std::sort(files.begin(), files.end());
  return files;
}

FileInfo fake_info(const FakeInode& inode) {
  FileInfo info;
  info.kind = inode.kind;
  info.device = kDevice;
  info.inode = inode.number;
  info.size = inode.kind == FileKind::folder ? 0 : inode.bytes.size();
  info.mtime_ns = inode.mtime_ns;
  info.mode = inode.mode;
  info.owner = kOwner;
  info.links = inode.links;
  return info;
}

}  // namespace os
