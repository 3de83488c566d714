// Finds the few places of a text where a secret can begin, and passes by the rest in large strides.
//
// A filter may find too much, never too little: what it passes by holds nothing that the matchers
// behind it would replace. Where the processor has SSE2, sixteen bytes are looked at together; the
// plain functions are for other processors and for the last bytes of a text, and say the same.
#pragma once
#include <cstddef>
#include <string_view>

namespace policy::redaction {

inline constexpr std::size_t kLongRunBytesMin = 10;  // "-----BEGIN", the shortest of the formats.

// Each returns the first place from `from` on, or the size of the text.

// Three letters that every keyword of a key holds, "authorization" and "bearer" too, in any case:
// "ss" and "w" or "p", "cre", "ke" and "y" or "n", "bea", "uth", "_" or "-" and "pa" or "pw".
std::size_t find_keyword(std::string_view text, std::size_t from);
std::size_t find_keyword_plainly(std::string_view text, std::size_t from);

// The start of a run of kToken that is at least kLongRunBytesMin long. A run that is cut by `from`
// starts there.
std::size_t find_long_run(std::string_view text, std::size_t from);
std::size_t find_long_run_plainly(std::string_view text, std::size_t from);

// "://".
std::size_t find_url_mark(std::string_view text, std::size_t from);
std::size_t find_url_mark_plainly(std::string_view text, std::size_t from);

// "riv" in any case, of which only "<private>" has any business in a tag.
std::size_t find_private(std::string_view text, std::size_t from);
std::size_t find_private_plainly(std::string_view text, std::size_t from);

}  // namespace policy::redaction
