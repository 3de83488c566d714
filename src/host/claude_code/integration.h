// Installing into Claude Code: hooks and the MCP server in its files, and what may be wrong there.
#pragma once
#include <optional>

#include "engine/installation.h"
#include "host/claude_code/client.h"

namespace host::claude_code {

class Integration final : public engine::HostIntegration {
 public:
  std::string_view name() const override;
  base::Result<std::vector<engine::FileChange>> plan_install(
      os::System system, const engine::InstallTarget& target) override;
  base::Result<std::vector<engine::FileChange>> plan_uninstall(
      os::System system, const engine::InstallTarget& target) override;
  std::string summary(os::System system, const engine::InstallTarget& target) override;
  std::string left_to_do(os::System system, const engine::InstallTarget& target) override;
  std::vector<engine::KeptConversation> conversations(os::System system,
                                                      const engine::InstallTarget& target) override;
  bool has_shield() override { return true; }
  bool lacks_shield(os::System system, const engine::InstallTarget& target) override;
  std::string print_hooks(os::System system, const engine::InstallTarget& target) override;
  std::optional<std::string> current_session(os::Environment& environment) override;
  std::vector<engine::Finding> check(os::System system,
                                     const engine::InstallTarget& target) override;
  model::HostStatus read_status(std::string_view input) override;
  std::vector<engine::Finding> check_and_repair(os::System system,
                                                const engine::InstallTarget& target) override;

 private:
  // Of one worktree: the target's root.
  base::Result<std::vector<engine::FileChange>> plan_install_in(
      os::System& system, const engine::InstallTarget& target);
  const std::optional<Client>& client(os::System& system);
  // What calls us here already, as the end of a sentence.
  std::optional<std::string> brought_by(os::System& system, const engine::InstallTarget& target);

  bool looked_ = false;  // The client is hundreds of megabytes: it is read once a process.
  std::optional<Client> client_;
};

}  // namespace host::claude_code
