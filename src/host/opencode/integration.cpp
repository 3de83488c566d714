#include "host/opencode/integration.h"

#include "host/opencode/adapter.h"
#include "host/opencode/plugin_part.h"
#include "host/server_part.h"

namespace host::opencode {

HostDescription description() {
  HostDescription host{
      .name = kHostName,
      .title = "OpenCode",
      .program = "opencode",
      .user_folder = {.variable = "XDG_CONFIG_HOME",
                      .below_variable = "opencode",
                      .below_home = ".config/opencode"},
      .traces = {".opencode", ".config/opencode"},
      .takes_comments = true,
      .limits = {"whoever starts it without plugins starts it without the gate",
                 "a turn cannot be held: what is missing is told with the next prompt"}};
  host.parts.push_back(std::make_unique<PluginPart>());
  host.parts.push_back(std::make_unique<ServerPart>(
      PartPlace{".opencode/opencode.json", "opencode.json"}, "mcp", ServerShape::command_list));
  return host;
}

}  // namespace host::opencode
