// Which folder's project a server is started for.
#pragma once
#include <optional>
#include <string>

#include "os/system.h"

namespace mcp {

struct ServedFolder {
  os::Path path;
  std::string warning;  // Where the environment names two different ones; else empty.
};

// `given`, else SERENA_PROJECT, else CLAUDE_PROJECT_DIR, else the current folder (B1-29).
ServedFolder served_folder(os::System system, const std::optional<os::Path>& given);

}  // namespace mcp
