#include "engine/index_new_file.h"

#include "engine/index_place.h"
#include "index/sqlite/sqlite_index.h"

namespace engine {

NewIndexFile::NewIndexFile(os::System system, os::Path path)
    : system_(system), target_(std::move(path)), path_(target_) {
  path_ += ".rebuild";
}

NewIndexFile::~NewIndexFile() { clear(); }

void NewIndexFile::clear() {
  for (const os::Path& file : index_files(path_)) static_cast<void>(system_.files.remove(file));
}

base::Result<void> NewIndexFile::make() {
  clear();
  return system_.files.create(path_, "");
}

base::Result<void> NewIndexFile::put_in_place() {
  const bool is_first = !system_.files.exists(target_);
  if (!is_first && indexing::has_foreign_tables(target_.native())) {
    return indexing::copy_tables(path_.native(), target_.native(),
                                 base::to_iso(system_.clock.now()));
  }
  if (!is_first) {
    TRY_ASSIGN(const auto file, system_.files.open(path_, {.write = true}));
    TRY(file->sync());
  }
  // What SQLite keeps beside the old one belongs to that.
  for (const os::Path& file : index_files(target_)) {
    if (file != target_) static_cast<void>(system_.files.remove(file));
  }
  TRY(system_.files.rename(path_, target_));
  if (is_first) return {};
  return system_.files.sync_folder(target_.parent_path());
}

}  // namespace engine
