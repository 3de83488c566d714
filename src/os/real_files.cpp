#include "os/real_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "os/system_call.h"

namespace os {
namespace {

constexpr std::uint32_t kPermissionBits = 07777;
constexpr std::uint32_t kTemporaryMode = 0600;  // What mkstemp gives.

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::regular;
  if (S_ISDIR(mode)) return FileKind::folder;
  if (S_ISLNK(mode)) return FileKind::link;
  return FileKind::other;
}

FileInfo info_of(const struct stat& status) {
  constexpr std::int64_t kNanosecondsInSecond = 1'000'000'000;
  FileInfo info;
  info.kind = kind_of(status.st_mode);
  info.device = status.st_dev;
  info.inode = status.st_ino;
  info.size = static_cast<std::uint64_t>(status.st_size);
  info.mtime_ns = status.st_mtim.tv_sec * kNanosecondsInSecond + status.st_mtim.tv_nsec;
  info.mode = status.st_mode & kPermissionBits;
  info.owner = status.st_uid;
  info.links = status.st_nlink;
  return info;
}

class RealFile final : public File {
 public:
  RealFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  ~RealFile() override { ::close(descriptor_); }

  base::Result<std::string> read_at(std::uint64_t offset, std::size_t size) override {
    std::string bytes(size, '\0');
    TRY_ASSIGN(const std::size_t filled, read_into(offset, bytes));
    bytes.resize(filled);
    return bytes;
  }

  base::Result<std::size_t> read_into(std::uint64_t offset, std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const std::size_t wanted = buffer.size() - filled;
      const ssize_t got = retried([&] {
        return ::pread(descriptor_, &buffer[filled], wanted, static_cast<off_t>(offset + filled));
      });
      if (got == -1) return failure();
      filled += static_cast<std::size_t>(got);
      // A short read that goes as far as the size that the kernel told has met the end. Anything
      // shorter (a network disk, a file of /proc) is asked again until nothing comes.
      const bool known_end = known_size_ > 0 && offset + filled >= known_size_;
      if (got == 0 || (known_end && std::cmp_less(got, wanted))) break;
    }
    return filled;
  }

  base::Result<std::size_t> write(std::string_view bytes) override {
    const ssize_t written =
        retried([&] { return ::write(descriptor_, bytes.data(), bytes.size()); });
    if (written == -1) return failure();
    return static_cast<std::size_t>(written);
  }

  base::Result<std::size_t> write_at(std::uint64_t offset, std::string_view bytes) override {
    const ssize_t written = retried([&] {
      return ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    });
    if (written == -1) return failure();
    return static_cast<std::size_t>(written);
  }

  base::Result<void> sync() override {
    return checked(retried([&] { return ::fdatasync(descriptor_); }));
  }

  void start_sync() override {
    [[maybe_unused]] const int begun = ::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE);
  }

  base::Result<void> truncate(std::uint64_t size) override {
    known_size_ = 0;
    return checked(retried([&] { return ::ftruncate(descriptor_, static_cast<off_t>(size)); }));
  }

  base::Result<FileInfo> info() override {
    struct stat status {};
    if (::fstat(descriptor_, &status) == -1) return failure();
    const FileInfo found = info_of(status);
    known_size_ = found.size;
    return found;
  }

  base::Result<bool> try_lock() override {
    if (retried([&] { return ::flock(descriptor_, LOCK_EX | LOCK_NB); }) == 0) return true;
    if (errno == EWOULDBLOCK) return false;
    return failure();
  }

  base::Result<void> set_mode(std::uint32_t mode) {
    return checked(retried([&] { return ::fchmod(descriptor_, mode); }));
  }

 private:
  base::Error failure() const { return system_error(errno, path_); }
  base::Result<void> checked(int result) const {
    if (result == -1) return failure();
    return {};
  }

  int descriptor_;
  std::string path_;
  std::uint64_t known_size_ = 0;  // As last told by `info`; 0 where nothing is known.
};

int open_flags(const OpenOptions& options) {
  // Without O_NONBLOCK a FIFO put in the place of a file would hold us for ever; regular files do
  // not care. O_NOCTTY keeps a terminal there from becoming ours.
  int flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  flags |= options.write || options.append ? O_RDWR : O_RDONLY;
  if (options.append) flags |= O_APPEND;
  if (options.create) flags |= O_CREAT;
  if (options.create && options.exclusive) flags |= O_EXCL;
  if (!options.follow_links) flags |= O_NOFOLLOW;
  return flags;
}

base::Result<void> done_or_error(int result, const Path& path) {
  if (result == -1) return system_error(errno, path.native());
  return {};
}

}  // namespace

base::Result<std::unique_ptr<File>> RealFileSystem::open(const Path& path,
                                                         const OpenOptions& options) {
  const int flags = open_flags(options);
  const int descriptor = retried([&] { return ::open(path.c_str(), flags, options.mode); });
  if (descriptor == -1) {
    if (errno == ELOOP && !options.follow_links) {
      return io_error(path.native(), "is a symbolic link");
    }
    return system_error(errno, path.native());
  }
  return std::unique_ptr<File>(std::make_unique<RealFile>(descriptor, path.native()));
}

base::Result<TemporaryFile> RealFileSystem::open_temporary(const Path& folder, std::uint32_t mode) {
  std::string name;
  const int descriptor = retried([&] {
    name = folder.native() + "/.tmp-XXXXXX";
    return ::mkostemp(name.data(), O_CLOEXEC);
  });
  if (descriptor == -1) return system_error(errno, folder.native());
  auto file = std::make_unique<RealFile>(descriptor, name);
  if (mode != kTemporaryMode) {
    base::Result<void> changed = file->set_mode(mode);
    if (!changed.ok()) {
      ::unlink(name.c_str());
      return std::move(changed).error();
    }
  }
  return TemporaryFile{std::move(file), Path(std::move(name))};
}

base::Result<FileInfo> RealFileSystem::info(const Path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == -1) return system_error(errno, path.native());
  return info_of(status);
}

base::Result<FileInfo> RealFileSystem::link_info(const Path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == -1) return system_error(errno, path.native());
  return info_of(status);
}

base::Result<void> RealFileSystem::rename(const Path& from, const Path& to) {
  return done_or_error(::rename(from.c_str(), to.c_str()), from);
}

base::Result<void> RealFileSystem::exchange(const Path& one, const Path& other) {
  return done_or_error(::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE),
                       one);
}

base::Result<void> RealFileSystem::remove(const Path& path) {
  int result = ::unlink(path.c_str());
  if (result == -1 && errno == EISDIR) result = ::rmdir(path.c_str());
  return done_or_error(result, path);
}

base::Result<void> RealFileSystem::make_folder(const Path& path, std::uint32_t mode) {
  return done_or_error(::mkdir(path.c_str(), mode), path);
}

base::Result<void> RealFileSystem::sync_folder(const Path& path) {
  const int descriptor =
      retried([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (descriptor == -1) return system_error(errno, path.native());
  const int result = retried([&] { return ::fsync(descriptor); });
  const int error_number = errno;
  ::close(descriptor);
  // Some network disks cannot sync a folder at all; then there is nothing more to be done.
  if (result == 0 || error_number == EINVAL) return {};
  return system_error(error_number, path.native());
}

base::Result<void> RealFileSystem::set_mode(const Path& path, std::uint32_t mode) {
  return done_or_error(::chmod(path.c_str(), mode), path);
}

base::Result<std::vector<std::string>> RealFileSystem::list(const Path& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), &::closedir);
  if (folder == nullptr) return system_error(errno, path.native());
  std::vector<std::string> names;
  while (true) {
    // readdir tells its end and its failure apart by errno alone.
    errno = 0;
    const dirent* const entry = ::readdir(folder.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return system_error(errno, path.native());
  std::sort(names.begin(), names.end());
  return names;
}

base::Result<Path> RealFileSystem::real_path(const Path& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), &::free);
  if (real == nullptr) return system_error(errno, path.native());
  return Path(real.get());
}

}  // namespace os
