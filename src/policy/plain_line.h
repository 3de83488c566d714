// Text of somebody else as one line of ours: what comes from an earlier session, a pin or a file of
// the repository and is shown to a person or a model.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace policy {

// Redacted, valid UTF-8, on one line, single spaces, without control characters and without those
// that cannot be seen (direction marks, zero widths, tags); at most `bytes_max` bytes, with "…" at
// the end of what was cut. Safe with any bytes.
std::string plain_line(std::string_view text, std::size_t bytes_max);

// The same with `&`, `<` and `>` escaped, never cut inside of an escape.
std::string escaped_line(std::string_view text, std::size_t bytes_max);

// `text` without what lies behind `bytes_max`, cut between two words: half of a secret would not be
// known for one.
std::string_view clip_words(std::string_view text, std::size_t bytes_max);

}  // namespace policy
