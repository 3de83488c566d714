#include "host/cursor/integration.h"

#include "host/cursor/adapter.h"
#include "host/hooks_part.h"
#include "host/server_part.h"

namespace host::cursor {
namespace {

// The narrow events (beforeShellExecution and the like) come besides these, so that a call would be
// heard twice. One name that Cursor does not know is said to void the whole file.
std::vector<HookEvent> events() {
  return {{.name = "preToolUse", .asks = true},
          {.name = "beforeMCPExecution", .asks = true},
          {.name = "postToolUse"},
          {.name = "postToolUseFailure"},
          {.name = "beforeSubmitPrompt"},
          {.name = "stop"},
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
      .title = "Cursor",
      .program = "cursor",
      .user_folder = {.below_home = ".cursor"},
      .traces = {".cursor"},
      .trust =
          "`failClosed` in Cursor's file keeps a tool from running where the hook fails: leave "
          "it there.",
      .limits = {"hooks of a project's shared file fail open: without failClosed a tool runs where "
                 "the hook fails",
                 "it does not wait for sessionStart, so its first request may come before what is "
                 "told at the start",
                 "nothing tells that a compaction is done"}};
  host.parts.push_back(std::make_unique<HooksPart>(kHostName,
                                                   PartPlace{".cursor/hooks.json", "hooks.json"},
                                                   HandlerForm{.layout = HookLayout::handlers,
                                                               .has_version = true,
                                                               .has_type = false,
                                                               .fail_closed = "failClosed"},
                                                   events()));
  host.parts.push_back(std::make_unique<ServerPart>(PartPlace{".cursor/mcp.json", "mcp.json"},
                                                    "mcpServers", ServerShape::plain));
  return host;
}

}  // namespace host::cursor
