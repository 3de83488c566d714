#include "host/claude_code/attendance.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.h"
#include "host/our_hook.h"

namespace host::claude_code {
namespace {

using base::Json;

constexpr std::uint64_t kSettingsBytesMax = std::uint64_t{4} << 20U;

bool is_for_us(const Json& handlers) {
  return std::all_of(handlers.begin(), handlers.end(), [](const Json& handler) {
    return our_hook(handler, "PermissionRequest").has_value();
  });
}

// Whether all that answers for the person here is ours. A file that cannot be read may hold
// anything.
bool answers_alone(os::System& system, const os::Path& path) {
  const auto text = system.files.read(path, {.bytes_max = kSettingsBytesMax});
  if (!text.ok()) return text.error().code == base::Code::not_found;
  if (text->find("PermissionRequest") == std::string::npos) return true;
  const auto settings = base::parse_json(*text);
  if (!settings.ok() || !settings->is_object()) return false;
  const auto hooks = settings->find("hooks");
  if (hooks == settings->end() || !hooks->is_object()) return true;
  const auto groups = hooks->find("PermissionRequest");
  if (groups == hooks->end() || !groups->is_array()) return true;
  return std::all_of(groups->begin(), groups->end(), [](const Json& group) {
    const auto handlers = group.is_object() ? group.find("hooks") : group.end();
    return !group.is_object() || handlers == group.end() || !handlers->is_array() ||
           is_for_us(*handlers);
  });
}

bool may_be_ours(const std::string& command) {
  return command.find("holdfast") != std::string::npos ||
         command.find("brain") != std::string::npos;
}

}  // namespace

bool can_ask_person(const model::HostEvent& event, std::string_view permission_mode,
                    os::System& system) {
  const bool is_own_command = event.call.tool == "Bash" && may_be_ours(event.call.command);
  // The client's mode has changed by the time that it tells what became of the plan.
  const bool is_plan = event.call.tool == "ExitPlanMode" &&
                       (permission_mode == "plan" || !model::asks_about_a_tool(event.kind));
  if (!is_own_command && !is_plan) return false;
  // What is inside a subagent is not put to the person as theirs to decide.
  if (!event.agent_id.empty()) return false;
  if (system.environment.text("CLAUDE_CODE_SESSION_ATTENDED") != "1") return false;
  const std::string config = system.environment.text("CLAUDE_CONFIG_DIR");
  const os::Path user =
      config.empty() ? os::Path(system.environment.text("HOME")) / ".claude" : os::Path(config);
  const os::Path project =
      event.project_folder.empty() ? os::Path(event.folder) : os::Path(event.project_folder);
  const std::array<os::Path, 3> files{user / "settings.json", project / ".claude/settings.json",
                                      project / ".claude/settings.local.json"};
  return std::all_of(files.begin(), files.end(),
                     [&](const os::Path& file) { return answers_alone(system, file); });
}

bool is_started_by_client(const model::HostEvent& event, os::Processes& processes) {
  auto process = processes.info(processes.self());
  // A shell stands between where the client runs a hook as a command line.
  for (int i = 0; i < 2 && process.ok(); ++i) {
    if (process->parent == event.owner_pid && event.owner_pid > 0) return true;
    process = processes.info(process->parent);
  }
  return false;
}

}  // namespace host::claude_code
