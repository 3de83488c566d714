#include "host/copilot/integration.h"

#include "host/copilot/adapter.h"
#include "host/hooks_part.h"
#include "host/server_part.h"

namespace host::copilot {
namespace {

std::vector<HookEvent> events() {
  return {{.name = "preToolUse", .asks = true},
          {.name = "postToolUse"},
          {.name = "postToolUseFailure"},
          {.name = "userPromptSubmitted"},
          {.name = "agentStop"},
          {.name = "subagentStart"},
          {.name = "subagentStop"},
          {.name = "preCompact"},
          {.name = "sessionStart"},
          {.name = "sessionEnd"}};
}

}  // namespace

HostDescription description() {
  HostDescription host{
      .name = kHostName,
      .title = "GitHub Copilot CLI",
      .program = "copilot",
      .user_folder = {.variable = "COPILOT_HOME", .below_home = ".copilot"},
      .traces = {".copilot"},
      .trust =
          "Copilot runs a project's hooks only in a folder that it trusts; with -p give it "
          "--trust-folder.",
      .is_trust_of_projects = true,
      .limits = {"a hook that takes longer than its 10 seconds lets the tool run",
                 "disableAllHooks in its settings switches all hooks off",
                 "nothing tells that a compaction is done",
                 "beside a .mcp.json of the project it does not read .github/mcp.json"}};
  host.parts.push_back(std::make_unique<HooksPart>(
      kHostName, PartPlace{".github/hooks/holdfast.json", "hooks/holdfast.json"},
      HandlerForm{.layout = HookLayout::handlers,
                  .has_version = true,
                  .command = "bash",
                  .timeout = "timeoutSec",
                  .hook_switch = {"", "disableAllHooks", true}},
      events()));
  host.parts.push_back(std::make_unique<ServerPart>(
      PartPlace{".github/mcp.json", "mcp-config.json"}, "mcpServers", ServerShape::typed_local));
  return host;
}

}  // namespace host::copilot
