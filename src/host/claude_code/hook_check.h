// What may be wrong with the hooks of one settings file, as findings. Changes nothing.
#pragma once
#include <optional>
#include <vector>

#include "engine/installation.h"
#include "host/claude_code/client.h"
#include "host/claude_code/settings.h"

namespace host::claude_code {

// One scope's file with hooks of ours in it.
struct HookFile {
  engine::InstallScope scope = engine::InstallScope::local;
  os::Path path;
  base::JsonBox settings;
  std::vector<OurHook> hooks;
};

// What repairs a finding: writing our entries anew, or giving the program its run bit back.
enum class Cure { none, rewrite, run_bit };

struct Complaint {
  engine::Severity severity = engine::Severity::problem;
  std::string message;
  std::string repair;
  Cure cure = Cure::none;
  os::Path program;  // Of Cure::run_bit.
};

struct HookVerdict {
  std::vector<Complaint> complaints;
  HookForm form;  // What to write where one of them asks for it.
};
HookVerdict check_hooks(os::System& system, const engine::InstallTarget& target,
                        const std::optional<Client>& client, const HookFile& file);

}  // namespace host::claude_code
