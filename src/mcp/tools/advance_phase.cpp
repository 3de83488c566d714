#include <nlohmann/json.hpp>

#include "engine/protocol.h"
#include "mcp/protocol_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_advance_phase(ToolCall& call) {
  engine::AdvanceRequest request;
  request.target = call.given("target_phase");
  request.force = call.flag("force");
  request.reason = call.text("reason");
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto outcome,
             engine::advance_phase(call.workspace(), run, request, mcp_caller()));
  Json result{{"previous_phase", outcome.previous_phase},
              {"current_phase", outcome.current_phase},
              {"success", outcome.success},
              {"blocked_by", outcome.blocked_by},
              {"violations", violations_json(outcome.violations)}};
  // What the gates said, for those who have to do something about it.
  if (!outcome.success) result["gates"] = gates_json(outcome.gates);
  return structured_result(std::move(result));
}

}  // namespace

ToolPlan advance_phase_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_advance_phase;
  ToolDescription& tool = plan.description;
  tool.name = "advance_phase";
  tool.title = "Advance phase";
  tool.description =
      "Go one phase forward, or on to target_phase; stops at the first gate that blocks.";
  tool.input_schema =
      input_schema({{"target_phase", "string",
                     "SERENA_READY, SKILLS_VALIDATED, CONTEXT_LOADED, READY, WORKING, DOCUMENTING, "
                     "QUALITY_CHECKED or QA_COMPLETE"},
                    {"force", "boolean", "Skip gates; a violation"},
                    {"reason", "string", "Required with force"}});
  tool.output_schema = output_schema({{"previous_phase", "string"},
                                      {"current_phase", "string"},
                                      {"success", "boolean"},
                                      {"blocked_by", "array"},
                                      {"violations", "array"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = false};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
