#include "host/claude_code/settings.h"

#include <nlohmann/json.hpp>

namespace host::claude_code {

using base::Json;

namespace {

const HookDialect& hook_dialect() {
  static const HookDialect kDialect{
      .layout = HookLayout::groups,
      .events = used_events(),
      .hint = "Correct the file; `holdfast hooks print` shows what to put in by hand."};
  return kDialect;
}

std::vector<HookEntry> entries_of(const HookForm& form) {
  std::vector<HookEntry> entries;
  for (const std::string_view event : form.events) {
    entries.push_back({std::string(event), base::JsonBox(group_for(event, form))});
  }
  return entries;
}

}  // namespace

const std::vector<std::string_view>& basic_events() {
  static const std::vector<std::string_view> kEvents{
      "PreToolUse",   "PostToolUse", "UserPromptSubmit", "Stop",
      "SubagentStop", "PreCompact",  "SessionStart",     "SessionEnd"};
  return kEvents;
}

const std::vector<std::string_view>& used_events() {
  static const std::vector<std::string_view> kEvents{
      "PreToolUse",  "PostToolUse",   "PostToolUseFailure", "UserPromptSubmit",
      "Stop",        "SubagentStart", "SubagentStop",       "PreCompact",
      "PostCompact", "SessionStart",  "SessionEnd"};
  return kEvents;
}

base::Result<base::JsonText> parse_settings(std::string text) {
  return parse_hook_file(std::move(text), hook_dialect());
}

std::vector<OurHook> our_hooks(const Json& settings) {
  return host::our_hooks(settings, HookLayout::groups);
}

bool is_installed(const Json& settings, const HookForm& form) {
  return has_entries(settings, hook_dialect(), entries_of(form));
}

base::Result<std::string> with_our_hooks(const std::optional<std::string>& text,
                                         const HookForm& form) {
  TRY(check_program(form.program));
  return with_entries(text, hook_dialect(), entries_of(form));
}

base::Result<std::optional<std::string>> without_our_hooks(std::string text) {
  return without_entries(std::move(text), hook_dialect());
}

}  // namespace host::claude_code
