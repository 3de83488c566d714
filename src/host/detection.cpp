#include "host/detection.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace host {
namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_windsurf(const Payload& payload) {
  const std::string_view action = payload.text("agent_action_name");
  return (action.starts_with("pre_") || action.starts_with("post_")) &&
         payload.has_text("execution_id");
}

bool is_cline(const Payload& payload) {
  return payload.has_text("hookName") && payload.has_text("taskId") &&
         payload.has_text("workspaceRoots[]");
}

bool is_cursor(const Payload& payload) {
  return payload.has_text("conversation_id") && payload.has_text("cursor_version");
}

// Its own form: the time is a number, and the names are in camelCase.
bool is_copilot_native(const Payload& payload) {
  return payload.has_text("sessionId") && payload.has_number("timestamp") &&
         payload.has_text("cwd") && !payload.has_text("session_id");
}

// Claude Code's form with a time, and its transcript lies where Copilot puts it, or nowhere.
bool is_copilot_in_other_words(const Payload& payload) {
  const std::string_view transcript = payload.text("transcript_path");
  return payload.has_text("session_id") && payload.has_text("timestamp") &&
         !payload.has_text("permission_mode") &&
         (transcript.empty() || transcript.ends_with("/events.jsonl"));
}

bool is_gemini(const Payload& payload) {
  constexpr std::array<std::string_view, 8> kOwn{"BeforeTool",  "AfterTool",          "BeforeAgent",
                                                 "AfterAgent",  "BeforeModel",        "AfterModel",
                                                 "PreCompress", "BeforeToolSelection"};
  constexpr std::array<std::string_view, 3> kShared{"SessionStart", "SessionEnd", "Notification"};
  const std::string_view name = payload.text("hook_event_name");
  if (!payload.has_text("session_id") || !payload.has_text("timestamp")) return false;
  if (is_one_of(kOwn, name)) return true;
  return is_one_of(kShared, name) &&
         payload.text("transcript_path").find("/chats/session-") != std::string_view::npos;
}

// A turn of a model, or the conversation's own file: "…/rollout-2026-11-15T18-49-25-….jsonl".
bool is_codex(const Payload& payload) {
  const std::string_view transcript = payload.text("transcript_path");
  const std::string_view file = transcript.substr(transcript.rfind('/') + 1);
  const bool is_turn = payload.has_text("turn_id") && payload.has_text("model");
  return payload.has_text("session_id") &&
         (is_turn || (file.starts_with("rollout-") && file.ends_with(".jsonl")));
}

std::string_view host_by_shape(const Payload& payload) {
  if (is_windsurf(payload)) return "windsurf";
  if (is_cline(payload)) return "cline";
  if (is_cursor(payload)) return "cursor";
  if (is_copilot_native(payload)) return "copilot";
  if (is_gemini(payload)) return "gemini";
  if (is_codex(payload)) return "codex";
  if (is_copilot_in_other_words(payload)) return "copilot";
  return "claude-code";
}

}  // namespace

const Adapter& adapter_by_shape(const Payload& payload) {
  const Adapter* const adapter = find_adapter(host_by_shape(payload));
  CHECK(adapter != nullptr);
  return *adapter;
}

}  // namespace host
