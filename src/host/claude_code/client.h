// The Claude Code that is installed here: its version, and which events it knows. It is read, never
// run: what PATH calls `claude` may be anything.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "host/claude_code/hook_command.h"
#include "host/program.h"

namespace host::claude_code {

struct Client {
  os::Path program;                       // The file with the client's own code.
  std::optional<ProgramVersion> version;  // None where nothing tells it.
  std::vector<std::string_view> events;   // Those of used_events() that it knows.
};

// `claude` on PATH, else where its installers put it.
std::optional<Client> find_client(os::System& system);

// What to write for this client; none: what every client understands.
HookStyle style_for(const std::optional<Client>& client);
std::vector<std::string_view> events_for(const std::optional<Client>& client);

// Whether it reads the main worktree's settings.local.json when it runs in a linked worktree;
// nothing where its version is not known.
std::optional<bool> reads_main_worktree(const std::optional<Client>& client);

}  // namespace host::claude_code
