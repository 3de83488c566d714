// What lists show of the gate's answers. Private to the engine.
#pragma once
#include <optional>
#include <string>

#include "engine/index_journal_line.h"
#include "index/rows.h"

namespace engine {

// Without its project; nothing where the line is no denial.
std::optional<indexing::DenialRow> denial_row(const JournalParts& parts, const std::string& run);

// Of a decision of the gate, or of a call; nothing where the payload is neither.
std::optional<indexing::LastToolRow> last_tool_row(const std::string& kind, const std::string& at,
                                                   const std::string& payload);

}  // namespace engine
