// How pins, and what is inherited with them, are shown.
#pragma once
#include <vector>

#include "cli/command.h"
#include "engine/continuity.h"

namespace cli {

// {"items":[…]}, as working_memory.json has it.
base::Json pins_json(const std::vector<model::Pin>& pins);

// Numbered from 1, for `pins unpin`.
void print_pins(Console& console, const std::vector<model::Pin>& pins);
// Why pins of other sessions were not taken, one a line.
void print_skipped(Console& console, const std::vector<engine::SkippedInheritance>& skipped);

}  // namespace cli
