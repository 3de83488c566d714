// Asking a person, where there is one.
#pragma once
#include <string>
#include <string_view>

#include "cli/command.h"
#include "engine/workspace.h"

namespace cli {

// Asks on standard error; only `y` and `yes` are a yes.
bool ask_yes_no(Context& context, std::string_view question);

// What is asked of a person who was shown the changes to files.
struct ChangeQuestion {
  std::string_view text;  // "Make these changes?"
  std::string_view hint;  // How to do it unasked, for whoever cannot be asked.
};
// An error, and so no change, unless there is a person and the answer is yes.
base::Result<void> confirm_change(Context& context, const Arguments& arguments,
                                  const ChangeQuestion& question);

// Switching the gate off for a run is a person's decision: at a terminal the word must be typed,
// the operator token speaks for itself. Whoever has neither passes, for the engine to refuse and
// record.
base::Result<void> confirm_disabled(Context& context, engine::Workspace& workspace);

}  // namespace cli
