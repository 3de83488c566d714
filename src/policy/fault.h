// Fail-open or fail-closed: the table of ARCHITECTURE.md, never a catch.
#pragma once
#include "base/error.h"

namespace policy {

// Whose error it is.
enum class FaultLayer {
  integrity,  // Signature, rollback, unreadable state, mode, start protocol.
  requirements,
  continuity,
  cost,
  index,
  projection,
  journal,
  configuration,
  opt_in,  // The project does not use Holdfast.
};
std::string_view name_of(FaultLayer layer);

enum class FaultEffect {
  closed,  // Read-only and own tools pass; others are denied with cause and repair command.
  open,    // The work goes on; the fault is journalled and shown.
  silent,  // Exit 0, nothing written.
};

FaultEffect effect_of(FaultLayer layer);

// The command that repairs it, for a denial and for doctor: "holdfast session recover".
std::string_view repair_command(base::Code code);

}  // namespace policy
