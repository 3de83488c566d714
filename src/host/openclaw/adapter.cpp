#include "host/openclaw/adapter.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "host/mended_names.h"
#include "host/plugin_form.h"

namespace host::openclaw {
namespace {

// `tool_call` and the programs of code mode start tools that are asked about by themselves, under
// their own names.
constexpr auto kTools = std::to_array<ToolName>({{"exec", "Bash"},
                                                 {"bash", "Bash"},
                                                 {"write", "Write"},
                                                 {"edit", "Edit"},
                                                 {"apply_patch", "Edit"},
                                                 {"read", "Read"},
                                                 {"view_image", "Read"},
                                                 {"image", "Read"},
                                                 {"pdf", "Read"},
                                                 {"memory_get", "Read"},
                                                 {"ls", "LS"},
                                                 {"grep", "Grep"},
                                                 {"memory_search", "Grep"},
                                                 {"find", "Glob"},
                                                 {"web_fetch", "WebFetch"},
                                                 {"web_search", "WebSearch"},
                                                 {"x_search", "WebSearch"},
                                                 {"sessions_spawn", "Agent"},
                                                 {"session_status", "TaskGet"},
                                                 {"get_goal", "TaskGet"},
                                                 {"create_goal", "TaskCreate"},
                                                 {"suggest_task", "TaskCreate"},
                                                 {"update_goal", "TaskUpdate"},
                                                 {"dismiss_task", "TaskUpdate"},
                                                 {"heartbeat_respond", "TaskUpdate"},
                                                 {"structured_output", "TaskUpdate"},
                                                 {"agents_list", "TaskList"},
                                                 {"conversations_list", "TaskList"},
                                                 {"sessions_list", "TaskList"},
                                                 {"subagents", "TaskList"},
                                                 {"agents_wait", "TaskOutput"},
                                                 {"sessions_history", "TaskOutput"},
                                                 {"sessions_search", "TaskOutput"},
                                                 {"sessions_yield", "TaskOutput"},
                                                 {"progress_card", "TodoWrite"},
                                                 {"ask_user", "AskUserQuestion"},
                                                 {"wait", "TaskOutput"},
                                                 {"code_mode_exec", "ToolSearch"},
                                                 {"tool_search", "ToolSearch"},
                                                 {"tool_describe", "ToolSearch"},
                                                 {"tool_call", "ToolSearch"}});
constexpr PluginHost kHost{kHostName, kTools, "apply_patch"};
constexpr NameMending kMending{
    .drops_at_sign = true, .takes_urls = true, .drops_closing_tag = true};

// `process` and `terminal` look at a program that runs already, end it, or type into it.
std::string_view tool_by_action(std::string_view action) {
  constexpr std::array<std::string_view, 5> kLooking{"list", "poll", "log", "read", "resize"};
  constexpr std::array<std::string_view, 4> kEnding{"kill", "clear", "remove", "close"};
  const auto is_in = [&](const auto& actions) {
    return std::find(actions.begin(), actions.end(), action) != actions.end();
  };
  if (is_in(kLooking)) return "BashOutput";
  return is_in(kEnding) ? "TaskStop" : "Bash";
}

// "0x72" or "72"; what is no byte is left out, as OpenClaw does.
std::string byte_of(std::string_view digits) {
  digits = base::trim(digits);
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  unsigned value = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() > 2 || read.ec != std::errc() || read.ptr != end) return "";
  return {static_cast<char>(value)};
}

// What a name that is no key stands for is its own text.
std::string key_text(std::string_view key) {
  const std::string name = base::to_lower(base::trim(key));
  if (name == "enter" || name == "return") return "\n";
  if (name == "space") return " ";
  return std::string(base::trim(key));
}

// All that would be typed: text, then bytes, then keys, in OpenClaw's order.
std::string typed_text(const Payload& payload) {
  std::string typed;
  for (const Place place :
       {Place("tool_input.data"), Place("tool_input.text"), Place("tool_input.literal")}) {
    typed += payload.text(place);
  }
  for (const std::string_view digits : payload.texts("tool_input.hex[]")) typed += byte_of(digits);
  for (const std::string_view key : payload.texts("tool_input.keys[]")) typed += key_text(key);
  // The end of a line or of all input, which says nothing by itself.
  const bool ends = payload.text("tool_input.action") == "submit" || payload.flag("tool_input.eof");
  return typed.empty() && ends ? "\n" : typed;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  model::HostEvent event = plugin_event(kHost, event_name, payload);
  take_mended_names(kMending, event.call);
  if (event.call.tool == "process" || event.call.tool == "terminal") {
    event.call.tool = tool_by_action(payload.text("tool_input.action"));
    if (event.call.tool == "Bash") event.call.command = typed_text(payload);
  }
  // "server__tool".
  const std::string& tool = event.call.tool;
  const std::size_t split = tool.find("__");
  if (split != std::string::npos && !tool.starts_with("mcp__")) {
    event.call.tool = server_tool(tool.substr(0, split), tool.substr(split + 2));
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return plugin_output(event, reply);
}

}  // namespace host::openclaw
