// What Claude Code's own files say about our being asked.
#pragma once
#include <string>
#include <vector>

#include "host/standing.h"
#include "os/system.h"

namespace host::claude_code {

enum class FileRole {
  settings,
  managed_settings,  // The administrator's: what they switch off is off.
  servers,           // .mcp.json
  state,             // ~/.claude.json, which the client writes itself.
};

void take_standing(FileRole role, const std::string& text, Standing& standing);

struct WatchedFile {
  os::Path path;  // Below a project's root where it is relative, there or in a folder of it.
  FileRole role = FileRole::settings;
};
// All of them, whether or not they are there.
std::vector<WatchedFile> watched_files(os::System& system, const os::Path& home);

}  // namespace host::claude_code
