#include "policy/mode.h"

#include <algorithm>
#include <array>

#include "policy/field_check.h"
#include "policy/tool_class.h"

namespace policy {
namespace {

using model::Mode;

constexpr std::array<Mode, 4> kModes{Mode::analysis, Mode::planning, Mode::coding, Mode::disabled};

// What nobody knows is held to the strictest, so that a typing error opens nothing (B0-31).
Mode strict_reading(const model::ModeName& mode) { return mode.known().value_or(Mode::analysis); }

}  // namespace

bool mode_denies(const model::ModeName& mode, std::string_view tool) {
  switch (strict_reading(mode)) {
    case Mode::analysis:
      return is_file_writing_tool(tool) || tool == "Bash";
    case Mode::planning:
      return is_file_writing_tool(tool);
    case Mode::coding:
    case Mode::disabled:
      return false;
  }
  return true;
}

model::ModeName stricter(const model::ModeName& a, const model::ModeName& b) {
  // The enumeration runs from the strictest to the loosest.
  return std::min(strict_reading(a), strict_reading(b));
}

base::Result<model::Run> change_mode(model::Run run, const ModeChange& change, base::Instant now) {
  TRY(check_known("currentMode", change.mode, kModes));
  if (change.mode == run.mode) return run;
  if (change.mode.is(Mode::disabled) && !change.by_operator) {
    return base::Error{base::Code::mode_forbidden,
                       "currentMode: disabled needs a person at a terminal or the operator token",
                       "Run `holdfast session mode disabled` in a terminal."};
  }
  TRY(check_text("reason", change.reason));
  run.mode = change.mode;
  run.mode_history.push_back({change.mode, base::to_iso(now), change.reason, change.actor, {}});
  return run;
}

}  // namespace policy
