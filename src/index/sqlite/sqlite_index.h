// The index in one SQLite file.
#pragma once
#include <memory>
#include <string>

#include "index/index.h"
#include "index/lists.h"

namespace indexing {

struct OpenIndex {
  std::string path;
  std::string now;      // For the migrations that are needed.
  bool create = false;  // Else not_found where there is none.
  // For a file that takes the place of another one when it is done: quicker, and lost by a crash.
  bool is_private = false;
};
// The folder must be there. Errors as index.h has them.
base::Result<std::unique_ptr<Index>> open_sqlite_index(const OpenIndex& options);

// To read lists from, and never written: unavailable where the file is of another version of its
// tables, which is for those who write it to mend. Takes little memory. not_found, and the errors
// of index.h.
base::Result<std::unique_ptr<Lists>> open_sqlite_lists(const std::string& path);

// Copies into the index at `to`, which is private, what only the older one at `from` knows: rows
// whose files are gone (marked with `now` where they are not yet), and what came from elsewhere. An
// older one that cannot be read gives nothing.
base::Result<void> carry_over(const std::string& from, const std::string& to,
                              const std::string& now);

// Whether the file has tables of another program, which must stay (an existing brain.db).
bool has_foreign_tables(const std::string& path);
// Puts all rows of `from` in the place of those of `to`, in one transaction.
base::Result<void> copy_tables(const std::string& from, const std::string& to,
                               const std::string& now);

}  // namespace indexing
