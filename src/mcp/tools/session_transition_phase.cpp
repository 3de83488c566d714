#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_transition_phase(ToolCall& call) {
  return answer_change(
      call,
      [&](const std::string& id, const engine::WorkCaller& caller) {
        const engine::WorkTransition wanted{call.text("new_phase"), call.flag("reopen"),
                                            call.flag("force")};
        return engine::transition_work(call.workspace(), id, wanted, caller);
      },
      [](const engine::WorkResult& result, const Json& manifest) {
        return Json{{"previous_phase", result.previous},
                    {"current_phase", manifest["current_phase"]},
                    {"phase_history", manifest["phase_history"]},
                    {"status", manifest["status"]}};
      });
}

}  // namespace

ToolPlan session_transition_phase_tool() {
  ToolDescription tool;
  tool.name = "session_transition_phase";
  tool.title = "Change phase";
  tool.description = "Move a work session to its next phase; never edit state.json.";
  tool.input_schema =
      input_schema({kWorkField,
                    {"new_phase", "string", "spec, plan, build, docs or complete", true},
                    {"reopen", "boolean", "To go back"},
                    {"force", "boolean", "Without the artifact"}});
  tool.output_schema = output_schema({{"previous_phase", "string"},
                                      {"current_phase", "string"},
                                      {"phase_history", "object"},
                                      {"changed", "boolean"}});
  ToolPlan plan = work_plan(std::move(tool), answer_session_transition_phase);
  plan.listing = Listing::core;
  return plan;
}

}  // namespace mcp
