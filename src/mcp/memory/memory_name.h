// Names of memories that every store can keep, and what servers say of those that they do not have.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mcp::memory {

// How many names are taken from a server's list.
inline constexpr std::size_t kListMax = 10'000;

// The name without a final ".md". invalid_params for one that would lead out of the store or that
// no file can have: parts of at most 200 bytes, none of them "." or "..", no control characters.
base::Result<std::string> checked_name(std::string_view name);
// invalid_params for what is no text, too_large for more than a memory can hold.
base::Result<void> check_content(std::string_view content);

// Whether an error speaks of a note that is not there, and not of a project or tool (B1-3: absent
// and unavailable are different).
bool says_absent(std::string_view text);

base::Error absent(const std::string& name);
// The server's words, bounded.
base::Error unavailable(std::string_view server, std::string_view text);

}  // namespace mcp::memory
