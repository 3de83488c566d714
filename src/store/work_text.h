// The bytes of a state.json and the manifest that they say. Private to store/.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/json_text.h"
#include "base/result.h"
#include "model/work_session.h"

namespace store {

// More members than any object of a manifest has: each is looked for one by one.
inline constexpr std::size_t kManifestMembersMax = 1000;

enum class WorkSchema { v1, v2, other };
// By the members that only one of them has.
WorkSchema work_schema_of(const base::Json& json);

struct WorkText {
  base::JsonText text;
  model::WorkSession session;
  bool is_v1 = false;
};
// parse_error, too_large; state_conflict for git's markers. `slug` stands for the id of a v1 file
// that has none.
base::Result<WorkText> parse_work_text(std::string bytes, std::string_view slug);

// Brings the text from what it says, `before`, to `after`: only what differs is touched.
base::Result<void> edit_work_text(base::JsonText& text, const model::WorkSession& before,
                                  const model::WorkSession& after);

// The line of git's first conflict marker, counted from 1; nothing where there is none.
std::optional<std::size_t> conflict_line(std::string_view text);

// The text without its `//` comments; lines that held nothing else are gone. Nothing where there
// is none.
std::optional<std::string> without_comments(std::string_view text);

// sha256, hexadecimal.
std::string bytes_etag(std::string_view bytes);

}  // namespace store
