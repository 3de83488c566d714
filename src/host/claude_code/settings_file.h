// Where Claude Code's settings lie for each scope, and what our hooks look like there.
#pragma once
#include <optional>
#include <string>

#include "engine/installation.h"
#include "host/claude_code/client.h"
#include "host/claude_code/settings.h"

namespace host::claude_code {

os::Path settings_path(const engine::InstallTarget& target, engine::InstallScope scope);

// The hooks that installing writes into a scope's file.
HookForm form_for(const engine::InstallTarget& target, engine::InstallScope scope,
                  const std::optional<Client>& client);

// The same target as one of its linked worktrees has it, with the files there.
engine::InstallTarget in_worktree(engine::InstallTarget target, const os::Path& worktree);

os::Path main_root(const engine::InstallTarget& target);
// Whether a client in the target's linked worktree finds the main one's .mcp.json: it looks in all
// folders above, but knows nothing of worktrees there.
bool reads_main_servers(const engine::InstallTarget& target);

// Whether the client, started in the target's root, reads hooks of ours from anywhere.
bool is_gated(os::System& system, const engine::InstallTarget& target);

// Nothing where there is no file. The file may be a link.
base::Result<std::optional<std::string>> read_settings(os::System& system, const os::Path& path);

// The settings file that switches our plugin on, which brings hooks of its own; nothing where none
// does. A file that cannot be read switches nothing on.
std::optional<os::Path> plugin_switch(os::System& system, const engine::InstallTarget& target);

// Whether the user's own file has hooks of ours, all of this form's and with a program that is
// there: then the client calls us in every project, and a second set would count each event twice.
bool are_hooks_the_users(os::System& system, const engine::InstallTarget& target, HookForm form);

// parse_settings with the file's name in the sentence.
base::Result<base::JsonText> parse_settings_of(const os::Path& path, std::string text);

}  // namespace host::claude_code
