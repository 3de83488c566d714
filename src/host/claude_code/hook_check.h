// What may be wrong with the hooks of one settings file, as findings. Changes nothing.
#pragma once
#include <optional>
#include <vector>

#include "engine/installation.h"
#include "host/claude_code/client.h"
#include "host/claude_code/settings.h"
#include "host/program_check.h"

namespace host::claude_code {

// One scope's file with hooks of ours in it.
struct HookFile {
  engine::InstallScope scope = engine::InstallScope::local;
  os::Path path;
  base::JsonBox settings;
  std::vector<OurHook> hooks;
};

struct HookVerdict {
  std::vector<Complaint> complaints;
  HookForm form;  // What to write where one of them asks for it.
};
HookVerdict check_hooks(os::System& system, const engine::InstallTarget& target,
                        const std::optional<Client>& client, const HookFile& file);

}  // namespace host::claude_code
