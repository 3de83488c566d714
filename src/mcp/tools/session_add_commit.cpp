#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

// The entry of the commit, also where it is there under a longer or a shorter name.
Json commit_named(const Json& commits, const std::string& sha) {
  for (const Json& one : commits) {
    const std::string known = one["sha"].get<std::string>();
    if (known.starts_with(sha) || sha.starts_with(known)) return one;
  }
  return Json::object();
}

base::Result<ToolResult> answer_session_add_commit(ToolCall& call) {
  return answer_change(
      call,
      [&](const std::string& id, const engine::WorkCaller& caller) {
        const engine::NewWorkCommit commit{call.text("sha"), call.text("message"),
                                           given_number(call, "checkpoint")};
        return engine::add_work_commit(call.workspace(), id, commit, caller);
      },
      [&](const engine::WorkResult& result, const Json& manifest) {
        const Json& commits = manifest["commits"];
        return Json{{"commit", commit_named(commits, call.text("sha"))},
                    {"total", commits.size()},
                    {"duplicate", result.duplicate}};
      });
}

}  // namespace

ToolPlan session_add_commit_tool() {
  ToolDescription tool;
  tool.name = "session_add_commit";
  tool.title = "Add commit";
  tool.description = "Add a commit to a work session.";
  tool.input_schema = input_schema({kWorkField,
                                    {"sha", "string", "", true},
                                    {"message", "string", "", true},
                                    {"checkpoint", "integer?"}});
  tool.output_schema =
      output_schema({{"commit", "object"}, {"total", "integer"}, {"duplicate", "boolean"}});
  ToolPlan plan = work_plan(std::move(tool), answer_session_add_commit);
  plan.listing = Listing::core;
  return plan;
}

}  // namespace mcp
