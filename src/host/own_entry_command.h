// A host's own command that takes our entries out of its files, or loads code before us.
#pragma once
#include <optional>
#include <string>

#include "engine/host_files.h"

namespace host {

// The command's words for a message; nothing for any other call.
std::optional<std::string> own_entry_command(const policy::shell::ProgramCall& call);

}  // namespace host
