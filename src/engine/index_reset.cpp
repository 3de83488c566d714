// Throwing the index away, which loses nothing that the files do not have but what ran long ago.
#include "engine/index.h"
#include "engine/index_place.h"
#include "index/sqlite/sqlite_index.h"

namespace engine {

base::Result<IndexReset> reset_index(os::System system) {
  IndexReset reset;
  TRY_ASSIGN(const os::Path path, index_path(system));
  reset.place = path.native();
  if (!system.files.exists(path)) return reset;
  if (indexing::has_foreign_tables(path.native())) {
    return base::Error{base::Code::refused, path.native() + " has tables of another program too",
                       "`holdfast index rebuild` makes only ours anew."};
  }
  TRY_ASSIGN(const auto held, lock_index(system, path));
  os::Path dump = path;
  dump += ".dump-" + base::to_compact_iso(system.clock.now()) + ".jsonl";
  const auto index = open_existing_index(system, path);
  if (index.ok()) {
    TRY_ASSIGN(const auto file,
               system.files.open(dump, {.write = true, .create = true, .exclusive = true}));
    base::Result<void> written;
    TRY((*index)->dump(indexing::execution_tables(), [&](std::string_view line) {
      ++reset.rows;
      if (written.ok()) written = os::write_all(*file, std::string(line) + "\n");
    }));
    TRY(written);
    TRY(file->sync());
    reset.dump = dump.native();
  }
  for (const os::Path& file : index_files(path)) {
    const auto removed = system.files.remove(file);
    if (!removed.ok() && removed.error().code != base::Code::not_found) return removed.error();
  }
  reset.removed = true;
  return reset;
}

}  // namespace engine
