#include "host/codex/integration.h"

#include "host/codex/adapter.h"
#include "host/codex/config_toml.h"
#include "host/codex/trust.h"
#include "host/hooks_part.h"

namespace host::codex {
namespace {

// The host ends what it calls at its own end after 3 s at the latest.
constexpr int kEndSeconds = 3;

std::vector<HookEvent> events() {
  return {{.name = "PreToolUse", .asks = true, .matcher = "*"},
          {.name = "PostToolUse", .matcher = "*"},
          {.name = "UserPromptSubmit"},
          {.name = "Stop"},
          {.name = "SubagentStart"},
          {.name = "SubagentStop"},
          {.name = "PreCompact"},
          {.name = "PostCompact"},
          {.name = "SessionStart"},
          {.name = "SessionEnd", .timeout_seconds = kEndSeconds}};
}

}  // namespace

HostDescription description() {
  HostDescription host{
      .name = kHostName,
      .title = "Codex",
      .program = "codex",
      .user_folder = {.variable = "CODEX_HOME", .below_home = ".codex"},
      .traces = {".codex"},
      .trust =
          "Codex runs no hook before a person has trusted it: start codex in this project, let "
          "it trust the folder, enter /hooks and trust those of Holdfast; again whenever they "
          "change.",
      .is_trusted = is_trusted,
      .switched_off = switched_off,
      .settings = "config.toml",
      .limits = {
          "a hook that was not trusted by /hooks does not run, and the agent works on "
          "without the gate",
          "`enabled = false` of a hook and `[features] hooks = false` in config.toml switch hooks "
          "off, and the agent works on without the gate",
          "a hook that takes longer than its 10 seconds lets the tool run",
          "what an agent types into a program that runs already is not told: a shell that it "
          "started can do anything",
          "nothing tells that a tool failed"}};
  host.parts.push_back(
      std::make_unique<HooksPart>(kHostName, PartPlace{".codex/hooks.json", "hooks.json"},
                                  HandlerForm{.on_failure = OnFailure::block}, events()));
  host.parts.push_back(
      std::make_unique<TomlServerPart>(PartPlace{".codex/config.toml", "config.toml"}));
  return host;
}

}  // namespace host::codex
