// Plugins of a host with code of their own that a person lets in beside our shield, by their names.
// See docs/format/trust.md.
#pragma once
#include <string>
#include <vector>

#include "engine/session.h"
#include "engine/workspace.h"

namespace engine {

os::Path trusted_mods_path(os::System& system);
std::vector<std::string> trusted_mods(os::System& system);

struct ModTrust {
  std::string name;
  bool revokes = false;
  SessionChoice session;  // In whose journal a refusal is written.
  Caller caller;
};
// True where something changed. Needs a person (mode_forbidden) but for taking the trust back.
// invalid_value where it is no plugin's name.
base::Result<bool> change_mod_trust(Workspace& workspace, const ModTrust& request);

}  // namespace engine
