// Which part of "foo-bar-baz" is the MCP server's: Copilot joins it and its tool by a hyphen and
// tells neither alone.
#pragma once
#include <cstddef>
#include <string_view>

#include "os/system.h"

namespace host::copilot {

// Where a project's servers may be named: in the folder of the conversation, in the project's, and
// in those between. Either may be empty.
struct ServerFolders {
  os::Path project;
  os::Path conversation;
};

// Where the server's name ends in a tool's: behind the longest name of a server that Copilot's
// files have, else at the last hyphen. npos where there is no name on either side. Only a name with
// several hyphens is worth the look at files.
std::size_t server_end(std::string_view tool, const ServerFolders& folders, os::System& system);

}  // namespace host::copilot
