// Our own mod in Claude Code: it comes before all others of its user, lets none in that a person
// did not name, and asks the gate once more. Installed where somebody asks for it.
#pragma once
#include <string_view>
#include <vector>

#include "engine/installation.h"
#include "host/findings.h"

namespace host::claude_code {

// plugin/claude-code-shield/shield.js, as it was when this program was built.
std::string_view shield_text();

inline constexpr std::string_view kShieldName = "holdfast-shield";

os::Path shield_folder(const engine::InstallTarget& target);

enum class ShieldState {
  none,
  whole,
  changed,  // Its files are not what this program would write, or some are missing.
  late,     // It is not the first, or not listed at all.
};
ShieldState shield_state(os::System& system, const engine::InstallTarget& target);

// What is to be done for it, or to take it out, added to changes that are planned already: both may
// be about one settings file.
base::Result<void> plan_shield(os::System& system, const engine::InstallTarget& target,
                               std::vector<engine::FileChange>& changes);
base::Result<void> plan_no_shield(os::System& system, const engine::InstallTarget& target,
                                  std::vector<engine::FileChange>& changes);

// Nothing where it is not installed.
void check_shield(os::System& system, const engine::InstallTarget& target, Findings& findings);

}  // namespace host::claude_code
