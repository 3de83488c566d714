// The index as people use it: how far it is, bringing it up to date, making it anew, searching.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"

namespace engine {

using IndexProgress = std::function<void(std::size_t done, std::size_t total)>;

struct IndexStatus {
  std::string place;  // The file, or the server without its secrets.
  bool exists = false;
  std::int64_t schema_version = 0;
  std::uint64_t bytes = 0;
  std::uint64_t journal_bytes_behind = 0;  // Written to the journals, not yet in the index.
  struct Table {
    std::string name;
    std::int64_t rows = 0;
  };
  std::vector<Table> tables;
  std::vector<std::string> problems;
};
base::Result<IndexStatus> index_status(os::System system);

struct IndexUpdate {
  std::size_t projects = 0;
  std::size_t runs = 0;
  std::size_t events = 0;
  std::size_t work_sessions = 0;
  std::vector<std::string> problems;  // What could not be read; it did not stop the rest.
};
// Takes in what every known project has written since the last time.
base::Result<IndexUpdate> update_index(os::System system, const IndexProgress& progress);
// From nothing, beside the old one, which is replaced at the end. Rows whose files are gone are
// carried over, marked.
base::Result<IndexUpdate> rebuild_index(os::System system, const IndexProgress& progress);

struct IndexReset {
  std::string place;
  bool removed = false;  // False: there was none.
  std::string dump;  // What ran, a line of JSON a row (B2-16); empty where it could not be read.
  std::size_t rows = 0;  // In the dump.
};
// Takes the index away. Refused where another program's tables are in the same file (brain.db).
base::Result<IndexReset> reset_index(os::System system);

struct SearchQuery {
  std::string text;                    // Words; "a phrase"; no syntax that can fail.
  std::optional<std::string> project;  // Id, name or folder.
  std::size_t limit = 20;
};
struct SearchHit {
  std::string kind;  // "work", "spec", "decision", "prompt", "session", …
  std::string project;
  std::string id;  // Of the run or the work session.
  std::string title;
  std::string excerpt;  // Matches between \x02 and \x03, for the caller to paint.
  std::string at;
};
// Best first; catches up first, within a second.
base::Result<std::vector<SearchHit>> search(os::System system, const SearchQuery& query);

}  // namespace engine
