// What a person marked with <private>...</private> is never stored.
#pragma once
#include <string>
#include <string_view>

namespace policy::redaction {

inline constexpr std::string_view kPrivateMarker = "[PRIVATE]";

// Writes `text` with one marker for each private block to `result` and returns true; false where
// there is none.
//
// The tags are read in any case, with attributes, and as they look inside HTML and JSON
// ("&lt;private&gt;", "\u003cprivate\u003e"). Blocks may be nested and span lines. One that is
// never closed goes to the end of the text, so that a text that was cut hides what it was told to
// hide. A tag in quotes or in code counts as any other: to store nothing is the stronger promise.
bool hide_private(std::string_view text, std::string& result);

}  // namespace policy::redaction
