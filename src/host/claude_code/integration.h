// Installing into Claude Code: hook entries in its settings files, and what may be wrong with them.
#pragma once
#include "engine/installation.h"

namespace host::claude_code {

class Integration final : public engine::HostIntegration {
 public:
  std::string_view name() const override;
  base::Result<std::vector<engine::FileChange>> plan_install(
      os::System system, const engine::InstallTarget& target) override;
  base::Result<std::vector<engine::FileChange>> plan_uninstall(
      os::System system, const engine::InstallTarget& target) override;
  std::string print_hooks(const os::Path& program) override;
  std::optional<std::string> current_session(os::Environment& environment) override;
  std::vector<engine::Finding> check(os::System system,
                                     const engine::InstallTarget& target) override;
  model::HostStatus read_status(std::string_view input) override;
};

}  // namespace host::claude_code
