#include "host/cline/integration.h"

#include "host/cline/adapter.h"
#include "host/cline/script_part.h"
#include "host/server_part.h"

namespace host::cline {

HostDescription description() {
  HostDescription host{
      .name = kHostName,
      .title = "Cline",
      .program = "cline",
      .user_folder = {},
      .traces = {".clinerules", ".cline"},
      .trust = "In the extension for VS Code hooks must be switched on in Cline's settings.",
      .limits = {
          "a denied call ends the whole run, and the model does not read why",
          "a hook that takes longer than 30 seconds (the command line: 120) lets the tool run",
          "the command line throws away what is told at a start or with a prompt",
          "a turn cannot be held"}};
  for (const ScriptEvent& event :
       {ScriptEvent{"PreToolUse", true}, ScriptEvent{"PostToolUse"},
        ScriptEvent{"UserPromptSubmit"}, ScriptEvent{"TaskStart"}, ScriptEvent{"TaskResume"},
        ScriptEvent{"TaskComplete"}, ScriptEvent{"TaskCancel"}, ScriptEvent{"SessionShutdown"},
        ScriptEvent{"PreCompact"}}) {
    host.parts.push_back(std::make_unique<ScriptPart>(event));
  }
  host.parts.push_back(
      std::make_unique<ServerPart>(PartPlace{"", ".cline/data/settings/cline_mcp_settings.json"},
                                   "mcpServers", ServerShape::plain));
  return host;
}

}  // namespace host::cline
