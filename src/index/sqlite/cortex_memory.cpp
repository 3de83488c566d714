#include "index/cortex_memory.h"

#include <filesystem>

#include "index/sqlite/database.h"

namespace indexing {
namespace {

// Whether there is such a table with both columns; another tool's database may be of any version.
base::Result<bool> has_memories(Database& database) {
  TRY_ASSIGN(Statement columns, database.prepare("SELECT count(*) FROM pragma_table_info('stm') "
                                                 "WHERE name IN ('id', 'confidence')"));
  columns.start();
  TRY_ASSIGN(const bool is_told, columns.next());
  return is_told && columns.number(0) == 2;
}

// What is no number says nothing of how sure anybody is.
constexpr const char* kConfidence =
    "SELECT confidence FROM stm WHERE id=?1 AND typeof(confidence) IN ('real', 'integer') LIMIT 1";

// Whether a writer has left, or is about to leave, rows beside the file. Then only a reader that
// takes part in its locking sees them; else one that leaves no trace sees all there is.
bool has_rows_beside(const std::string& database) {
  std::error_code none;
  const auto size = std::filesystem::file_size(database + "-wal", none);
  return !none && size > 0 && std::filesystem::exists(database + "-shm", none);
}

base::Result<std::vector<MemoryConfidence>> read(Database& database,
                                                 const std::vector<std::string>& ids) {
  std::vector<MemoryConfidence> found;
  TRY_ASSIGN(const bool has_table, has_memories(database));
  if (!has_table) return found;
  TRY_ASSIGN(Statement memory, database.prepare(kConfidence));
  for (const std::string& id : ids) {
    memory.start(std::string_view(id));
    TRY_ASSIGN(const bool is_there, memory.next());
    if (is_there) found.push_back({id, memory.real(0)});
    memory.done();
  }
  return found;
}

}  // namespace

base::Result<std::vector<MemoryConfidence>> memory_confidences(
    const std::string& database, const std::vector<std::string>& ids) {
  std::error_code none;
  if (ids.empty() || !std::filesystem::is_regular_file(database, none)) {
    return std::vector<MemoryConfidence>();
  }
  auto opened =
      Database::open(database, {.read_only = true, .is_untouched = !has_rows_beside(database)});
  auto found = opened.ok() ? read(**opened, ids) : std::move(opened).error();
  if (found.ok() || found.error().code == base::Code::io) return found;
  return base::Error{base::Code::unavailable, database + ": cannot be read as a database of Cortex",
                     ""};
}

}  // namespace indexing
