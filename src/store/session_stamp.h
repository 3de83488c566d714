// The last line of a memory that we wrote.
#pragma once
#include <string>

#include "store/session_memory.h"

namespace store {

// With its line's end; stamp_of reads it.
std::string stamp_line(const MemoryStamp& stamp);

}  // namespace store
