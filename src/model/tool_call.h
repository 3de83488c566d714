// One tool call of an agent, in words that no host has: what the gate decides about.
#pragma once
#include <string>
#include <vector>

namespace model {

struct ToolCall {
  std::string tool;                   // The host's own name: "Write", "mcp__serena__read_memory".
  std::string id;                     // The host's id of the call; may be empty.
  std::vector<std::string> targets;   // Files that a file tool would change, as the host gave them.
  std::vector<std::string> memories;  // Names of memories that a memory tool would change.
  std::string command;                // A shell command line; empty for other tools.
  std::string skill;                  // The skill that a skill tool would load; else empty.
};

}  // namespace model
