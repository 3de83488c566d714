#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_set_status(ToolCall& call) {
  return answer_change(
      call,
      [&](const std::string& id, const engine::WorkCaller& caller) {
        const engine::WorkStatusChange wanted{call.text("status"), call.flag("reopen")};
        return engine::set_work_status(call.workspace(), id, wanted, caller);
      },
      [](const engine::WorkResult& result, const Json& manifest) {
        return Json{{"status", manifest["status"]},
                    {"previous", result.previous},
                    {"current_phase", manifest["current_phase"]}};
      });
}

}  // namespace

ToolPlan session_set_status_tool() {
  ToolDescription tool;
  tool.name = "session_set_status";
  tool.title = "Set status";
  tool.description = "Pause, resume, fail or complete a work session.";
  tool.input_schema =
      input_schema({kWorkField,
                    kWorkFolderField,
                    {"status", "string", "active, paused, complete or failed", true},
                    {"reopen", "boolean", "Needed to make a complete one active"}});
  tool.output_schema = output_schema({{"session_id", "string"},
                                      {"status", "string"},
                                      {"previous", "string"},
                                      {"changed", "boolean"}});
  return work_plan(std::move(tool), answer_session_set_status);
}

}  // namespace mcp
