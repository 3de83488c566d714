// What a person was told of this machine, so that it is not told at every start.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "os/system.h"

namespace engine {

// Those of `keys`, texts of one line, that were not told before about `subject`, a plain name. They
// count as told from now on. Where nothing can be kept, everything is new. See docs/format/told.md.
std::vector<std::string> not_told_before(os::System& system, std::string_view subject,
                                         const std::vector<std::string>& keys);

}  // namespace engine
