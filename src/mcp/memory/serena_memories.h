// The memories of a Serena server: write_memory, read_memory, list_memories, delete_memory.
//
// Serena answers failures as ordinary text, and has renamed its argument once; both are read here
// and nowhere else. S1-38 to S1-42, B1-2, B1-3.
#pragma once
#include <memory>

#include "engine/memory.h"
#include "mcp/memory/connection.h"

namespace mcp::memory {

std::unique_ptr<engine::MemoryStore> serena_memories(std::unique_ptr<Connection> connection);

}  // namespace mcp::memory
