// The memory of this process.
#pragma once

namespace os {

// What was freed goes back to the system, which the allocator by itself does only in part.
void give_back_memory();

}  // namespace os
