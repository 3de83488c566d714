#include "host/cline/script_part.h"

#include "host/hook_file.h"

namespace host::cline {
namespace {

constexpr std::string_view kHost = "cline";
constexpr std::string_view kShell = "#!/bin/sh\n";
constexpr std::string_view kExec = "exec ";
// Cline lets a tool pass when a hook fails, so the script itself says no.
constexpr std::string_view kAsk = "answer=$(";
constexpr std::string_view kOrBlock =
    ") || answer='{\"cancel\":true,\"errorMessage\":\"Holdfast could not decide; run holdfast "
    "doctor\"}'; printf '%s\\n' \"$answer\"";

std::string call_of(const ScriptEvent& event, const PartForm& form) {
  return to_command({form.program, event.name, kHost, OnFailure::as_the_host_has_it});
}

std::string script_of(const ScriptEvent& event, const PartForm& form) {
  const bool is_shared = form.kind == HookKind::shared;
  const std::string command =
      to_command({form.program, event.name, kHost,
                  is_shared ? OnFailure::pass : OnFailure::as_the_host_has_it});
  std::string line;
  if (!is_shared && event.asks) {
    line = std::string(kAsk) + command + std::string(kOrBlock);
  } else {
    line = is_shared ? command : std::string(kExec) + command;
  }
  return std::string(kShell) + line + "\n";
}

// The call in a script of ours; nothing where one character is not as we write it.
std::optional<OurHook> hook_in(std::string_view text, const ScriptEvent& event) {
  if (!text.starts_with(kShell) || !text.ends_with('\n')) return std::nullopt;
  std::string_view line = text.substr(kShell.size());
  line.remove_suffix(1);
  if (line.starts_with(kExec)) line.remove_prefix(kExec.size());
  if (line.starts_with(kAsk) && line.ends_with(kOrBlock)) {
    line.remove_prefix(kAsk.size());
    line.remove_suffix(kOrBlock.size());
  }
  auto hook = our_hook_of(line, event.name);
  if (!hook || script_of(event, {hook->program, hook->kind()}) != text) return std::nullopt;
  return hook;
}

}  // namespace

ScriptPart::ScriptPart(const ScriptEvent& event)
    : Part({".clinerules/hooks/" + std::string(event.name),
            "Documents/Cline/Hooks/" + std::string(event.name)}),
      event_(event) {}

bool ScriptPart::may_be_in(std::string_view text) const { return may_have_hook(text, kHost); }

base::Result<std::vector<OurHook>> ScriptPart::find(const std::string& text) const {
  auto hook = hook_in(text, event_);
  if (!hook) return std::vector<OurHook>{};
  return std::vector<OurHook>{*std::move(hook)};
}

base::Result<std::string> ScriptPart::with_ours(const std::optional<std::string>& text,
                                                const PartForm& form) const {
  TRY(check_program(form.program));
  if (text && !hook_in(*text, event_)) {
    return base::Error{base::Code::exists, "another hook is there",
                       "Call Holdfast from it: " + call_of(event_, form)};
  }
  return script_of(event_, form);
}

base::Result<std::optional<std::string>> ScriptPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  const auto hook = hook_in(text, event_);
  if (hook && (!kind || hook->kind() == *kind)) return std::optional<std::string>();
  return std::optional<std::string>(text);
}

std::string ScriptPart::by_hand(const PartForm& form) const { return script_of(event_, form); }

std::string ScriptPart::how_to_add(const std::string& file, const PartForm& form) const {
  return "another hook has the place " + file + "; call `" + call_of(event_, form) + "` from it";
}

}  // namespace host::cline
