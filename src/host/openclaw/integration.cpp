#include "host/openclaw/integration.h"

#include "host/openclaw/adapter.h"
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
          "OpenClaw loads the plugins that its own settings name: put into its openclaw.json "
          "what `holdfast hooks print --host openclaw` prints, with the folder plugin/openclaw "
          "of Holdfast's sources, and restart its gateway (docs/openclaw.md).",
      .limits = {
          "without hooks.allowConversationAccess in its settings nothing reaches the model at "
          "the start of a session"}};
  host.parts.push_back(std::make_unique<SettingsPart>());
  return host;
}

}  // namespace host::openclaw
