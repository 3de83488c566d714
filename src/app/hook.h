// `holdfast hook EVENT`: the way of a gate, kept apart from the command line so that it pays for
// nothing of it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "os/system.h"

namespace app {

struct HookArguments {
  std::string event;
  std::string host;        // Empty: told by the payload, else claude-code.
  bool is_again = false;   // A hook asks about the same call: nothing is recorded.
  bool exit_code = false;  // Denials as exit 2 with the reason on standard error.
};

// Nothing where the arguments are not those of a hook call that we can serve.
std::optional<HookArguments> hook_arguments(int argc, char** argv);

// The process's exit code. Internal errors are never 2, which a host reads as a denial.
int run_hook(os::System system, const HookArguments& arguments);

}  // namespace app
