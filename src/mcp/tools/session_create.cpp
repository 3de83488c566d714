#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_create(ToolCall& call) {
  engine::CreateWork wanted;
  wanted.topic = call.text("topic");
  wanted.description = call.text("description");
  wanted.type = call.given("session_type").value_or(wanted.type);
  wanted.slug = call.text("slug");
  wanted.branch = call.given("branch");
  wanted.base_branch = call.given("base_branch");
  const auto made = engine::create_work(call.workspace(), wanted, work_caller(call));
  if (!made.ok()) return work_error(made.error());
  Json result{{"session_id", made->slug},
              {"path", made->folder},
              {"current_phase", made->session.phase.text()}};
  if (!made->warnings.empty()) result["warnings"] = made->warnings;
  return structured_result(std::move(result));
}

}  // namespace

ToolPlan session_create_tool() {
  ToolDescription tool;
  tool.name = "session_create";
  tool.title = "Create work session";
  tool.description = "Make a work session: a folder with state.json and a first spec.md.";
  tool.input_schema = input_schema({{"topic", "string", "", true},
                                    {"description", "string"},
                                    {"session_type", "string", "full, quick or research"},
                                    {"slug", "string", "Default: made of date and topic"},
                                    {"branch", "string"},
                                    {"base_branch", "string"}});
  tool.output_schema = output_schema({{"session_id", "string"}, {"path", "string"}});
  ToolPlan plan = work_plan(std::move(tool), answer_session_create);
  plan.description.annotations.idempotent = false;
  return plan;
}

}  // namespace mcp
