// A decision of the gate, for programs and for people.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/output.h"
#include "model/gate.h"

namespace cli {

// S0's GateCheckResult {allowed, mode, tool, message}, and what explains it.
base::Json decision_json(const model::GateDecision& decision);

// "mode_table, .holdfast/config.yaml:12", or "mode_table, built in".
std::string rule_text(const model::GateDecision& decision);

// Rule, what is missing, the next step, a warning: what is known of them.
std::vector<Fact> facts_of(const model::GateDecision& decision);

}  // namespace cli
