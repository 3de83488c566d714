// What a run is allowed to do: its workflow mode, and the history of it.
#pragma once
#include <string>

#include "base/json.h"
#include "model/named.h"

namespace model {

enum class Mode { analysis, planning, coding, disabled };
std::optional<Mode> from_name(std::string_view name, Mode*);
std::string_view name_of(Mode mode);
using ModeName = Named<Mode>;

// Whose word it is. What a person set only a person loosens.
enum class Author { person, agent };
std::optional<Author> from_name(std::string_view name, Author*);
std::string_view name_of(Author author);
using AuthorName = Named<Author>;

struct ModeHistoryEntry {
  ModeName mode;
  std::string timestamp;
  std::string reason;
  std::string actor;
  AuthorName by;        // Empty: of an older version, or the configuration's, which is a person's.
  std::string way;      // "terminal", "operator token", "mcp", …; empty as for `by`.
  base::JsonBox extra;  // Keys of newer writers.
};
base::Json to_json(const ModeHistoryEntry& entry);
base::Result<ModeHistoryEntry> mode_history_entry_from_json(const base::Json& json);

}  // namespace model
