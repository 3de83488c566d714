// One tool call of an agent, in words that no host has: what the gate decides about.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace model {

// A text among the arguments of a tool, under the nearest name above it.
struct ToolArgument {
  std::string name;
  std::string text;
};

// One change of a file's text, as a call tells it.
struct TextEdit {
  enum class Kind {
    whole,    // `after` is all of the text.
    part,     // `before` becomes `after`.
    insert,   // `after` comes behind `line` lines.
    append,   // `after` comes behind everything.
    unknown,  // The call does not tell what becomes of the text.
  };
  Kind kind = Kind::unknown;
  std::string before = {};
  std::string after = {};
  bool everywhere = false;  // Each `before`, else the first.
  std::size_t line = 0;
  std::string target = {};  // One of ToolCall::targets; empty: each of them.
};

struct ToolCall {
  std::string tool;  // The host's own name: "Write", "mcp__serena__read_memory".
  std::string id;    // The host's id of the call; may be empty.
  // Files that the call is about, as the host gave them: those that a file tool would change or
  // read, and arguments of a server's tool whose names say that they are files.
  std::vector<std::string> targets;
  std::vector<ToolArgument> arguments;  // All short texts of a server's tool: mcp__server__tool.
  std::vector<std::string> memories;    // Names of memories that a memory tool would change.
  std::string command;                  // A shell command line; empty for other tools.
  std::string skill;                    // The skill that a skill tool would load; else empty.
  // What becomes of the targets' texts; only where one of them may be a file of a host's own, since
  // it copies what may be long.
  std::vector<TextEdit> edits = {};
};

}  // namespace model
