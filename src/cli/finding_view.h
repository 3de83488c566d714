// What doctor found, for people and for programs.
#pragma once
#include <vector>

#include "base/json.h"
#include "cli/command.h"
#include "engine/finding.h"

namespace cli {

// Whether it is a problem that nobody has repaired.
bool is_left(const engine::Finding& finding);

// A line each, what to do below it, and at the end how many problems are left.
void print_findings(Context& context, const std::vector<engine::Finding>& findings);

// {"ok":bool,"findings":[…]}
base::Json findings_json(const std::vector<engine::Finding>& findings);

}  // namespace cli
