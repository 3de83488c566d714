#include <nlohmann/json.hpp>

#include "engine/onboarding.h"
#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_onboard(ToolCall& call) {
  engine::OnboardRequest request;
  request.working_dir =
      os::normalised(call.workspace().root(), call.given("working_dir").value_or("."));
  request.prune = call.flag("prune");
  request.progress = [&](std::size_t done, std::size_t total) {
    call.context().progress(static_cast<double>(done), static_cast<double>(total), "onboarding");
  };
  const auto report = engine::onboard(call.workspace().system(), request);
  if (!report.ok()) return work_error(report.error());
  Json errors = Json::array();
  for (const engine::OnboardProblem& one : report->errors) {
    errors.push_back(Json{{"folder", one.folder}, {"message", one.message}});
  }
  return structured_result(Json{{"project", report->project},
                                {"added", report->added},
                                {"updated", report->updated},
                                {"unchanged", report->unchanged},
                                {"missing", report->missing},
                                {"pruned", report->pruned},
                                {"errors", std::move(errors)}});
}

}  // namespace

ToolPlan session_onboard_tool() {
  ToolDescription tool;
  tool.name = "session_onboard";
  tool.title = "Onboard work sessions";
  tool.description = "Bring the work sessions of a folder's project into the index.";
  tool.input_schema = input_schema({{"working_dir", "string", "Default: this project"},
                                    {"prune", "boolean", "Take rows of vanished folders out"}});
  tool.output_schema = output_schema(
      {{"added", "integer"}, {"updated", "integer"}, {"missing", "integer"}, {"errors", "array"}});
  return work_plan(std::move(tool), answer_session_onboard);
}

}  // namespace mcp
