// What a command is, and what it is given to work with.
#pragma once
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/arguments.h"
#include "cli/console.h"
#include "engine/installation.h"
#include "os/system.h"

namespace cli {

// All borrowed; the caller's outlive the command.
struct Context {
  os::System system;
  std::vector<engine::HostIntegration*> hosts;  // The first one is the default.
  Console& console;
};

// One row of the command table.
struct Command {
  std::string_view path;      // "session set-state"
  std::string_view summary;   // A sentence without its period.
  std::string_view examples;  // Command lines, one a line.
  // Declares its arguments, parses them, does its work and says so. Gives the exit code; an error
  // is printed by the caller.
  base::Result<int> (*run)(Context& context, Arguments& arguments);
};

}  // namespace cli
