#include "engine/tracked_file.h"

#include "engine/git_command.h"

namespace engine {

bool is_tracked(os::System& system, const InstallTarget& target, const os::Path& file) {
  if (target.git_dir.empty()) return false;
  const auto done = system.processes.run(
      git_request(target.root, {"ls-files", "--error-unmatch", "--", file.native()}));
  return done.ok() && done->exit_code == 0;
}

}  // namespace engine
