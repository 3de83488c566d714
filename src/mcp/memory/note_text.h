// What a note holds so that a memory comes back byte for byte from a server that trims its notes
// and owns their frontmatter.
#pragma once
#include <string>
#include <string_view>

namespace mcp::memory {

std::string note_from_memory(std::string_view content);
// Of any note, also one that a person wrote: without frontmatter, and with one final line break.
std::string memory_from_note(std::string_view note);

}  // namespace mcp::memory
