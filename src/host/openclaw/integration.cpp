#include "host/openclaw/integration.h"

#include "host/openclaw/adapter.h"
#include "host/openclaw/plugin_part.h"
#include "host/openclaw/server_part.h"
#include "host/openclaw/settings_part.h"

namespace host::openclaw {

HostDescription description() {
  HostDescription host{
      .name = kHostName,
      .title = "OpenClaw",
      .program = "openclaw",
      .user_folder = {.variable = "OPENCLAW_STATE_DIR", .below_home = ".openclaw"},
      .traces = {".openclaw"},
      .trust =
          "Restart OpenClaw's gateway. Its agents work in a folder of their own "
          "(agents.defaults.workspace, else ~/.openclaw/workspace): where that is not this "
          "project, run `holdfast init` there too.",
      .takes_comments = true,
      .limits = {"where the plugin's folder is gone it warns and runs without the gate",
                 "`openclaw agent exec` runs no hook of any plugin",
                 "a program of code mode is decided by the calls that it makes, and the executor "
                 "`node` is no wall around it; tools.codeMode.executor: \"quickjs\" is one",
                 "without hooks.allowConversationAccess in its settings nothing reaches the model "
                 "at the start of a session"}};
  // The files before the settings that name them: taken out in the other order, no settings ever
  // name a folder that is not there.
  for (const PluginFile& file : plugin_files()) {
    host.parts.push_back(std::make_unique<PluginPart>(file));
  }
  host.parts.push_back(std::make_unique<SettingsPart>());
  host.parts.push_back(std::make_unique<ServerPart>());
  return host;
}

}  // namespace host::openclaw
