#include "host/windsurf/integration.h"

#include "host/hooks_part.h"
#include "host/server_part.h"
#include "host/windsurf/adapter.h"

namespace host::windsurf {
namespace {

std::vector<HookEvent> events() {
  return {{.name = "pre_read_code", .asks = true},
          {.name = "pre_write_code", .asks = true},
          {.name = "pre_run_command", .asks = true},
          {.name = "pre_mcp_tool_use", .asks = true},
          {.name = "pre_user_prompt"},
          {.name = "post_read_code"},
          {.name = "post_write_code"},
          {.name = "post_run_command"},
          {.name = "post_mcp_tool_use"},
          {.name = "post_cascade_response"}};
}

}  // namespace

HostDescription description() {
  HostDescription host{
      .name = kHostName,
      .title = "Windsurf",
      .program = "windsurf",
      .user_folder = {.below_home = ".codeium/windsurf"},
      .traces = {".windsurf", ".codeium/windsurf"},
      .trust = "Windsurf reads its hooks when it starts: restart it.",
      .limits = {"only reading, writing, commands and MCP tools ask; searching and the web do not",
                 "nothing can be told to the model but why a call is denied",
                 "nothing tells when a conversation begins or ends, and a turn cannot be held",
                 "a hook that hangs lets the action pass"}};
  host.parts.push_back(std::make_unique<HooksPart>(kHostName,
                                                   PartPlace{".windsurf/hooks.json", "hooks.json"},
                                                   HandlerForm{.layout = HookLayout::handlers,
                                                               .has_type = false,
                                                               .timeout = "",
                                                               .on_failure = OnFailure::block},
                                                   events()));
  host.parts.push_back(std::make_unique<ServerPart>(PartPlace{"", "mcp_config.json"}, "mcpServers",
                                                    ServerShape::plain));
  return host;
}

}  // namespace host::windsurf
