// Claude Code's mods: plugins with a module of their own, which answers above the hooks of its
// settings and so above ours. Only for what may take its time: no tool call waits for this.
#pragma once
#include <string>
#include <vector>

#include "engine/installation.h"
#include "host/findings.h"
#include "model/host_event.h"
#include "os/system.h"

namespace host::claude_code {

struct Mod {
  std::string name;    // "reviewer": its folder's, or what its manifest says.
  os::Path folder;     // Without a slash at the end.
  std::string digest;  // Of its manifest, its list and its module.
};

// Where to look besides the user's own folders.
struct ModPlaces {
  std::vector<os::Path> roots;  // Projects whose skills are loaded.
  os::Path shield;              // Our own mod's folder, which is left out.
};

struct Mods {
  std::vector<Mod> found;     // Sorted by folder, each once.
  os::Path policy;            // A managed settings file, or the folder of several; empty for none.
  bool only_managed = false;  // It lets no other mod run.
};
Mods find_mods(os::System& system, const ModPlaces& places);

// For doctor: each with its path, and what keeps them from overruling a denial. Our own is not
// among them.
void check_mods(os::System& system, const engine::InstallTarget& target, Findings& findings);

// At a session's start: what is there and was not told before.
void tell_of_mods(os::System& system, const model::HostEvent& event, model::HostReply& reply);

}  // namespace host::claude_code
