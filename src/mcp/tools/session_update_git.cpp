#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_update_git(ToolCall& call) {
  return answer_change(
      call,
      [&](const std::string& id, const engine::WorkCaller& caller) {
        const engine::WorkGitChange wanted{given_or_null(call, "branch"),
                                           given_or_null(call, "worktree"),
                                           given_or_null(call, "base_branch")};
        return engine::update_work_git(call.workspace(), id, wanted, caller);
      },
      [](const engine::WorkResult&, const Json& manifest) {
        return Json{{"git", manifest["git"]}};
      });
}

ToolPlan plan_named(const char* name) {
  ToolDescription tool;
  tool.name = name;
  tool.title = "Set branch and worktree";
  tool.description = "Set the branch, worktree or base branch of a work session; null clears.";
  tool.input_schema = input_schema({kWorkField,
                                    kWorkFolderField,
                                    {"branch", "string?"},
                                    {"worktree", "string?"},
                                    {"base_branch", "string?"}});
  tool.output_schema =
      output_schema({{"session_id", "string"}, {"git", "object"}, {"changed", "boolean"}});
  return work_plan(std::move(tool), answer_session_update_git);
}

}  // namespace

ToolPlan session_update_git_tool() { return plan_named("session_update_git"); }

ToolPlan session_set_git_tool() { return plan_named("session_set_git"); }

}  // namespace mcp
