// The two kinds of session log, each with its reader. Private to session_log.cpp.
#pragma once
#include <string_view>

#include "base/result.h"
#include "store/session_log.h"

namespace store {

// Of one list in a log.
inline constexpr std::size_t kLogEntriesMax = 1000;

// Both fill in all but the id that the file's name says.
base::Result<SessionLog> read_markdown_log(std::string_view text);
base::Result<SessionLog> read_json_log(std::string_view text);

}  // namespace store
