// The rows of a checklist's table, in a protocol document or in a session's log.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/protocol.h"
#include "store/markdown_table.h"
#include "store/protocol_document.h"

namespace store {

enum class ChecklistKind { start, end };

// Which of the two lists a table is, by the innermost heading that says so; nothing for a table
// that is none.
std::optional<ChecklistKind> checklist_kind(const MarkdownTable& table);

// "MUST", "MUST NOT", "SHOULD", "SHOULD NOT" or "MAY", from any spelling; "" for other words.
std::string requirement_level(std::string_view text);

struct ChecklistRow {
  model::ChecklistItem item;  // Its evidence is empty where the cell has a placeholder.
  CellStatus status = CellStatus::open;
};
// What cannot be read is told in `warnings`, at most a hundred of them, each with its line.
std::vector<ChecklistRow> checklist_rows(const MarkdownTable& table, ChecklistKind kind,
                                         std::vector<std::string>& warnings);

// One more sentence, unless there are enough; control characters in it are made visible.
void warn(std::vector<std::string>& warnings, const std::string& sentence);
std::string at_line(int line, const std::string& sentence);

}  // namespace store
