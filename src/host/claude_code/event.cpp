#include "host/claude_code/event.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <array>
#include <utility>

#include "base/text.h"
#include "host/claude_code/json_place.h"
#include "host/claude_code/lineage.h"
#include "host/claude_code/reply.h"

namespace host::claude_code {
namespace {

using model::EventKind;

constexpr std::array<std::pair<std::string_view, EventKind>, 12> kEvents{
    {{"SessionStart", EventKind::session_start},
     {"UserPromptSubmit", EventKind::prompt},
     {"PreToolUse", EventKind::before_tool},
     {"PermissionRequest", EventKind::permission_request},
     {"PostToolUse", EventKind::after_tool},
     {"PostToolUseFailure", EventKind::tool_failed},
     {"SubagentStart", EventKind::agent_start},
     {"SubagentStop", EventKind::agent_stop},
     {"Stop", EventKind::turn_end},
     {"PreCompact", EventKind::before_compaction},
     {"PostCompact", EventKind::after_compaction},
     {"SessionEnd", EventKind::session_end}}};

EventKind kind_of(std::string_view name) {
  for (const auto& [spelling, kind] : kEvents) {
    if (spelling == name) return kind;
  }
  return EventKind::other;
}

// Takes the members we know out of the stream of values and lets everything else go by, so that a
// tool input of megabytes costs no tree. A key given twice counts as the host's own parser counts
// it: the last one wins.
class Members : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Members>, public JsonPlace {
 public:
  explicit Members(model::HostEvent& event) : event_(event) {}

  using JsonPlace::EndArray;
  using JsonPlace::EndObject;
  using JsonPlace::Key;
  using JsonPlace::StartArray;
  using JsonPlace::StartObject;

  bool Default() { return true; }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    const std::string_view value(text, length);
    if (is_at_top()) top_level(value);
    if (is_in("tool_input")) tool_input(value);
    return true;
  }
  bool Bool(bool value) {
    if (is_at_top() && key() == "stop_hook_active") event_.was_held = value;
    return true;
  }

  bool Uint(unsigned value) { return Uint64(value); }
  bool Uint64(std::uint64_t value) {
    // A day is more than any call takes.
    constexpr std::uint64_t kLongestMs = 24ULL * 60 * 60 * 1000;
    if (is_at_top() && key() == "duration_ms" && value <= kLongestMs) {
      event_.duration_ms = static_cast<std::int64_t>(value);
    }
    return true;
  }

  const std::string& payload_name() const { return payload_name_; }

 private:
  void top_level(std::string_view value) {
    const std::array<std::pair<std::string_view, std::string*>, 13> known{
        {{"hook_event_name", &payload_name_},
         {"session_id", &event_.host_id},
         {"cwd", &event_.folder},
         {"agent_id", &event_.agent_id},
         {"agent_type", &event_.agent_type},
         {"transcript_path", &event_.transcript},
         {"source", &event_.source},
         {"reason", &event_.reason},
         {"error", &event_.reason},
         {"prompt", &event_.text},
         {"last_assistant_message", &event_.text},
         {"tool_name", &event_.call.tool},
         {"tool_use_id", &event_.call.id}}};
    for (const auto& [name, into] : known) {
      if (key() == name) into->assign(value);
    }
  }

  void tool_input(std::string_view value) {
    if (key() == "file_path" || key() == "notebook_path") {
      event_.call.targets.emplace_back(value);
    } else if (key() == "command") {
      event_.call.command.assign(value);
    } else if (key() == "skill") {
      event_.call.skill.assign(value);
    } else if (key() == "memory_name" || key() == "memory_file_name" || key() == "new_name" ||
               key() == "old_name") {
      event_.call.memories.emplace_back(value);
    }
  }

  model::HostEvent& event_;
  std::string payload_name_;
};

// The sentence of what is wrong with the bytes; empty where nothing is.
std::string read_payload(std::string_view bytes, Members& members) {
  rapidjson::MemoryStream stream(bytes.data(), bytes.size());
  rapidjson::Reader reader;
  // Iterative, so that nesting cannot use up the stack.
  const rapidjson::ParseResult result =
      reader.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(stream,
                                                                                           members);
  if (!result.IsError()) return {};
  std::string_view what = rapidjson::GetParseError_En(result.Code());
  if (what.ends_with('.')) what.remove_suffix(1);
  return std::string(what) + " at byte " + std::to_string(result.Offset());
}

void take_environment(model::HostEvent& event, os::Environment& environment) {
  event.project_folder = environment.text("CLAUDE_PROJECT_DIR");
  if (const auto pid = base::to_number(environment.text("CLAUDE_PID"))) {
    event.owner_pid = static_cast<std::int64_t>(*pid);
  }
  if (event.host_id.empty()) event.host_id = environment.text("CLAUDE_CODE_SESSION_ID");
}

}  // namespace

model::HostEvent parse_event(std::string_view event_name, const os::Input& input,
                             os::System system) {
  model::HostEvent event;
  event.host = kHostName;
  Members members(event);
  event.problem = read_payload(input.bytes, members);
  if (input.bytes.find('\0') != std::string::npos) event.problem = "it has a NUL byte";
  if (input.truncated) event.problem = "it is larger than this program reads";
  if (input.timed_out) event.problem = "it did not end in time";
  if (input.failed) event.problem = "standard input cannot be read";
  event.name = event_name.empty() ? members.payload_name() : std::string(event_name);
  event.kind = kind_of(event.name);
  event.takes_context = takes_context(event.kind);
  const bool asks = model::asks_about_a_tool(event.kind);
  if (event.problem.empty() && asks && event.call.tool.empty()) {
    event.problem = "it names no tool";
  }
  // Clients of 2025 named the skill as a command.
  if (event.call.tool == "Skill" && event.call.skill.empty()) {
    std::swap(event.call.skill, event.call.command);
  }
  event.readable = event.problem.empty();
  take_environment(event, system.environment);
  if (event.source == "fork" && event.owner_pid > 0) {
    const auto client = system.processes.info(event.owner_pid);
    if (client.ok()) event.parent_host_id = resumed_conversation(client->command_line);
  }
  return event;
}

}  // namespace host::claude_code
