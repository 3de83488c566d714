#include "host/claude_code/hook_command.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace host::claude_code {

using base::Json;

namespace {

// Seconds. The program's own deadline is far below; without one the host gives SessionEnd 1.5 s and
// everything else minutes.
constexpr int kTimeoutSeconds = 10;

bool is_our_program(const std::string& program) {
  const os::Path name = os::Path(program).filename();
  return name == "holdfast" || name == "brain";
}

bool has_matcher(std::string_view event) {
  return event == "PreToolUse" || event == "PostToolUse" || event == "PostToolUseFailure";
}

// The program and its arguments, in whichever form they are written.
struct Call {
  std::vector<std::string> words;
  HookStyle style = HookStyle::shell;
};

std::optional<Call> call_of(const Json& handler) {
  const auto command = handler.find("command");
  if (command == handler.end() || !command->is_string()) return std::nullopt;
  const std::string& text = command->get_ref<const std::string&>();
  const auto arguments = handler.find("args");
  if (arguments == handler.end()) {
    auto words = shell_words(text);
    if (!words) return std::nullopt;
    return Call{*std::move(words), HookStyle::shell};
  }
  Call call{{text}, HookStyle::exec};
  if (!arguments->is_array()) return std::nullopt;
  for (const Json& argument : *arguments) {
    if (!argument.is_string()) return std::nullopt;
    call.words.push_back(argument.get<std::string>());
  }
  return call;
}

}  // namespace

std::string_view name_of(HookStyle style) {
  switch (style) {
    case HookStyle::shell:
      return "shell";
    case HookStyle::exec:
      return "exec";
  }
  return "";
}

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

std::optional<std::vector<std::string>> shell_words(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool is_last = i + 1 == command.size();
    if (quote == '\0' && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (quote == '\0' && std::string_view("|&;<>()\n`").find(c) != std::string_view::npos) {
      return std::nullopt;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (is_last) return std::nullopt;
      words.back() += command[++i];
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') return std::nullopt;
  return words;
}

std::optional<OurHook> our_hook(const Json& handler, std::string_view event) {
  if (!handler.is_object()) return std::nullopt;
  auto call = call_of(handler);
  if (!call || call->words.size() < 3 || call->words[1] != "hook") return std::nullopt;
  if (!is_our_program(call->words[0])) return std::nullopt;
  OurHook hook{std::string(event), std::move(call->words[0]), call->style, std::nullopt};
  const auto timeout = handler.find("timeout");
  if (timeout != handler.end() && timeout->is_number()) hook.timeout = timeout->get<double>();
  return hook;
}

Json group_for(std::string_view event, const HookForm& form) {
  Json handler{{"type", "command"}};
  if (form.style == HookStyle::exec) {
    handler["command"] = form.program.native();
    handler["args"] = Json::array({"hook", event});
  } else {
    handler["command"] = quoted_for_shell(form.program) + " hook " + std::string(event);
  }
  handler["timeout"] = kTimeoutSeconds;
  if (form.block_on_failure && event == "PreToolUse") handler["onFailure"] = "block";
  Json group = Json::object();
  if (has_matcher(event)) group["matcher"] = "*";
  group["hooks"] = Json::array({std::move(handler)});
  return group;
}

}  // namespace host::claude_code
