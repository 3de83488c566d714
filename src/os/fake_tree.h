// The names and contents of a FakeDisk, as they are and as a power cut would leave them. Private to
// os/.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/files.h"

namespace os {

struct FakeInode;
// Shared as on a real disk: by every name, live or durable, and by every open file.
using FakeInodePtr = std::shared_ptr<FakeInode>;

struct FakeInode {
  FileKind kind = FileKind::regular;
  std::uint64_t number = 0;
  std::uint64_t links = 1;
  std::uint32_t mode = 0;
  std::int64_t mtime_ns = 0;
  std::string bytes;  // The target, where this is a link.
  std::string durable_bytes;
  std::map<std::string, FakeInodePtr, std::less<>> names;  // Of a folder.
  std::map<std::string, FakeInodePtr, std::less<>> durable_names;
  std::uint64_t lock_holder = 0;  // The id of an open file; 0 for nobody.
  std::uint64_t lock_process = 0;

  void make_durable() {
    durable_bytes = bytes;
    durable_names = names;
  }
};

// Where a path leads. Without an inode it is a free name in an existing folder.
struct FakePlace {
  FakeInodePtr folder;
  std::string name;
  FakeInodePtr inode;
  Path real;  // Absolute and without links.
};

enum class LastLink { followed, kept };

class FakeTree {
 public:
  FakeTree();

  // Not_found where a folder on the way is missing, io where links go round in circles.
  base::Result<FakePlace> find(const Path& path, LastLink last_link) const;
  // As `find`, and not_found where there is nothing.
  base::Result<FakePlace> find_existing(const Path& path, LastLink last_link) const;

  FakeInodePtr add(const FakePlace& place, FileKind kind, std::uint32_t mode);
  void remove(const FakePlace& place);
  void rename(const FakePlace& from, const FakePlace& to);
  void exchange(const FakePlace& one, const FakePlace& other);
  void touch(FakeInode& inode);
  // The folder at `path`, made and durable with all above it.
  void make_folders(const Path& path);
  // Makes the name durable, and what it names.
  void keep(const FakePlace& place);

  void forget_unsynced();
  std::vector<Path> regular_files() const;

 private:
  FakeInodePtr root_;
  std::uint64_t last_number_ = 0;
  std::int64_t last_change_ = 0;
};

FileInfo fake_info(const FakeInode& inode);

}  // namespace os
