#include "host/copilot/integration.h"

#include <nlohmann/json.hpp>

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

void take_switch(const std::string& text, Standing& standing) {
  const base::Json settings = read_loosely(text, standing);
  if (!base::flag_at(settings, "disableAllHooks")) return;
  standing.add_against("disableAllHooks", "disableAllHooks, by which no hook is asked");
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
  host.switch_files = {{{".github/copilot/settings.json", "settings.json"}, take_switch},
                       {{".github/copilot/settings.local.json", "config.json"}, take_switch}};
  return host;
}

}  // namespace host::copilot
