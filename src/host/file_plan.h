// The changes that installing makes to a host's files, worked out before anything is written.
#pragma once
#include <string>
#include <vector>

#include "engine/installation.h"
#include "host/file_integration.h"

namespace host {

struct FilePlan {
  std::vector<engine::FileChange> changes;
  std::vector<std::string> left_to_do;  // Sentences for the person.
};

base::Result<FilePlan> plan_files(os::System& system, const HostDescription& host,
                                  const engine::InstallTarget& target);
base::Result<FilePlan> plan_no_files(os::System& system, const HostDescription& host,
                                     const engine::InstallTarget& target);

// Whether the user's own file has the part, whole and with a program that is there: then the host
// calls us in every project, and a second entry would have each event counted twice.
bool is_in_users_files(os::System& system, const HostDescription& host, const Part& part,
                       const engine::InstallTarget& target);

// Whether a link stands on the way from the project's root. It may come with the repository and
// lead anywhere, so nothing is read or written through it.
bool leads_away(os::System& system, const engine::InstallTarget& target, const os::Path& path);

// Nothing where there is no file.
base::Result<std::optional<std::string>> read_text(os::System& system, const os::Path& path);

}  // namespace host
