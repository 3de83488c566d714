#include "host/our_hook.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "host/shell_words.h"

namespace host {

using base::Json;

namespace {

constexpr std::string_view kIfInstalled = "command -v holdfast >/dev/null 2>&1 || exit 0; ";
constexpr std::string_view kElseBlock = " || exit 2";

// The program and its arguments, in whichever form they are written.
struct Call {
  std::vector<std::string> words;
  HookStyle style = HookStyle::shell;
};

std::optional<Call> call_in(std::string_view command) {
  if (command.starts_with(kIfInstalled)) command.remove_prefix(kIfInstalled.size());
  if (command.ends_with(kElseBlock)) command.remove_suffix(kElseBlock.size());
  auto words = shell_words(command);
  if (!words) return std::nullopt;
  return Call{*std::move(words), HookStyle::shell};
}

std::optional<Call> call_of(const Json& handler) {
  // Copilot has the second name for what bash runs.
  auto command = handler.find("command");
  if (command == handler.end()) command = handler.find("bash");
  if (command == handler.end() || !command->is_string()) return std::nullopt;
  const std::string& text = command->get_ref<const std::string&>();
  const auto arguments = handler.find("args");
  if (arguments == handler.end()) return call_in(text);
  Call call{{text}, HookStyle::exec};
  if (!arguments->is_array()) return std::nullopt;
  for (const Json& argument : *arguments) {
    if (!argument.is_string()) return std::nullopt;
    call.words.push_back(argument.get<std::string>());
  }
  return call;
}

std::optional<OurHook> hook_of(std::optional<Call> call, std::string_view event) {
  if (!call || call->words.size() < 3 || call->words[1] != "hook") return std::nullopt;
  if (!is_our_program(call->words[0])) return std::nullopt;
  OurHook hook{std::string(event), std::move(call->words[0]), call->style};
  const auto option = std::find(call->words.begin() + 2, call->words.end(), "--host");
  if (option != call->words.end() && option + 1 != call->words.end()) hook.host = option[1];
  return hook;
}

}  // namespace

bool is_our_program(const std::string& program) {
  const os::Path name = os::Path(program).filename();
  return name == "holdfast" || name == "brain";
}

std::string_view name_of(HookStyle style) {
  switch (style) {
    case HookStyle::shell:
      return "shell";
    case HookStyle::exec:
      return "exec";
  }
  return "";
}

HookKind OurHook::kind() const {
  return program.find('/') == std::string::npos ? HookKind::shared : HookKind::own;
}

std::string to_command(const HookLine& line) {
  std::string command = quoted_for_shell(line.program) + " hook " + std::string(line.event) +
                        " --host " + std::string(line.host);
  switch (line.on_failure) {
    case OnFailure::as_the_host_has_it:
      return command;
    case OnFailure::pass:
      return std::string(kIfInstalled) + command;
    case OnFailure::block:
      return command + std::string(kElseBlock);
  }
  return command;
}

std::optional<OurHook> our_hook_of(std::string_view command, std::string_view event) {
  return hook_of(call_in(command), event);
}

std::optional<OurHook> our_hook(const Json& handler, std::string_view event) {
  if (!handler.is_object()) return std::nullopt;
  auto hook = hook_of(call_of(handler), event);
  if (!hook) return std::nullopt;
  for (const char* const name : {"timeout", "timeoutSec"}) {
    const auto timeout = handler.find(name);
    if (timeout != handler.end() && timeout->is_number()) hook->timeout = timeout->get<double>();
  }
  for (const char* const name : {"bash", "command", "name"}) {
    const auto text = handler.find(name);
    if (text == handler.end() || !text->is_string()) continue;
    if (const auto& word = text->get_ref<const std::string&>(); !word.empty()) hook->name = word;
  }
  return hook;
}

bool may_have_hook(std::string_view text, std::string_view host) {
  return text.find("--host " + std::string(host)) != std::string_view::npos;
}

}  // namespace host
