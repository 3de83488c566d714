// One event of a host in the engine's own words. Adapters translate into it; nothing of a host's
// wording goes further than they.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/gate.h"
#include "model/tool_call.h"

namespace model {

// The hosts that there are adapters for. A conversation whose id is no UUID is told apart from
// another host's by its host's name.
inline constexpr std::array<std::string_view, 9> kHostNames{"claude-code", "codex",    "gemini",
                                                            "copilot",     "cursor",   "windsurf",
                                                            "cline",       "opencode", "openclaw"};

enum class EventKind {
  session_start,
  prompt,
  before_tool,
  permission_request,  // The host is about to ask its user about a call.
  after_tool,
  tool_failed,
  agent_start,
  agent_stop,
  turn_end,
  before_compaction,
  after_compaction,
  session_end,
  other,  // Recorded and passed.
};
// "session_start": the name in the journal.
std::string_view name_of(EventKind kind);
// Whether the gate is to answer.
bool asks_about_a_tool(EventKind kind);

struct HostEvent {
  EventKind kind = EventKind::other;
  std::string host;            // "claude-code"
  std::string name;            // The host's own name for it, for the journal.
  std::string host_id;         // The conversation, as the host spells it.
  std::string folder;          // The agent's working folder.
  std::string project_folder;  // Where the host says the project is; empty where it does not.
  std::int64_t owner_pid = 0;  // The host's process, where it tells.
  bool is_remote = false;      // Sent to a server: the host is none of our ancestors.
  std::string agent_id;        // Inside a subagent; else empty.
  std::string agent_type;
  std::string transcript;
  std::string source;          // session_start: startup, resume, clear, compact, fork.
  std::string parent_host_id;  // session_start: what it was forked from. An agent: who started it.
  std::string reason;          // session_end: why. tool_failed: the error.
  std::string text;            // prompt: what was asked. turn_end: the last answer.
  ToolCall call;               // Tool events only.
  std::optional<std::int64_t> duration_ms;  // after_tool, tool_failed: how long the call took.
  // A person sits at the host, and it asks them what we tell it to ask: about this call.
  bool can_ask_person = false;
  // Whether the host asks about each call before it runs, and names it alike before and after.
  bool asks_about_all = false;
  bool is_again = false;      // before_tool: a hook asks about the same call, and that is recorded.
  bool takes_context = true;  // Whether the host would show the model what we have to tell.
  bool was_held = false;  // turn_end, agent_stop: it goes on already because a hook wanted it to.

  // The input could not be read to its end. What came before it is filled in; `problem` says why.
  bool readable = true;
  std::string problem;
};

// What the engine wants said to the host.
struct HostReply {
  std::optional<GateDecision> decision;  // before_tool and permission_request only.
  std::string decision_id;
  std::string context;  // For the model; empty for none.
  std::string hold;     // turn_end, agent_stop: why the turn may not end yet; empty where it may.
  std::string warning;  // For the person, on standard error.
  std::string alarm;    // For the person, where the host shows it; not only in a log.
  // To be called once the answer has gone out, where it is there: what was told is not told again.
  std::function<void()> when_told;
};

}  // namespace model
