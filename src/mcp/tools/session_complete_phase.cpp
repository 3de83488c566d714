#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_complete_phase(ToolCall& call) {
  return answer_change(
      call,
      [&](const std::string& id, const engine::WorkCaller& caller) {
        return engine::complete_work_phase(call.workspace(), id, call.text("phase"), caller);
      },
      [](const engine::WorkResult&, const Json& manifest) {
        return Json{{"current_phase", manifest["current_phase"]},
                    {"phase_history", manifest["phase_history"]}};
      });
}

}  // namespace

ToolPlan session_complete_phase_tool() {
  ToolDescription tool;
  tool.name = "session_complete_phase";
  tool.title = "Complete phase";
  tool.description = "Say that a phase of a work session is done, without moving on.";
  tool.input_schema = input_schema(
      {kWorkField, kWorkFolderField, {"phase", "string", "spec, plan, build or docs", true}});
  tool.output_schema = output_schema({{"session_id", "string"},
                                      {"current_phase", "string"},
                                      {"phase_history", "object"},
                                      {"changed", "boolean"}});
  return work_plan(std::move(tool), answer_session_complete_phase);
}

}  // namespace mcp
