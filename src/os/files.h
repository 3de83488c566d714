// The door to the disk. Primitives are virtual, so that a fake can fail, cut short or forget any of
// them; what every writer needs is composed from them here, once.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace os {

using Path = std::filesystem::path;

enum class FileKind { regular, folder, link, other };

struct FileInfo {
  FileKind kind = FileKind::other;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::uint32_t mode = 0;  // The permission bits alone.
  std::uint32_t owner = 0;
  std::uint64_t links = 1;  // How many names a file has (hard links).
};

struct OpenOptions {
  bool write = false;
  bool append = false;     // Implies write; every write goes to the end.
  bool create = false;     // With `mode`, where there is none yet.
  bool exclusive = false;  // With create: Code::exists where there is one.
  bool follow_links = true;
  std::uint32_t mode = 0600;
};

// An open file; closing is the destructor's. Not for use by two threads at once.
class File {
 public:
  File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  virtual ~File() = default;

  // Up to `size` bytes from `offset`; fewer only at the end of the file.
  virtual base::Result<std::string> read_at(std::uint64_t offset, std::size_t size) = 0;
  // The same into the caller's buffer, for who reads much: how many bytes came, which are fewer
  // only at the end of the file.
  virtual base::Result<std::size_t> read_into(std::uint64_t offset, std::span<char> buffer);
  // One write(2). Returns how many bytes went in, which may be fewer.
  virtual base::Result<std::size_t> write(std::string_view bytes) = 0;
  // As `write`, over what stands at `offset` (pwrite). Not for files opened to append.
  virtual base::Result<std::size_t> write_at(std::uint64_t offset, std::string_view bytes) = 0;
  // On return the bytes survive a power cut (fdatasync).
  virtual base::Result<void> sync() = 0;
  // Lets the disk begin with the bytes, so that a sync finds less left to do. Promises nothing.
  virtual void start_sync() = 0;
  virtual base::Result<void> truncate(std::uint64_t size) = 0;
  virtual base::Result<FileInfo> info() = 0;
  // An exclusive lock (flock) that the kernel releases when the file is closed or the process dies.
  // False where another holds it. See os/lock.h for waiting.
  virtual base::Result<bool> try_lock() = 0;
};

struct TemporaryFile {
  std::unique_ptr<File> file;
  Path path;
};

struct ReadOptions {
  std::uint64_t bytes_max = 64ULL * 1024 * 1024;
  bool follow_links = true;
};

struct ReplaceOptions {
  std::uint32_t mode = 0600;
  // False only where the loss of the write is repaired from elsewhere, as for a cache.
  bool sync = true;
  // False where the caller syncs the folder itself, when it has let go of a lock.
  bool sync_folder = true;
  // Without `sync`: not even lets the disk begin, which some make the writer wait for. A power cut
  // may then leave an empty file; a crash of the process leaves the old bytes or the new ones.
  bool lazy = false;
};

// Errors: not_found, exists, too_large, else io with the system's reason; the message names the
// path.
class FileSystem {
 public:
  FileSystem() = default;
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  virtual ~FileSystem() = default;

  virtual base::Result<std::unique_ptr<File>> open(const Path& path,
                                                   const OpenOptions& options) = 0;
  // A new file in `folder` with an unpredictable name that starts with ".tmp-" (mkstemp).
  virtual base::Result<TemporaryFile> open_temporary(const Path& folder, std::uint32_t mode) = 0;
  virtual base::Result<FileInfo> info(const Path& path) = 0;       // Follows links.
  virtual base::Result<FileInfo> link_info(const Path& path) = 0;  // Does not.
  virtual base::Result<void> rename(const Path& from, const Path& to) = 0;
  // Each gets the other's name, at one instant; both must exist. io where the disk cannot do it.
  virtual base::Result<void> exchange(const Path& one, const Path& other) = 0;
  virtual base::Result<void> remove(const Path& path) = 0;
  // One level; Code::exists where it is there.
  virtual base::Result<void> make_folder(const Path& path, std::uint32_t mode) = 0;
  // On return the folder's names survive a power cut.
  virtual base::Result<void> sync_folder(const Path& path) = 0;
  virtual base::Result<void> set_mode(const Path& path, std::uint32_t mode) = 0;
  // Names in the folder, sorted, without "." and "..".
  virtual base::Result<std::vector<std::string>> list(const Path& path) = 0;
  // Absolute, without links; every part must exist.
  virtual base::Result<Path> real_path(const Path& path) = 0;

  // Composed of the above.

  // The whole of a regular file. A folder or a device in its place is Code::io, never a hang.
  base::Result<std::string> read(const Path& path, const ReadOptions& options = {});
  // Puts `bytes` in the place of `path`, all or nothing: temp in the same folder, write, sync,
  // rename, sync of the folder. On failure the old file stands and the temp is gone.
  base::Result<void> replace(const Path& path, std::string_view bytes,
                             const ReplaceOptions& options = {});
  // Makes `path` with `bytes`; Code::exists where there is one. Synced.
  base::Result<void> create(const Path& path, std::string_view bytes, std::uint32_t mode = 0600);
  // Makes the folder and those above it; existing ones are left as they are.
  base::Result<void> make_folders(const Path& path, std::uint32_t mode = 0700);
  bool exists(const Path& path);
};

// Writes all of `bytes`; a short write is continued, a write that gets nowhere is Code::io.
base::Result<void> write_all(File& file, std::string_view bytes);

// Absolute and without "." and ".." by text alone; `path` may not exist. Links are left.
Path normalised(const Path& folder, const Path& path);

}  // namespace os
