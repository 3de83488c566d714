// The session protocol as commands print it.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/command.h"
#include "engine/protocol.h"

namespace cli {

// One line a gate: a mark and its message, which names gate and status.
void print_gates(Context& context, const std::vector<engine::GateOutcome>& gates);
base::Json gates_json(const std::vector<engine::GateOutcome>& gates);

// "! …" for each.
void print_warnings(Context& context, const std::vector<std::string>& warnings);

base::Json violations_json(const std::vector<model::Violation>& violations);
// One line each: when, how grave, what.
void print_violation(Context& context, const std::string& session,
                     const model::Violation& violation);

}  // namespace cli
