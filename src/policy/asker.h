// Who wants something changed: a person or the agent? What a person set only a person loosens.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/mode.h"

namespace policy {

inline constexpr std::string_view kByToken = "operator token";
inline constexpr std::string_view kByTerminal = "terminal";
// The system does not tell who feeds it (a container, another user's sshd): it counts as a
// person's, and what was loosened there is shown.
inline constexpr std::string_view kByUnknownTerminal = "terminal, not known whose";

struct Asker {
  model::Author by = model::Author::agent;
  std::string way;      // One of those above, "mcp", "dashboard", "shell", "hook"
  std::string because;  // What gave the agent away, for the person who is stopped by it.

  bool is_person() const { return by == model::Author::person; }
  // Somebody can be asked there.
  bool is_at_terminal() const {
    return is_person() && (way == kByTerminal || way == kByUnknownTerminal);
  }
};

// One process on the way from this one to the first of the machine.
struct AskingProcess {
  std::string name;
  std::vector<std::string> variables;  // As it was started, "NAME=value"; empty where not shown.
  std::string host_of_run;             // The host's name ("codex") where a live run is its own.
  bool began_beside_a_run = false;     // Started while a run was live here.
};

struct AskerFacts {
  bool has_terminal = false;
  std::vector<AskingProcess> ancestors;  // This process first.
  // Who feeds the terminal, and that one's ancestors; nothing where the system does not tell.
  std::optional<std::vector<AskingProcess>> terminal_makers;
};

// Of a command that was started on this machine.
Asker asker_of(const AskerFacts& facts);

// Whether a host started this process for its agent: "CLAUDECODE=1" in its variables.
bool is_marked_as_an_agents(const std::vector<std::string>& variables);

// Editors show a person's terminals too, so that being below one says nothing.
bool is_editor(std::string_view host);

}  // namespace policy
