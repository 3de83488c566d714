#include "os/replacement.h"

#include <utility>

namespace os {
namespace {

// The parts fail under the name of the temporary file, which tells a person nothing.
base::Result<void> named(base::Result<void> done, const Path& path) {
  if (done.ok()) return done;
  return base::with_context(std::move(done).error(), "writing " + path.native());
}

}  // namespace

base::Result<Replacement> Replacement::prepare(FileSystem& files, const Path& path,
                                               std::string_view bytes, std::uint32_t mode) {
  TRY_ASSIGN(Replacement replacement, write(files, path, bytes, mode));
  replacement.temporary_.file->start_sync();
  return replacement;
}

base::Result<Replacement> Replacement::write(FileSystem& files, const Path& path,
                                             std::string_view bytes, std::uint32_t mode) {
  const Path folder = path.has_parent_path() ? path.parent_path() : Path(".");
  base::Result<TemporaryFile> temporary = files.open_temporary(folder, mode);
  if (!temporary.ok()) {
    return base::with_context(std::move(temporary).error(), "writing " + path.native());
  }
  Replacement replacement(files, path, *std::move(temporary));
  TRY(named(write_all(*replacement.temporary_.file, bytes), path));
  return replacement;
}

Replacement::Replacement(FileSystem& files, Path path, TemporaryFile temporary)
    : files_(files), path_(std::move(path)), temporary_(std::move(temporary)) {}

Replacement::Replacement(Replacement&& other) noexcept
    : files_(other.files_),
      path_(std::move(other.path_)),
      temporary_{std::move(other.temporary_.file), std::exchange(other.temporary_.path, {})} {}

Replacement::~Replacement() {
  if (temporary_.path.empty()) return;
  [[maybe_unused]] const base::Result<void> removed = files_.remove(temporary_.path);
}

base::Result<void> Replacement::sync() { return named(temporary_.file->sync(), path_); }

base::Result<void> Replacement::put_in_place() {
  TRY(named(files_.rename(temporary_.path, path_), path_));
  temporary_.path.clear();
  return {};
}

base::Result<void> Replacement::swap_in() {
  // The old content bears the temporary file's name afterwards, and goes with it: so it must be a
  // file. Whatever else is in the way of this (a disk that cannot) is none for a rename.
  const auto old = files_.link_info(path_);
  const bool is_file = old.ok() && old->kind == FileKind::regular;
  if (is_file && files_.exchange(temporary_.path, path_).ok()) return {};
  return put_in_place();
}

}  // namespace os
