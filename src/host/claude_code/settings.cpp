#include "host/claude_code/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"

namespace host::claude_code {

using base::Json;

namespace {

constexpr int kTimeoutSeconds = 10;

// The program of a hook command that is ours: "<program> hook <Event>"; else nothing.
std::optional<std::string> our_program(const Json& handler) {
  const auto command = handler.find("command");
  if (!handler.is_object() || command == handler.end() || !command->is_string()) {
    return std::nullopt;
  }
  const std::string& text = command->get_ref<const std::string&>();
  const std::size_t at = text.rfind(" hook ");
  if (at == std::string::npos) return std::nullopt;
  const std::string_view event = std::string_view(text).substr(at + 6);
  if (event.find(' ') != std::string_view::npos) return std::nullopt;
  std::string program = text.substr(0, at);
  if (program.size() >= 2 && program.front() == '\'' && program.back() == '\'') {
    program = program.substr(1, program.size() - 2);
  }
  const os::Path name = os::Path(program).filename();
  if (name != "holdfast" && name != "brain") return std::nullopt;
  return program;
}

// Takes our handlers out of one event's groups; groups that had nothing else go with them.
void drop_ours(Json& groups) {
  Json kept_groups = Json::array();
  for (Json& group : groups) {
    const bool has_handlers =
        group.is_object() && group.contains("hooks") && group["hooks"].is_array();
    if (!has_handlers) {
      kept_groups.push_back(std::move(group));
      continue;
    }
    Json kept = Json::array();
    bool dropped = false;
    for (Json& handler : group["hooks"]) {
      if (our_program(handler)) {
        dropped = true;
      } else {
        kept.push_back(std::move(handler));
      }
    }
    if (dropped && kept.empty()) continue;
    group["hooks"] = std::move(kept);
    kept_groups.push_back(std::move(group));
  }
  groups = std::move(kept_groups);
}

Json our_group(std::string_view event, const HookForm& form) {
  Json handler{{"type", "command"},
               {"command", form.program + " hook " + std::string(event)},
               {"timeout", kTimeoutSeconds}};
  if (form.block_on_failure && event == "PreToolUse") handler["onFailure"] = "block";
  Json group = Json::object();
  if (event == "PreToolUse" || event == "PostToolUse") group["matcher"] = "*";
  group["hooks"] = Json::array({std::move(handler)});
  return group;
}

}  // namespace

std::string quoted_for_shell(const os::Path& program) {
  const std::string& text = program.native();
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_alnum(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

const std::vector<std::string_view>& installed_events() {
  static const std::vector<std::string_view> kEvents{
      "PreToolUse",   "PostToolUse", "UserPromptSubmit", "Stop",
      "SubagentStop", "PreCompact",  "SessionStart",     "SessionEnd"};
  return kEvents;
}

Json with_our_hooks(Json settings, const HookForm& form) {
  if (!settings.is_object()) settings = Json::object();
  Json& hooks = settings["hooks"];
  if (!hooks.is_object()) hooks = Json::object();
  for (const std::string_view event : installed_events()) {
    Json& groups = hooks[std::string(event)];
    if (!groups.is_array()) groups = Json::array();
    drop_ours(groups);
    groups.push_back(our_group(event, form));
  }
  return settings;
}

Json without_our_hooks(Json settings) {
  if (!settings.is_object() || !settings.contains("hooks") || !settings["hooks"].is_object()) {
    return settings;
  }
  Json kept = Json::object();
  for (auto& item : settings["hooks"].items()) {
    Json groups = item.value();
    const bool had_groups = groups.is_array() && !groups.empty();
    if (groups.is_array()) drop_ours(groups);
    if (had_groups && groups.empty()) continue;
    kept[item.key()] = std::move(groups);
  }
  if (kept.empty()) {
    settings.erase("hooks");
  } else {
    settings["hooks"] = std::move(kept);
  }
  return settings;
}

std::vector<std::string> our_programs(const Json& settings) {
  std::vector<std::string> programs;
  const auto hooks = settings.find("hooks");
  if (!settings.is_object() || hooks == settings.end() || !hooks->is_object()) return programs;
  for (const auto& event : hooks->items()) {
    if (!event.value().is_array()) continue;
    for (const Json& group : event.value()) {
      const auto handlers = group.is_object() ? group.find("hooks") : group.end();
      if (handlers == group.end() || !handlers->is_array()) continue;
      for (const Json& handler : *handlers) {
        if (auto program = our_program(handler)) programs.push_back(*std::move(program));
      }
    }
  }
  return programs;
}

}  // namespace host::claude_code
