// JSON as Python's json.dump(…, indent=2) writes it: the dialect of the tool that users come from,
// whose files we share and leave looking as if it had written them.
#pragma once
#include <string>

#include "base/json.h"

namespace base {

// Two spaces, ASCII alone, no newline at the end, floating-point numbers as Python prints them.
std::string dump_python(const Json& json);

}  // namespace base
