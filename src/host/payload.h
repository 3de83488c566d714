// What a hook was given on its standard input, read once for whichever host sent it. Only members
// that some adapter asks for are kept; everything else goes by, so that a tool input of megabytes
// costs no tree.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/tool_call.h"

namespace host {

// "key", "section.key" or "list[]" for the texts of a list, in the order of the bytes: a name is
// looked up by halves.
inline constexpr std::array kPlaces = std::to_array<std::string_view>({
    "agentId",
    "agentType",
    "agent_action_name",
    "agent_id",
    "agent_type",
    "command",
    "conversation_id",
    "cursor_version",
    "cwd",
    "duration",
    "duration_ms",
    "error",
    "error_message",
    "execution_id",
    "file_path",
    "generation_id",
    "hookName",
    "hook_event_name",
    "last_assistant_message",
    "loop_count",
    "mcp_context.server_name",
    "mcp_context.tool_name",
    "mcp_server_name",
    "model",
    "parentAgentId",
    "parent_agent_id",
    "parent_session_id",
    "permission_mode",
    "pid",
    "postToolUse.executionTimeMs",
    "postToolUse.parameters.absolutePath",
    "postToolUse.parameters.command",
    "postToolUse.parameters.input",
    "postToolUse.parameters.path",
    "postToolUse.parameters.server_name",
    "postToolUse.parameters.skill",
    "postToolUse.parameters.skill_name",
    "postToolUse.parameters.tool_name",
    "postToolUse.tool",
    "postToolUse.toolName",
    "preToolUse.parameters.absolutePath",
    "preToolUse.parameters.arguments",
    "preToolUse.parameters.command",
    "preToolUse.parameters.input",
    "preToolUse.parameters.memory_file_name",
    "preToolUse.parameters.memory_name",
    "preToolUse.parameters.new_name",
    "preToolUse.parameters.old_name",
    "preToolUse.parameters.path",
    "preToolUse.parameters.server_name",
    "preToolUse.parameters.skill",
    "preToolUse.parameters.skill_name",
    "preToolUse.parameters.tool_name",
    "preToolUse.tool",
    "preToolUse.toolName",
    "project_dir",
    "prompt",
    "prompt_response",
    "reason",
    "response",
    "sessionContext.rootSessionId",
    "sessionId",
    "session_id",
    "source",
    "stop_hook_active",
    "subagent_id",
    "subagent_type",
    "summary",
    "taskId",
    "timestamp",
    "toolArgs",
    "toolArgs.command",
    "toolArgs.file",
    "toolArgs.input",
    "toolArgs.memory_file_name",
    "toolArgs.memory_name",
    "toolArgs.new_name",
    "toolArgs.old_name",
    "toolArgs.operation",
    "toolArgs.patch",
    "toolArgs.path",
    "toolArgs.skill",
    "toolInput.command",
    "toolInput.file_path",
    "toolName",
    "tool_call.id",
    "tool_call.input",
    "tool_call.input.input",
    "tool_call.input.memory_file_name",
    "tool_call.input.memory_name",
    "tool_call.input.new_name",
    "tool_call.input.old_name",
    "tool_call.input.path",
    "tool_call.input.skill",
    "tool_call.name",
    "tool_info.command_line",
    "tool_info.cwd",
    "tool_info.file_path",
    "tool_info.mcp_server_name",
    "tool_info.mcp_tool_arguments.memory_file_name",
    "tool_info.mcp_tool_arguments.memory_name",
    "tool_info.mcp_tool_arguments.new_name",
    "tool_info.mcp_tool_arguments.old_name",
    "tool_info.mcp_tool_name",
    "tool_info.response",
    "tool_info.user_prompt",
    "tool_input",
    "tool_input.absolute_path",
    "tool_input.action",
    "tool_input.command",
    "tool_input.cwd",
    "tool_input.data",
    "tool_input.dir_path",
    "tool_input.directory",
    "tool_input.eof",
    "tool_input.file",
    "tool_input.filePath",
    "tool_input.file_path",
    "tool_input.hex[]",
    "tool_input.input",
    "tool_input.keys[]",
    "tool_input.literal",
    "tool_input.memory_file_name",
    "tool_input.memory_name",
    "tool_input.name",
    "tool_input.new_name",
    "tool_input.notebook_path",
    "tool_input.old_name",
    "tool_input.old_string",
    "tool_input.operation",
    "tool_input.patch",
    "tool_input.patchText",
    "tool_input.path",
    "tool_input.skill",
    "tool_input.target_file",
    "tool_input.target_notebook",
    "tool_input.text",
    "tool_input.workdir",
    "tool_input.working_directory",
    "tool_name",
    "tool_response.error",
    "tool_result.id",
    "tool_result.input",
    "tool_result.input.input",
    "tool_result.input.path",
    "tool_result.input.skill",
    "tool_result.name",
    "tool_use_id",
    "trajectory_id",
    "transcriptPath",
    "transcript_path",
    "turn.outputText",
    "turn_id",
    "userPromptSubmit.prompt",
    "workspaceRoots[]",
    "workspace_roots[]",
});

// A place of the list above; one that is not in it does not compile.
class Place {
 public:
  consteval Place(const char* name) {  // NOLINT(google-explicit-constructor)
    while (index_ < kPlaces.size() && kPlaces[index_] != name) ++index_;
    if (index_ == kPlaces.size()) throw "no such place in kPlaces";
  }
  std::size_t index() const { return index_; }

 private:
  std::size_t index_ = 0;
};

class Payload {
 public:
  // Never fails: what came before the input broke off is there, and `problem` says what was wrong.
  explicit Payload(std::string_view bytes);

  // As it was given; outlives this.
  std::string_view bytes() const { return bytes_; }
  const std::string& problem() const { return problem_; }
  // Of a member given twice the last one counts, as it does for the hosts' own parsers. Empty where
  // it is not there or is no text.
  std::string_view text(Place place) const;
  // All that were given.
  std::vector<std::string_view> texts(Place place) const;
  bool has_text(Place place) const { return !text(place).empty(); }
  bool has_number(Place place) const;
  std::optional<std::uint64_t> whole_number(Place place) const;  // Zero or more.
  bool flag(Place place) const;

  // The arguments that the host hands to the tool, wherever it has them: every short text under the
  // nearest name above it. Reads the input once more, so it is for calls that need it.
  std::vector<model::ToolArgument> arguments() const;

  // Takes in a text that is JSON itself, its members as those of `section`. What is wrong with it
  // is wrong with the payload.
  void read_nested(std::string_view json, std::string_view section);

 private:
  class Reader;
  class ArgumentReader;
  enum class Kind : std::uint8_t { text, whole_number, other_number, flag };
  struct Member {
    std::size_t place = 0;
    Kind kind = Kind::text;
    std::string text;
    std::uint64_t number = 0;  // Of a flag: 0 or 1.
  };
  const Member* find(Place place, Kind kind) const;
  std::string read(std::string_view bytes, std::string_view section);

  std::string_view bytes_;
  std::vector<Member> members_;
  std::string problem_;
};

}  // namespace host
