#include <cerrno>
#include <utility>

#include "base/check.h"
#include "os/fake.h"
#include "os/fake_file.h"
#include "os/fake_tree.h"
#include "os/system_call.h"

namespace os {
namespace {

bool is_below(const FakeInode& folder, const FakeInode& wanted) {
  if (&folder == &wanted) return true;
  for (const auto& [name, inode] : folder.names) {
    if (is_below(*inode, wanted)) return true;
  }
  return false;
}

// What rename(2) says where both names are taken; 0 where it goes ahead.
int rename_obstacle(const FakeInode& from, const FakeInode& to) {
  const bool from_folder = from.kind == FileKind::folder;
  const bool to_folder = to.kind == FileKind::folder;
  if (to_folder && !from_folder) return EISDIR;
  if (from_folder && !to_folder) return ENOTDIR;
  if (to_folder && !to.names.empty()) return ENOTEMPTY;
  return 0;
}

}  // namespace

struct FakeDisk::State {
  FakeTree tree;
  FakeFaults faults;
  std::uint64_t last_file = 0;
  std::uint64_t last_temporary = 0;

  base::Result<void> enter(const Path& path) {
    TRY(faults.enter(path.native()));
    return {};
  }

  base::Result<FakePlace> find_folder(const Path& path) {
    TRY_ASSIGN(FakePlace place, tree.find_existing(path, LastLink::followed));
    if (place.inode->kind != FileKind::folder) return system_error(ENOTDIR, path.native());
    return place;
  }

  std::unique_ptr<File> opened(FakeInodePtr inode, const Path& path, const OpenOptions& options) {
    return std::make_unique<FakeFile>(FakeFile::Disk{tree, faults},
                                      FakeFile::Opened{.inode = std::move(inode),
                                                       .path = path.native(),
                                                       .id = ++last_file,
                                                       .write = options.write || options.append,
                                                       .append = options.append});
  }
};

FakeDisk::FakeDisk() : state_(std::make_unique<State>()) {}
FakeDisk::~FakeDisk() = default;

base::Result<std::unique_ptr<File>> FakeDisk::open(const Path& path, const OpenOptions& options) {
  TRY(state_->enter(path));
  const bool exclusive = options.create && options.exclusive;
  const bool follow = options.follow_links && !exclusive;
  TRY_ASSIGN(FakePlace place,
             state_->tree.find(path, follow ? LastLink::followed : LastLink::kept));
  if (place.inode == nullptr) {
    if (!options.create) return system_error(ENOENT, path.native());
    place.inode = state_->tree.add(place, FileKind::regular, options.mode);
    return state_->opened(place.inode, path, options);
  }
  if (exclusive) return system_error(EEXIST, path.native());
  if (place.inode->kind == FileKind::link) return io_error(path.native(), "is a symbolic link");
  const bool changes = options.write || options.append || options.create;
  if (place.inode->kind == FileKind::folder && changes) return system_error(EISDIR, path.native());
  return state_->opened(place.inode, path, options);
}

base::Result<TemporaryFile> FakeDisk::open_temporary(const Path& folder, std::uint32_t mode) {
  TRY(state_->enter(folder));
  TRY(state_->find_folder(folder));
  const Path path = folder / (".tmp-" + std::to_string(++state_->last_temporary));
  TRY_ASSIGN(const FakePlace place, state_->tree.find(path, LastLink::kept));
  if (place.inode != nullptr) return system_error(EEXIST, path.native());
  const FakeInodePtr inode = state_->tree.add(place, FileKind::regular, mode);
  return TemporaryFile{state_->opened(inode, path, {.write = true}), path};
}

base::Result<FileInfo> FakeDisk::info(const Path& path) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->tree.find_existing(path, LastLink::followed));
  return fake_info(*place.inode);
}

base::Result<FileInfo> FakeDisk::link_info(const Path& path) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->tree.find_existing(path, LastLink::kept));
  return fake_info(*place.inode);
}

base::Result<void> FakeDisk::rename(const Path& from, const Path& to) {
  TRY(state_->enter(from));
  TRY_ASSIGN(const FakePlace source, state_->tree.find(from, LastLink::kept));
  TRY_ASSIGN(const FakePlace target, state_->tree.find(to, LastLink::kept));
  if (source.inode == nullptr) return system_error(ENOENT, from.native());
  if (source.inode == target.inode) return {};
  if (is_below(*source.inode, *target.folder)) return system_error(EINVAL, from.native());
  if (target.inode != nullptr) {
    const int obstacle = rename_obstacle(*source.inode, *target.inode);
    if (obstacle != 0) return system_error(obstacle, from.native());
  }
  state_->tree.rename(source, target);
  return {};
}

base::Result<void> FakeDisk::exchange(const Path& one, const Path& other) {
  TRY(state_->enter(one));
  TRY_ASSIGN(const FakePlace first, state_->tree.find_existing(one, LastLink::kept));
  TRY_ASSIGN(const FakePlace second, state_->tree.find_existing(other, LastLink::kept));
  const bool is_apart =
      !is_below(*first.inode, *second.folder) && !is_below(*second.inode, *first.folder);
  if (first.inode != second.inode && !is_apart) return system_error(EINVAL, one.native());
  state_->tree.exchange(first, second);
  return {};
}

base::Result<void> FakeDisk::remove(const Path& path) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->tree.find_existing(path, LastLink::kept));
  if (place.name.empty()) return system_error(EBUSY, path.native());
  if (!place.inode->names.empty()) return system_error(ENOTEMPTY, path.native());
  state_->tree.remove(place);
  return {};
}

base::Result<void> FakeDisk::make_folder(const Path& path, std::uint32_t mode) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->tree.find(path, LastLink::kept));
  if (place.inode != nullptr) return system_error(EEXIST, path.native());
  state_->tree.add(place, FileKind::folder, mode);
  return {};
}

base::Result<void> FakeDisk::sync_folder(const Path& path) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->find_folder(path));
  place.inode->make_durable();
  return {};
}

base::Result<void> FakeDisk::set_mode(const Path& path, std::uint32_t mode) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->tree.find_existing(path, LastLink::followed));
  place.inode->mode = mode;
  return {};
}

base::Result<std::vector<std::string>> FakeDisk::list(const Path& path) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->find_folder(path));
  std::vector<std::string> names;
  for (const auto& [name, inode] : place.inode->names) names.push_back(name);
  return names;
}

base::Result<Path> FakeDisk::real_path(const Path& path) {
  TRY(state_->enter(path));
  TRY_ASSIGN(const FakePlace place, state_->tree.find_existing(path, LastLink::followed));
  return place.real;
}

void FakeDisk::arm(Fault fault) { state_->faults.arm(fault); }

void FakeDisk::disarm() { state_->faults.disarm(); }

std::size_t FakeDisk::calls() const { return state_->faults.calls(); }

void FakeDisk::reset_calls() { state_->faults.reset_calls(); }

void FakeDisk::crash() {
  state_->tree.forget_unsynced();
  state_->faults.end_process();
}

void FakeDisk::kill() { state_->faults.end_process(); }

void FakeDisk::make_link(const Path& path, const Path& target) {
  state_->tree.make_folders(path.parent_path());
  base::Result<FakePlace> place = state_->tree.find(path, LastLink::kept);
  CHECK(place.ok());
  place->inode = state_->tree.add(*place, FileKind::link, 0777);
  place->inode->bytes = target.native();
  state_->tree.keep(*place);
}

void FakeDisk::make_hard_link(const Path& path, const Path& target) {
  const base::Result<FakePlace> old = state_->tree.find_existing(target, LastLink::kept);
  const base::Result<FakePlace> made = state_->tree.find(path, LastLink::kept);
  CHECK(old.ok() && made.ok());
  made->folder->names[made->name] = old->inode;
  old->inode->links += 1;
}

std::optional<std::string> FakeDisk::peek(const Path& path) const {
  const base::Result<FakePlace> place = state_->tree.find_existing(path, LastLink::followed);
  if (!place.ok() || place->inode->kind != FileKind::regular) return std::nullopt;
  return place->inode->bytes;
}

void FakeDisk::poke(const Path& path, std::string_view bytes) {
  state_->tree.make_folders(path.parent_path());
  base::Result<FakePlace> place = state_->tree.find(path, LastLink::followed);
  CHECK(place.ok());
  if (place->inode == nullptr) place->inode = state_->tree.add(*place, FileKind::regular, 0600);
  CHECK(place->inode->kind == FileKind::regular);
  place->inode->bytes = bytes;
  state_->tree.touch(*place->inode);
  state_->tree.keep(*place);
}

std::vector<Path> FakeDisk::all_files() const { return state_->tree.regular_files(); }

}  // namespace os
