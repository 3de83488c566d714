#include "host/gemini/integration.h"

#include <nlohmann/json.hpp>

#include "host/gemini/adapter.h"
#include "host/hooks_part.h"
#include "host/server_part.h"

namespace host::gemini {
namespace {

constexpr int kMillisecondsPerSecond = 1000;

// An automatic PreCompress comes before every request to the model, whether or not it compresses.
std::vector<HookEvent> events() {
  return {{.name = "BeforeTool", .asks = true, .matcher = "*"},
          {.name = "AfterTool", .matcher = "*"},
          {.name = "BeforeAgent"},
          {.name = "AfterAgent"},
          {.name = "PreCompress", .matcher = "manual"},
          {.name = "SessionStart"},
          {.name = "SessionEnd"}};
}

// In a folder of which a person said so it runs without the project's settings.
void take_trust(const std::string& text, Standing& standing) {
  const base::Json folders = read_loosely(text, standing);
  if (!folders.is_object()) return;
  for (const auto& folder : folders.items()) {
    if (folder.value() != base::Json("DO_NOT_TRUST")) continue;
    standing.add_against(folder.key(), "DO_NOT_TRUST for " + folder.key() +
                                           ", by which a project's hooks are not asked");
  }
}

void take_variables(const std::string& text, Standing& standing) {
  take_variables_of_ours(text, standing);
}

}  // namespace

HostDescription description() {
  const PartPlace settings{".gemini/settings.json", "settings.json"};
  HostDescription host{
      .name = kHostName,
      .title = "Gemini CLI",
      .program = "gemini",
      .user_folder = {.variable = "GEMINI_CLI_HOME",
                      .below_variable = ".gemini",
                      .below_home = ".gemini"},
      .traces = {".gemini"},
      .trust = "Gemini CLI reads a project's settings only in a folder that it was told to trust.",
      .is_trust_of_projects = true,
      .takes_comments = true,
      .limits = {
          "a hook that takes longer than its 10 seconds lets the tool run",
          "hooksConfig.enabled: false in any of its settings switches all hooks off, and "
          "hooksConfig.disabled those that it names",
          "a trusted folder's .env sets variables for hooks too, HOLDFAST_GATE=off among them",
          "--skip-trust runs without the project's settings, hooks included",
          "nothing tells that a tool failed, when a subagent begins and ends, nor that it "
          "compressed by itself"}};
  host.parts.push_back(
      std::make_unique<HooksPart>(kHostName, settings,
                                  HandlerForm{.timeout_units_per_second = kMillisecondsPerSecond,
                                              .on_failure = OnFailure::block,
                                              .hook_switch = {.section = "hooksConfig",
                                                              .member = "enabled",
                                                              .off = false,
                                                              .skipped = "disabled",
                                                              .is_merged = true}},
                                  events()));
  host.parts.push_back(std::make_unique<ServerPart>(settings, "mcpServers", ServerShape::plain));
  host.switch_files = {{{"", "trustedFolders.json"}, take_trust},
                       {{".gemini/.env", ".env"}, take_variables},
                       {{".env", ""}, take_variables}};
  return host;
}

}  // namespace host::gemini
