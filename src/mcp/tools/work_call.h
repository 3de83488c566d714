// What the tools of work sessions share: which one is meant, who asks, and how a change is told.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/work.h"
#include "mcp/tools/holdfast_tool.h"
#include "mcp/tools/schema.h"

namespace mcp {

// `session_dir` is the spelling of the tool that users come from; either will do.
inline constexpr InputField kWorkField{"session_id", "string", "Slug or folder"};
inline constexpr InputField kWorkFolderField{"session_dir", "string", "Or: its folder"};

// session_id, else session_dir; invalid_params where there is neither.
base::Result<std::string> work_id(const ToolCall& call);

// The run of the conversation, where one can be told.
engine::WorkCaller work_caller(ToolCall& call);

std::optional<std::int64_t> given_number(const ToolCall& call, const char* name);
// Outer: whether it was given. Inner: null clears.
std::optional<std::optional<std::string>> given_or_null(const ToolCall& call, const char* name);

// CONFLICT for a lock or a state that somebody else was quicker with, else the error's own code.
ToolResult work_error(const base::Error& error);

using WorkChange = std::function<base::Result<engine::WorkResult>(
    const std::string& id, const engine::WorkCaller& caller)>;
// The members of the answer, besides `session_id`, `changed` and `warnings`. `manifest` is the
// whole state as it is now.
using WorkMembers =
    std::function<base::Json(const engine::WorkResult& result, const base::Json& manifest)>;
base::Result<ToolResult> answer_change(ToolCall& call, const WorkChange& change,
                                       const WorkMembers& members);

// The answer of a tool that takes `checkpoint_id`: how far the build is.
using CheckpointChange = base::Result<engine::WorkResult> (*)(engine::Workspace& workspace,
                                                              const std::string& id,
                                                              std::int64_t checkpoint,
                                                              const engine::WorkCaller& caller);
base::Result<ToolResult> answer_checkpoint(ToolCall& call, CheckpointChange change);

// The member of the answer of tools that are about the build.
base::Json build_progress_of(const engine::WorkResult& result, const base::Json& manifest);

// A tool that changes a work session.
ToolPlan work_plan(ToolDescription description, base::Result<ToolResult> (*answer)(ToolCall&));

}  // namespace mcp
