// KEY=VALUE operands, made into a document.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"

namespace cli {

// "a.b=1" gives {"a":{"b":1}}. A value that is JSON for true, false, null, a number, an object or a
// list is taken as such, everything else as text. invalid_params where a key occurs twice, or is at
// once a value and a part of another key.
base::Result<base::Json> document_from_assignments(const std::vector<std::string>& assignments);

}  // namespace cli
