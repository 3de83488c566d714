// Which conversation an agent belongs to that another agent started, for hosts that tell of its
// calls only who started it. One sealed file an agent, `<local>/agents/{24 hex}`; see
// docs/format/agent.md.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/system.h"
#include "store/keyring.h"
#include "store/layout.h"

namespace store {

inline os::Path agents_path(const Layout& layout) { return layout.local() / "agents"; }

class AgentOwners {
 public:
  // All outlive this.
  AgentOwners(os::System system, const Layout& layout, Keyring& keys)
      : system_(system), layout_(layout), keys_(keys) {}

  // The conversation, as its host spells it; nothing where none was kept, or the file is not ours.
  std::optional<std::string> find(std::string_view agent);
  // Not synced: after a power cut there is no such agent any more.
  base::Result<void> keep(std::string_view agent, std::string_view conversation);
  // When a conversation has ended: its agents, and those that a crash left behind long ago.
  void forget(std::string_view conversation);

 private:
  struct Owner {
    std::string agent;
    std::string conversation;
  };
  os::Path file(std::string_view agent) const;
  std::optional<Owner> read(const os::Path& path);

  os::System system_;
  const Layout& layout_;
  Keyring& keys_;
};

}  // namespace store
