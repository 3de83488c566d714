// What a tool call that succeeded proves about the start of a session, seen by a hook and not only
// said by the agent (B1-22, B1-30).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "model/protocol.h"
#include "model/tool_call.h"
#include "policy/shell/analysis.h"

namespace policy {

struct Observation {
  enum class Kind { serena_init, handoff_read, skill_memory_read, session_log, step, commit };
  Kind kind = Kind::step;
  std::string words;     // A part of the step's text that tells it: "activate_project".
  std::string evidence;  // What to write beside it.
};

// `reads` and `writes` are relative to the project's root: what the call read and wrote there.
struct ObservedCall {
  const model::ToolCall& call;
  std::vector<std::string> reads;
  std::vector<std::string> writes;
  const shell::Analysis* shell = nullptr;
};
std::vector<Observation> observe(const ObservedCall& call, const model::Config& config,
                                 std::string_view log_path);

}  // namespace policy
