#include "host/claude_code/hook_command.h"

#include <nlohmann/json.hpp>

#include "host/shell_words.h"

namespace host::claude_code {

using base::Json;

namespace {

// Seconds. The program's own deadline is far below; without one the host gives SessionEnd 1.5 s and
// everything else minutes.
constexpr int kTimeoutSeconds = 10;

bool has_matcher(std::string_view event) {
  return event == "PreToolUse" || event == "PostToolUse" || event == "PostToolUseFailure";
}

}  // namespace

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
