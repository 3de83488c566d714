#include "host/cline/script_part.h"

#include "base/text.h"
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

// A clone without the program must work, so what is shared blocks nobody.
bool must_block(const ScriptEvent& event, const PartForm& form) {
  return event.asks && form.kind == HookKind::own;
}

// The line for a script of somebody else, which goes on behind it.
std::string call_of(const ScriptEvent& event, const PartForm& form) {
  std::string command =
      to_command({form.program, event.name, kHost, OnFailure::as_the_host_has_it});
  if (!must_block(event, form)) return command;
  return std::string(kAsk) + command + std::string(kOrBlock);
}

std::string hook_script(const ScriptEvent& event, const PartForm& form) {
  std::string line;
  if (form.kind == HookKind::shared) {
    line = to_command({form.program, event.name, kHost, OnFailure::pass});
  } else {
    line = (event.asks ? "" : std::string(kExec)) + call_of(event, form);
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
  if (!hook || hook_script(event, {hook->program, hook->kind()}) != text) return std::nullopt;
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
  return hook_script(event_, form);
}

base::Result<std::optional<std::string>> ScriptPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  const auto hook = hook_in(text, event_);
  if (hook && (!kind || hook->kind() == *kind)) return std::optional<std::string>();
  return std::optional<std::string>(text);
}

// What is around the call is theirs; a comment calls nobody.
OthersCall ScriptPart::others_call(const std::string& text, const PartForm& form) const {
  std::string code;
  for (const std::string_view line : base::split(text, '\n')) {
    if (!base::trim(line).starts_with('#')) code += std::string(line) + "\n";
  }
  const bool is_call = may_be_in(code) && code.find(event_.name) != std::string::npos;
  if (!is_call) return OthersCall::none;
  const bool is_as_advised = !must_block(event_, form) || code.find(kOrBlock) != std::string::npos;
  return is_as_advised ? OthersCall::as_advised : OthersCall::in_its_own_way;
}

// Of a script that calls us every line counts: one before the call may end it.
void ScriptPart::take_standing(const std::string& text, Standing& standing) const {
  const bool is_call =
      hook_in(text, event_) || others_call(text, {"holdfast", HookKind::own}) != OthersCall::none;
  if (is_call) standing.add_ours(text, "the call in the script for " + std::string(event_.name));
}

std::string ScriptPart::by_hand(const PartForm& form) const { return hook_script(event_, form); }

std::string ScriptPart::how_to_add(const std::string& file, const PartForm& form) const {
  return "another hook has the place " + file + "; call `" + call_of(event_, form) + "` from it";
}

}  // namespace host::cline
