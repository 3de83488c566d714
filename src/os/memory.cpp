#include "os/memory.h"

#include <malloc.h>

namespace os {

void give_back_memory() { ::malloc_trim(0); }

}  // namespace os
