// Memories as notes of a basic-memory server, or of one that forwards to it: write_note, read_note,
// delete_note, list_directory.
//
// A note is `memories/<name>.md` of the server's project. The server rewrites what stands between
// the first lines of "---" and trims the rest, so text that would not come back as it was is kept
// between two comments. B1-2, B1-3.
#pragma once
#include <memory>
#include <string>

#include "engine/memory.h"
#include "mcp/memory/connection.h"

namespace mcp::memory {

// `project` is the server's name for it; empty: the server's default.
std::unique_ptr<engine::MemoryStore> basic_memories(std::unique_ptr<Connection> connection,
                                                    std::string project);

}  // namespace mcp::memory
