// `handoff list` and `handoff accept` with --team.
#pragma once
#include <string>

#include "cli/command.h"

namespace cli {

struct TeamOptions {
  bool is_asked = false;
  bool all_repositories = false;
};
base::Result<int> list_team_handoffs(Context& context, Arguments& arguments,
                                     const TeamOptions& options);
base::Result<int> accept_team_handoff(Context& context, Arguments& arguments,
                                      const std::string& id);

}  // namespace cli
