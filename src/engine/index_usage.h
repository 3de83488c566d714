// Tokens and money in the index, from the hosts' transcripts. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "index/index.h"
#include "os/system.h"

namespace engine {

// Puts beside each agent what it used, and sums it up for the work sessions. What the transcripts
// do not tell stays as it is. `problems` gets the files that could not be read.
base::Result<void> take_in_usage(os::System system, indexing::Index& index,
                                 std::vector<std::string>& problems);

// Whether the transcripts were read before, so that only what is new has to be: a question may then
// wait for it.
bool is_usage_at_hand(os::System system);

}  // namespace engine
