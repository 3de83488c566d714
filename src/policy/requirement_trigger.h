// Which calls a requirement is about.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "model/requirement.h"
#include "model/tool_call.h"
#include "policy/gate.h"
#include "policy/shell/analysis.h"

namespace policy {

// Whether one of `matches` means this call. `shell` is the analysis of a Bash command, null for
// other tools. A pattern that cannot be compiled matches nothing.
bool is_meant(const std::vector<model::ToolMatch>& matches, const model::ToolCall& call,
              const shell::Analysis* shell);

// Calls that no requirement may stand in the way of: writes to plan folders alone (~/.claude/plans,
// .claude/plans and docs/plans of any project), and `req pause` or `req resume` by themselves.
bool is_never_gated(const model::ToolCall& call, const std::vector<GateTarget>& targets,
                    const shell::Analysis* shell);

// Whether the command has git operations that make a commit where they succeed.
bool may_move_head(const shell::Analysis& shell);

// Whether it only shows what a git operation would do: `commit --dry-run`, `push -n`.
bool only_tries(const shell::Analysis& shell);

}  // namespace policy
