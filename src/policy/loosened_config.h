// Whether a configuration asks for less than the one before it: what only a person may want.
#pragma once
#include <string>
#include <vector>

#include "model/config.h"

namespace policy {

// The keys by which `after` is looser, sorted. Of a key whose values have no order, as a folder's
// name or a command, every change counts; keys that protect nothing are not looked at.
std::vector<std::string> loosened_keys(const model::Config& before, const model::Config& after);

}  // namespace policy
