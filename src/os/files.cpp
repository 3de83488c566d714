#include "os/files.h"

#include <algorithm>
#include <utility>

#include "os/replacement.h"
#include "os/system_call.h"

namespace os {
namespace {

// Files of /proc and the like give no size; a page is as good a guess as any.
constexpr std::uint64_t kReadMinimumBytes = 4096;

Path folder_of(const Path& path) {
  Path folder = path.parent_path();
  return folder.empty() ? Path(".") : folder;
}

base::Error too_large(const Path& path, std::uint64_t bytes_max) {
  return {base::Code::too_large,
          path.native() + ": is larger than " + std::to_string(bytes_max) + " bytes", ""};
}

// The parts fail under the names of a temporary file or a folder, which tell a person nothing.
base::Error writing_failed(base::Error error, const Path& path) {
  return base::with_context(std::move(error), "writing " + path.native());
}

base::Result<void> fill(File& file, std::string_view bytes) {
  TRY(write_all(file, bytes));
  return file.sync();
}

// For clearing up after a failure that is reported already.
void remove_quietly(FileSystem& files, const Path& path) {
  [[maybe_unused]] const base::Result<void> removed = files.remove(path);
}

base::Result<void> require_folder(FileSystem& files, const Path& path) {
  TRY_ASSIGN(const FileInfo found, files.info(path));
  if (found.kind != FileKind::folder) return io_error(path.native(), "is not a folder");
  return {};
}

}  // namespace

base::Result<std::size_t> File::read_into(std::uint64_t offset, std::span<char> buffer) {
  TRY_ASSIGN(const std::string bytes, read_at(offset, buffer.size()));
  std::copy(bytes.begin(), bytes.end(), buffer.begin());
  return bytes.size();
}

base::Result<std::string> FileSystem::read(const Path& path, const ReadOptions& options) {
  TRY_ASSIGN(const auto file, open(path, {.follow_links = options.follow_links}));
  TRY_ASSIGN(const FileInfo found, file->info());
  if (found.kind != FileKind::regular) return io_error(path.native(), "is not a regular file");
  if (found.size > options.bytes_max) return too_large(path, options.bytes_max);

  // Asking for one byte more than there should be shows the end of the file in the same call.
  std::uint64_t wanted = found.size == 0 ? kReadMinimumBytes : found.size + 1;
  std::string bytes;
  while (true) {
    TRY_ASSIGN(std::string part, file->read_at(bytes.size(), wanted));
    const bool at_end = part.size() < wanted;
    if (bytes.empty()) {
      bytes = std::move(part);
    } else {
      bytes += part;
    }
    if (bytes.size() > options.bytes_max) return too_large(path, options.bytes_max);
    if (at_end) return bytes;
    wanted = std::min<std::uint64_t>(std::max<std::uint64_t>(bytes.size(), kReadMinimumBytes),
                                     options.bytes_max - bytes.size() + 1);
  }
}

base::Result<void> FileSystem::replace(const Path& path, std::string_view bytes,
                                       const ReplaceOptions& options) {
  if (options.lazy && !options.sync) {
    TRY_ASSIGN(Replacement replacement, Replacement::write(*this, path, bytes, options.mode));
    return replacement.swap_in();
  }
  TRY_ASSIGN(Replacement replacement, Replacement::prepare(*this, path, bytes, options.mode));
  if (options.sync) TRY(replacement.sync());
  TRY(replacement.put_in_place());
  if (!options.sync || !options.sync_folder) return {};
  // Where this fails the new file stands already, whole; only a power cut could bring back the old.
  base::Result<void> done = sync_folder(folder_of(path));
  if (!done.ok()) return writing_failed(std::move(done).error(), path);
  return {};
}

base::Result<void> FileSystem::create(const Path& path, std::string_view bytes,
                                      std::uint32_t mode) {
  TRY_ASSIGN(
      const auto file,
      open(
          path,
          {.write = true, .create = true, .exclusive = true, .follow_links = false, .mode = mode}));
  base::Result<void> done = fill(*file, bytes);
  if (done.ok()) done = sync_folder(folder_of(path));
  if (!done.ok()) {
    remove_quietly(*this, path);
    return writing_failed(std::move(done).error(), path);
  }
  return {};
}

base::Result<void> FileSystem::make_folders(const Path& path, std::uint32_t mode) {
  std::vector<Path> missing;
  for (Path at = path; !at.empty(); at = at.parent_path()) {
    base::Result<void> found = require_folder(*this, at);
    if (found.ok()) break;
    if (found.error().code != base::Code::not_found) return found;
    missing.push_back(at);
    if (!at.has_relative_path()) break;
  }
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    base::Result<void> made = make_folder(*at, mode);
    if (made.ok()) {
      // What is saved in the new folder must not vanish together with the folder's own name.
      base::Result<void> synced = sync_folder(folder_of(*at));
      if (!synced.ok()) {
        // Were it left, the next caller would find it and take it for safe.
        remove_quietly(*this, *at);
        return synced;
      }
    } else if (made.error().code == base::Code::exists) {
      // Somebody else was quicker, or a link to nowhere stands there.
      TRY(require_folder(*this, *at));
    } else {
      return made;
    }
  }
  return {};
}

bool FileSystem::exists(const Path& path) { return info(path).ok(); }

base::Result<void> write_all(File& file, std::string_view bytes) {
  while (!bytes.empty()) {
    TRY_ASSIGN(const std::size_t written, file.write(bytes));
    if (written == 0) return base::Error{base::Code::io, "a write took in no bytes", ""};
    bytes.remove_prefix(written);
  }
  return {};
}

Path normalised(const Path& folder, const Path& path) {
  const std::string joined =
      path.is_absolute() ? path.native() : folder.native() + "/" + path.native();
  std::string normal;
  for (std::size_t start = 0; start < joined.size();) {
    const std::size_t end = std::min(joined.find('/', start), joined.size());
    const std::string_view part = std::string_view(joined).substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      normal.resize(normal.empty() ? 0 : normal.rfind('/'));
    } else {
      normal.append("/").append(part);
    }
  }
  return normal.empty() ? Path("/") : Path(std::move(normal));
}

}  // namespace os
