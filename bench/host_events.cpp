#include "bench/host_events.h"

#include <fmt/format.h>

namespace bench {

std::vector<HostCall> write_of_every_host(std::string_view run,
                                          const std::filesystem::path& folder) {
  const std::string at = folder.string();
  const auto claude_like = [&](std::string_view event, std::string_view call) {
    return fmt::format(
        R"({{"session_id":"{}","transcript_path":"/t.jsonl","cwd":"{}","hook_event_name":"{}",{}}})",
        run, at, event, call);
  };
  const auto tool = [&](std::string_view name, std::string_view path_key) {
    return fmt::format(
        R"("tool_name":"{}","tool_input":{{"{}":"{}/hello.txt","content":"hello\n"}})", name,
        path_key, at);
  };
  return {
      {"codex", "PreToolUse",
       claude_like("PreToolUse",
                   R"("model":"m","turn_id":"t","tool_name":"apply_patch","tool_input":{"command":)"
                   R"("*** Begin Patch\n*** Add File: hello.txt\n+hello\n*** End Patch\n"})")},
      {"gemini", "BeforeTool",
       claude_like("BeforeTool",
                   R"("timestamp":"2026-11-18T02:00:00Z",)" + tool("write_file", "file_path"))},
      {"copilot", "preToolUse",
       fmt::format(R"({{"sessionId":"{}","timestamp":1794967127510,"cwd":"{}","toolName":"create",)"
                   R"("toolArgs":{{"path":"{}/hello.txt","file_text":"hello\n"}}}})",
                   run, at, at)},
      {"cursor", "preToolUse",
       fmt::format(R"({{"conversation_id":"{}","generation_id":"g","cursor_version":"3.11",)"
                   R"("hook_event_name":"preToolUse","workspace_roots":["{}"],{}}})",
                   run, at, tool("Write", "file_path"))},
      {"windsurf", "pre_write_code",
       fmt::format(R"({{"agent_action_name":"pre_write_code","trajectory_id":"{}",)"
                   R"("execution_id":"e","tool_info":{{"file_path":"{}/hello.txt","edits":[]}}}})",
                   run, at)},
      {"cline", "PreToolUse",
       fmt::format(
           R"({{"taskId":"{}","hookName":"tool_call","workspaceRoots":["{}"],)"
           R"("tool_call":{{"id":"c","name":"editor","input":{{"path":"{}/hello.txt"}}}},)"
           R"("preToolUse":{{"toolName":"editor","parameters":{{"path":"{}/hello.txt"}}}}}})",
           run, at, at, at)},
      {"opencode", "PreToolUse", claude_like("PreToolUse", tool("write", "filePath"))},
      {"openclaw", "PreToolUse", claude_like("PreToolUse", tool("write", "path"))},
  };
}

}  // namespace bench
