// For programs that stay: hashes by the fastest code that this machine has.
#pragma once

namespace base {

// Costs more than a process that answers one question gains by it. Once, before there are threads.
void prepare_fast_digests();

}  // namespace base
